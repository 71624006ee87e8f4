/// A request we cannot serve, with the way to mend it. Each front end has one table from the code to its status.
public struct SottoError: Error, Hashable, Sendable {
  public struct Code: Hashable, Sendable, RawRepresentable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let invalidInput = Code(rawValue: "invalid_input")
    public static let projectNotFound = Code(rawValue: "project_not_found")
    public static let conversationNotFound = Code(rawValue: "conversation_not_found")
    public static let messageNotFound = Code(rawValue: "message_not_found")
    public static let turnNotFound = Code(rawValue: "turn_not_found")
    public static let providerNotFound = Code(rawValue: "provider_not_found")
    public static let modelNotFound = Code(rawValue: "model_not_found")
    public static let noModel = Code(rawValue: "no_model")
    public static let keyNotFound = Code(rawValue: "key_not_found")
    public static let lastProject = Code(rawValue: "last_project")
    public static let turnRunning = Code(rawValue: "turn_running")
    public static let identifierInUse = Code(rawValue: "identifier_in_use")
    /// The undo time of a deletion has passed, or events were pruned.
    public static let gone = Code(rawValue: "gone")
    public static let dataFolder = Code(rawValue: "data_folder")
    public static let newerDatabase = Code(rawValue: "newer_database")
    public static let damagedDatabase = Code(rawValue: "damaged_database")
    public static let diskFull = Code(rawValue: "disk_full")
    public static let storage = Code(rawValue: "storage")
    public static let localModel = Code(rawValue: "local_model")
    public static let address = Code(rawValue: "address")
    public static let usage = Code(rawValue: "usage")
  }

  public var code: Code
  /// One line, lower case, no full stop.
  public var message: String
  /// What to do about it.
  public var hint: String?

  public init(_ code: Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }
}

extension SottoError: CustomStringConvertible {
  public var description: String { message }
}
