/// What a document says as text, or why there is none.
public struct DocumentText: Hashable, Sendable {
  /// An open set: how the reading of a document ended.
  public struct State: Hashable, Sendable, RawRepresentable {
    /// The word as the API and the store write it.
    public let rawValue: String
    /// Takes any word; an unknown one is kept as it is.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// There is text.
    public static let read = State(rawValue: "read")
    /// It opens with a password only, or does not allow its text to be taken.
    public static let encrypted = State(rawValue: "encrypted")
    /// There is no text in it, as in a scan.
    public static let noText = State(rawValue: "no_text")
    /// It is damaged, or not what its name says.
    public static let damaged = State(rawValue: "damaged")
    /// Reading it took more time or memory than is given.
    public static let tooMuch = State(rawValue: "too_much")
    /// There is no program on this machine that reads such documents.
    public static let noReader = State(rawValue: "no_reader")
  }

  /// How its reading ended.
  public var state: State
  /// In UTF-8 with a line for each page that begins; empty unless the state is `read`.
  public var text: String

  /// A text that was read.
  public init(_ text: String) {
    state = .read
    self.text = text
  }

  /// A document without a text, and why.
  public init(failed state: State) {
    self.state = state
    text = ""
  }

  /// A text and a state as they were kept.
  public init(state: State, text: String) {
    self.state = state
    self.text = text
  }

  /// Why a model does not get it and what to do, in plain words; `nil` where there is text.
  public var trouble: String? {
    switch state {
    case .read: nil
    case .encrypted: "it is protected by a password; save a copy without one and attach that"
    case .noText:
      "it has no text, as scans have none; attach its pages as pictures, or choose a model that reads "
        + "PDF itself"
    case .damaged: "it is damaged or no PDF; open it, save it anew and attach that"
    case .tooMuch: "reading it took too much time or memory; attach only the pages that matter"
    case .noReader: "nothing on this machine reads PDF; install the package poppler-utils"
    default: "it cannot be read"
    }
  }

  /// How it stands, without the text.
  public var json: JSONValue {
    .object([
      "state": .string(state.rawValue),
      "characters": .integer(Int64(text.unicodeScalars.count)),
      "trouble": JSONValue(trouble),
    ])
  }
}
