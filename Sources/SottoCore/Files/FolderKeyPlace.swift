/// Where a key store keeps the key of an encrypted data folder.
public struct FolderKeyPlace: Hashable, Sendable {
  /// Which store it is.
  public var store: SecretStoreState.Kind
  /// What the key is called there. No two folders and no two keys of one folder have the same name, so that a
  /// copy of a folder, or of its `vault.json`, finds the key of its own time.
  public var name: String

  /// A place; see the properties.
  public init(store: SecretStoreState.Kind, name: String) {
    self.store = store
    self.name = name
  }
}
