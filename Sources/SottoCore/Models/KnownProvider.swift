/// A provider that people know by name, as the catalogue lists it: with a key it is there without any set-up.
public struct KnownProvider: Hashable, Sendable {
  public var name: String
  /// As its makers write it.
  public var title: String
  public var kind: WireProtocol
  public var baseURL: String
  /// The environment variable that usually holds its key; `nil` for a server that needs none.
  public var keyVariable: String?
  /// The environment variable that replaces ``baseURL``.
  public var baseURLVariable: String?
  public var defaultModel: String?

  /// Its key, if it needs one.
  public var key: KeyReference { keyVariable.map(KeyReference.environment) ?? .none }

  public init(
    name: String, title: String, kind: WireProtocol, baseURL: String, keyVariable: String?,
    baseURLVariable: String? = nil, defaultModel: String? = nil
  ) {
    self.name = name
    self.title = title
    self.kind = kind
    self.baseURL = baseURL
    self.keyVariable = keyVariable
    self.baseURLVariable = baseURLVariable
    self.defaultModel = defaultModel
  }
}
