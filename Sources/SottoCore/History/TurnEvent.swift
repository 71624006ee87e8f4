/// What happens in a turn: one vocabulary for every provider and every front end.
public enum TurnEvent: Hashable, Sendable {
  /// The provider accepted the request; `model` as it names it, and so `requestID` where it names
  /// requests.
  case started(model: String, requestID: String? = nil)
  /// More of the model's reasoning.
  case reasoning(String)
  /// More of the answer's text.
  case text(String)
  /// More of the model's words for not answering.
  case refusal(String)
  /// More of a tool call.
  case toolCall(ToolCallFragment)
  /// More of the seal on the part before; see ``Part/signature(_:)``.
  case signature(String)
  /// A whole piece of the provider's own; see ``Part/opaque(_:)``.
  case opaque(String)
  /// What the turn waits for.
  case notice(Notice)
  /// The model could not be asked, and another one answers in its place.
  case fallback(to: ModelReference, because: ProviderError)
  /// The latest figures; they replace earlier ones.
  case usage(Usage)
  /// The model ended its answer; terminal.
  case finished(StopReason)
  /// A person stopped it; terminal.
  case stopped
  /// No complete answer came, and why; terminal.
  case failed(ProviderError)
  /// The program that ran it ended; terminal.
  case interrupted

  /// Whether it has something of the answer in it, or of the reasoning before it.
  public var hasWords: Bool {
    switch self {
    case .text, .reasoning, .refusal, .toolCall, .signature, .opaque: true
    case .started, .notice, .fallback, .usage, .finished, .stopped, .failed, .interrupted: false
    }
  }

  /// Whether nothing comes after it.
  public var isTerminal: Bool {
    switch self {
    case .finished, .stopped, .failed, .interrupted: true
    default: false
    }
  }
}

/// A piece of a tool call. `index` counts the calls of one answer from 0; `id` and `name` are
/// present when this fragment brings them.
public struct ToolCallFragment: Hashable, Sendable {
  /// Which call of the answer it belongs to, from 0.
  public var index: Int
  /// The call's id; `nil` leaves the one that came before.
  public var id: String?
  /// The tool's name; `nil` leaves the one that came before.
  public var name: String?
  /// Text to append to the arguments; may be empty.
  public var argumentsDelta: String

  /// A fragment with its parts as they are.
  public init(index: Int, id: String? = nil, name: String? = nil, argumentsDelta: String = "") {
    self.index = index
    self.id = id
    self.name = name
    self.argumentsDelta = argumentsDelta
  }
}

/// An event with its place in the turn: 1, 2, 3, …
public struct StoredEvent: Hashable, Sendable {
  /// The place in the turn, from 1; what a client resumes after.
  public var sequence: Int
  /// What happened.
  public var event: TurnEvent

  /// An event at a place that the store gave it.
  public init(sequence: Int, event: TurnEvent) {
    self.sequence = sequence
    self.event = event
  }
}

/// Why a model stopped, in our words. An open set: what a provider adds is `other`.
public struct StopReason: Hashable, Sendable, RawRepresentable {
  /// The word that the API and the store use.
  public let rawValue: String
  /// Takes any word; those of later versions are kept as they are.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The answer came to its own end.
  public static let stop = StopReason(rawValue: "stop")
  /// The output limit was reached; the answer can be continued.
  public static let length = StopReason(rawValue: "length")
  /// The model waits for the results of its tool calls.
  public static let toolCalls = StopReason(rawValue: "tool_calls")
  /// The provider cut the answer off because of its content.
  public static let contentFilter = StopReason(rawValue: "content_filter")
  /// The model declined to answer.
  public static let refusal = StopReason(rawValue: "refusal")
  /// The provider gave a reason that is none of these.
  public static let other = StopReason(rawValue: "other")
}

/// What a turn waits for, or what a person should know of it before the answer comes. Front ends have
/// words for each code.
public struct Notice: Hashable, Sendable {
  /// An open set of reasons.
  public struct Code: Hashable, Sendable, RawRepresentable {
    /// The word as the API and the store write it.
    public let rawValue: String
    /// Any word; an unknown one is kept as it is.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The small model on this machine starts.
    public static let loadingLocalModel = Code(rawValue: "loading_local_model")
    /// The provider could not answer now and is asked again after a pause.
    public static let retrying = Code(rawValue: "retrying")
    /// The provider takes no more requests at once, or no more for now; this one has its turn later.
    public static let queued = Code(rawValue: "queued")
    /// The text goes to a host for the first time; nothing is waited for.
    public static let newHost = Code(rawValue: "new_host")
    /// A file of the question does not go to the model.
    public static let fileNotSent = Code(rawValue: "file_not_sent")
  }

  /// Why it waits.
  public var code: Code
  /// How long, where that is known.
  public var seconds: Int?
  /// Where the text goes, for ``Code/newHost``.
  public var host: String?
  /// Whose host that is.
  public var provider: String?
  /// The file that is meant, where one is.
  public var file: UnsentFile?

  /// A notice; `seconds` is `nil` where nobody knows.
  public init(
    _ code: Code, seconds: Int? = nil, host: String? = nil, provider: String? = nil
  ) {
    self.code = code
    self.seconds = seconds
    self.host = host
    self.provider = provider
  }

  /// A file that does not go to the model.
  public init(_ file: UnsentFile) {
    self.init(.fileNotSent)
    self.file = file
  }
}
