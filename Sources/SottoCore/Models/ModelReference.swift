/// A model at a provider, written `provider/model`. The model's own name may contain slashes.
public struct ModelReference: Hashable, Sendable, CustomStringConvertible {
  /// The provider's name, as in ``Provider/name``.
  public var provider: String
  /// The model's own name at the provider.
  public var model: String

  /// A reference of two names, which are not checked.
  public init(provider: String, model: String) {
    self.provider = provider
    self.model = model
  }

  /// `nil` unless there is text on both sides of the first slash.
  public init?(_ text: String) {
    guard let slash = text.firstIndex(of: "/") else { return nil }
    provider = String(text[..<slash])
    model = String(text[text.index(after: slash)...])
    if provider.isEmpty || model.isEmpty { return nil }
  }

  /// `provider/model`, which ``init(_:)`` reads again.
  public var description: String { "\(provider)/\(model)" }
}
