/// What happens in a turn: one vocabulary for every provider and every front end.
public enum TurnEvent: Hashable, Sendable {
  /// The provider accepted the request; `model` as it names it.
  case started(model: String)
  case reasoning(String)
  case text(String)
  case refusal(String)
  case toolCall(ToolCallFragment)
  /// What the turn waits for: a word of an open set, such as `loading_local_model`, for which each front end has words.
  case notice(String)
  /// The latest figures; they replace earlier ones.
  case usage(Usage)
  case finished(StopReason)
  case stopped
  case failed(ProviderError)
  case interrupted

  /// Whether nothing comes after it.
  public var isTerminal: Bool {
    switch self {
    case .finished, .stopped, .failed, .interrupted: true
    default: false
    }
  }
}

/// A piece of a tool call. `index` counts the calls of one answer from 0; `id` and `name` are present when this
/// fragment brings them.
public struct ToolCallFragment: Hashable, Sendable {
  public var index: Int
  public var id: String?
  public var name: String?
  public var argumentsDelta: String

  public init(index: Int, id: String? = nil, name: String? = nil, argumentsDelta: String = "") {
    self.index = index
    self.id = id
    self.name = name
    self.argumentsDelta = argumentsDelta
  }
}

/// An event with its place in the turn: 1, 2, 3, …
public struct StoredEvent: Hashable, Sendable {
  public var sequence: Int
  public var event: TurnEvent

  public init(sequence: Int, event: TurnEvent) {
    self.sequence = sequence
    self.event = event
  }
}

/// Why a model stopped, in our words. An open set: what a provider adds is `other`.
public struct StopReason: Hashable, Sendable, RawRepresentable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let stop = StopReason(rawValue: "stop")
  public static let length = StopReason(rawValue: "length")
  public static let toolCalls = StopReason(rawValue: "tool_calls")
  public static let contentFilter = StopReason(rawValue: "content_filter")
  public static let refusal = StopReason(rawValue: "refusal")
  public static let other = StopReason(rawValue: "other")
}
