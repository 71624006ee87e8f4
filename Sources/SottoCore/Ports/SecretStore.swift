/// Where keys are kept.
public protocol SecretStore: Sendable {
  /// The key of this name, or `nil`.
  func secret(named name: String) async throws -> Secret?
  func setSecret(_ secret: Secret, named name: String) async throws
  /// - Returns: whether there was one.
  func removeSecret(named name: String) async throws -> Bool
  /// The names, sorted; never the keys.
  func secretNames() async throws -> [String]
}
