/// A provider that people know by name, as the catalogue lists it: with a key it is there without
/// any set-up.
public struct KnownProvider: Hashable, Sendable {
  /// The name it has as a ``Provider``, such as `openai`.
  public var name: String
  /// As its makers write it.
  public var title: String
  /// The wire protocol it speaks.
  public var kind: WireProtocol
  /// Where its API is, without a final slash, such as `https://api.openai.com/v1`.
  public var baseURL: String
  /// The environment variable that usually holds its key; `nil` for a server that needs none.
  public var keyVariable: String?
  /// The environment variable that replaces ``baseURL``.
  public var baseURLVariable: String?
  /// The model to use when a person names only the provider; `nil` takes the first that it lists.
  public var defaultModel: String?

  /// Its key, if it needs one.
  public var key: KeyReference { keyVariable.map(KeyReference.environment) ?? .none }

  /// An entry of the catalogue with its parts as they are.
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
