/// The providers a person has configured. Keys are elsewhere; see ``SecretStore``.
public protocol ProviderStore: Sendable {
  /// By name.
  func providers() async throws -> [Provider]
  /// Adds it, or replaces the one of the same name.
  func saveProvider(_ provider: Provider) async throws
  /// - Returns: whether there was one.
  func removeProvider(named name: String) async throws -> Bool
}
