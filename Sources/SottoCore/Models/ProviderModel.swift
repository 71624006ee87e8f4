/// A model as its provider's own list names it.
public struct ProviderModel: Hashable, Sendable {
  /// The model's own name at the provider.
  public var name: String
  /// What the list says of it.
  public var info: ModelInfo

  /// A model with its parts as they are.
  public init(name: String, info: ModelInfo = ModelInfo()) {
    self.name = name
    self.info = info
  }
}
