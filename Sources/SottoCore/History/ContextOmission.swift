/// Something of a conversation that a model does not get, and why.
public struct ContextOmission: Hashable, Sendable {
  /// An open set of reasons.
  public struct Reason: Hashable, Sendable, RawRepresentable {
    /// The word as the API and the store write it.
    public let rawValue: String
    /// Takes any word; an unknown one is kept as it is.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It is older than the rounds that the project sends.
    public static let beyondRounds = Reason(rawValue: "beyond_rounds")
    /// The model's window has no place for it.
    public static let doesNotFit = Reason(rawValue: "does_not_fit")
    /// A summary stands for it.
    public static let summarised = Reason(rawValue: "summarised")
    /// It is an answer that says nothing.
    public static let empty = Reason(rawValue: "empty")
    /// A person deleted it.
    public static let deleted = Reason(rawValue: "deleted")
    /// The protocol or the model has no place for this file; words stand for it.
    public static let fileNotSupported = Reason(rawValue: "file_not_supported")
    /// The content of this file is lost; words stand for it.
    public static let fileMissing = Reason(rawValue: "file_missing")
    /// This document has no text that could go in its place; words stand for it.
    public static let fileUnreadable = Reason(rawValue: "file_unreadable")
  }

  /// The message.
  public var messageID: MessageID
  /// Why it is left out.
  public var reason: Reason
  /// What it would take; `nil` where it was not counted.
  public var tokens: Int?
  /// The one file of the message that is meant; `nil` means the message.
  public var file: FileReference?
  /// Whether all older messages are left out as well, those apart that are pinned.
  public var includesOlder: Bool

  /// An omission with its parts as they are.
  public init(
    messageID: MessageID, reason: Reason, tokens: Int? = nil, file: FileReference? = nil,
    includesOlder: Bool = false
  ) {
    self.messageID = messageID
    self.reason = reason
    self.tokens = tokens
    self.file = file
    self.includesOlder = includesOlder
  }
}
