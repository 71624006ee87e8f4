/// A request we cannot serve, with the way to mend it. Each front end has one table from the code
/// to its status.
public struct SottoError: Error, Hashable, Sendable {
  /// An open set of kinds; callers compare these and never search text.
  public struct Code: Hashable, Sendable, RawRepresentable {
    /// The word that the API uses.
    public let rawValue: String
    /// Takes any word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Something given is missing, malformed or out of its limits.
    public static let invalidInput = Code(rawValue: "invalid_input")
    /// There is no such project, or it is deleted.
    public static let projectNotFound = Code(rawValue: "project_not_found")
    /// There is no such conversation, or it or its project is deleted.
    public static let conversationNotFound = Code(rawValue: "conversation_not_found")
    /// There is no such message in this conversation.
    public static let messageNotFound = Code(rawValue: "message_not_found")
    /// No file with this digest is kept.
    public static let fileNotFound = Code(rawValue: "file_not_found")
    /// There is no such turn, or it has ended and takes no more events.
    public static let turnNotFound = Code(rawValue: "turn_not_found")
    /// No sent request has this number.
    public static let requestNotFound = Code(rawValue: "request_not_found")
    /// What must go to the model is more than its window takes.
    public static let contextTooLarge = Code(rawValue: "context_too_large")
    /// There is no such import, or it is forgotten.
    public static let importNotFound = Code(rawValue: "import_not_found")
    /// No provider has this name.
    public static let providerNotFound = Code(rawValue: "provider_not_found")
    /// No provider lists this model, or several do.
    public static let modelNotFound = Code(rawValue: "model_not_found")
    /// No model was named, and there is none to fall back on.
    public static let noModel = Code(rawValue: "no_model")
    /// No key is stored under this name.
    public static let keyNotFound = Code(rawValue: "key_not_found")
    /// The key store is locked, or no passphrase has been chosen for it yet.
    public static let keysLocked = Code(rawValue: "keys_locked")
    /// The passphrase does not open what it should open.
    public static let wrongPassphrase = Code(rawValue: "wrong_passphrase")
    /// Too many passphrases were tried; the message says how long to wait.
    public static let tooManyAttempts = Code(rawValue: "too_many_attempts")
    /// The system's key store does not answer or refuses.
    public static let keyStore = Code(rawValue: "key_store")
    /// The last project cannot be deleted.
    public static let lastProject = Code(rawValue: "last_project")
    /// The conversation is being answered, or another process runs the turn.
    public static let turnRunning = Code(rawValue: "turn_running")
    /// The person has to agree to a new host first.
    public static let consentNeeded = Code(rawValue: "consent_needed")
    /// There is no such template, or it is deleted.
    public static let templateNotFound = Code(rawValue: "template_not_found")
    /// No words have gone to this host, and nobody allowed it.
    public static let hostNotFound = Code(rawValue: "host_not_found")
    /// A template of the library cannot be changed.
    public static let builtIn = Code(rawValue: "built_in")
    /// The client's id belongs to something elsewhere.
    public static let identifierInUse = Code(rawValue: "identifier_in_use")
    /// Somebody else changed it since the version that the caller saw.
    public static let versionConflict = Code(rawValue: "version_conflict")
    /// The undo time of a deletion has passed, or events were pruned.
    public static let gone = Code(rawValue: "gone")
    /// The data folder or a file in it cannot be made, read, written or locked.
    public static let dataFolder = Code(rawValue: "data_folder")
    /// The database was written by a newer version.
    public static let newerDatabase = Code(rawValue: "newer_database")
    /// The file is damaged or is no database.
    public static let damagedDatabase = Code(rawValue: "damaged_database")
    /// The data folder is encrypted, and nothing was given to open it with.
    public static let locked = Code(rawValue: "locked")
    /// There is no space left; what was stored before is kept.
    public static let diskFull = Code(rawValue: "disk_full")
    /// The history can be read but not written; the message says why.
    public static let readOnly = Code(rawValue: "read_only")
    /// No copy of the history has this name, or there is none.
    public static let backupNotFound = Code(rawValue: "backup_not_found")
    /// The data folder is in use, which what was asked for does not allow.
    public static let dataFolderInUse = Code(rawValue: "data_folder_in_use")
    /// Storing or reading failed for any other reason, such as a lock or a failing disk.
    public static let storage = Code(rawValue: "storage")
    /// The bundled model is not installed or could not be started.
    public static let localModel = Code(rawValue: "local_model")
    /// The server cannot listen at the address it was given.
    public static let address = Code(rawValue: "address")
    /// The command line or the call was used in a wrong way.
    public static let usage = Code(rawValue: "usage")
  }

  /// What kind of failure it is.
  public var code: Code
  /// One line, lower case, no full stop.
  public var message: String
  /// What to do about it.
  public var hint: String?
  /// What programs need to know of it, such as the `host` that is meant.
  public var facts: [String: String]

  /// An error with a line for the person and, where there is one, the way to mend it.
  public init(
    _ code: Code, _ message: String, hint: String? = nil, facts: [String: String] = [:]
  ) {
    self.code = code
    self.message = message
    self.hint = hint
    self.facts = facts
  }
}

extension SottoError: CustomStringConvertible {
  /// The message without the hint.
  public var description: String { message }
}
