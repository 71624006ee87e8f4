internal import SottoCore

/// A key store that the operating system keeps for its user. Its calls block, and may wait until
/// the person has answered a question of the system's.
protocol SystemKeyring: Sendable {
  var kind: SecretStoreState.Kind { get }
  /// Whether it can be read without asking the person.
  ///
  /// - Throws: ``SottoError`` with `keyStore` when it does not answer.
  func isLocked() throws -> Bool
  /// The key called `name` among those of `owner`.
  ///
  /// - Throws: ``SottoError`` with `keysLocked` when the person did not unlock it.
  func secret(named name: String, of owner: String) throws -> Secret?
  func setSecret(_ secret: Secret, named name: String, of owner: String) throws
  func removeSecret(named name: String, of owner: String) throws
}
