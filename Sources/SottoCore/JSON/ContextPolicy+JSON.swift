// As the app API writes them (Docs/http-api.md); the store keeps the same.

extension ContextPolicy {
  /// An object whose `strategy` is `fit`, `last_rounds` (with `rounds`) or `summarise` (with
  /// `model`).
  public var json: JSONValue {
    switch self {
    case .fit: .object(["strategy": "fit"])
    case .lastRounds(let count):
      .object(["strategy": "last_rounds", "rounds": .integer(Int64(count))])
    case .summarise(let model):
      .object(["strategy": "summarise", "model": JSONValue(model?.description)])
    }
  }

  /// `nil` when the strategy is unknown or lacks what it needs.
  public init?(json: JSONValue) {
    switch json["strategy"]?.string {
    case "fit": self = .fit
    case "last_rounds":
      guard let count = json["rounds"]?.int else { return nil }
      self = .lastRounds(count)
    case "summarise":
      self = .summarise(by: json["model"]?.string.flatMap { ModelReference($0) })
    default: return nil
    }
  }
}

extension TitlePolicy {
  /// An object whose `by` is `first_message` or `model` (with `model`).
  public var json: JSONValue {
    switch self {
    case .firstMessage: .object(["by": "first_message"])
    case .model(let model): .object(["by": "model", "model": JSONValue(model?.description)])
    }
  }

  /// `nil` when nobody this version knows makes them.
  public init?(json: JSONValue) {
    switch json["by"]?.string {
    case "first_message": self = .firstMessage
    case "model": self = .model(json["model"]?.string.flatMap { ModelReference($0) })
    default: return nil
    }
  }
}
