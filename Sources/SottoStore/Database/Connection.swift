internal import CSQLite

/// Owns an open database.
@safe struct ConnectionHandle: ~Copyable {
  let pointer: OpaquePointer

  // The statements may outlive it for a moment; v2 waits for them.
  deinit { unsafe sqlite3_close_v2(pointer) }
}

/// One connection to a database file: not for use by two threads at a time, which the compiler
/// checks because the type is not `Sendable`.
package final class Connection {
  /// How the file is opened.
  package enum Mode: Sendable {
    /// Makes the file when there is none.
    case create
    case readWrite
    case readOnly
  }

  private let handle: ConnectionHandle
  private var statements: [String: Statement] = [:]
  private let walCounter = WALCounter()
  /// How long a call waits for other processes, in milliseconds.
  let busyTimeout: Int32
  /// What the last ``setDurability(_:)`` set.
  var durability: Durability?
  /// Kept, because the file is open in it.
  private let cipher: PageCipher?

  /// Opens the file. A call waits for other processes for `busyTimeout` milliseconds.
  /// With a cipher the file is encrypted by it, or will be when it is new.
  package init(
    _ file: DatabaseFile, mode: Mode, busyTimeout: Int32 = 10_000
  ) throws(DatabaseError) {
    cipher = file.cipher
    self.busyTimeout = busyTimeout
    let access: Int32 =
      switch mode {
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .readWrite: SQLITE_OPEN_READWRITE
      case .readOnly: SQLITE_OPEN_READONLY
      }
    // No mutex: a connection is used by one thread at a time.
    let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_URI
    var opened: OpaquePointer?
    let result = unsafe sqlite3_open_v2(file.path, &opened, flags, file.layer)
    guard let pointer = unsafe opened else {
      throw DatabaseError(extendedCode: result, message: "out of memory")
    }
    unsafe handle = ConnectionHandle(pointer: pointer)
    guard result == SQLITE_OK else { throw failure(result) }
    unsafe sqlite3_busy_timeout(pointer, busyTimeout)
    unsafe sotto_set_option(pointer, SQLITE_DBCONFIG_DEFENSIVE, 1)
    unsafe sotto_set_option(pointer, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    unsafe sotto_set_option(pointer, SQLITE_DBCONFIG_DQS_DML, 0)
    unsafe sotto_set_option(pointer, SQLITE_DBCONFIG_DQS_DDL, 0)
    unsafe walCounter.install(on: pointer)
    if cipher != nil { try prepareForCipher() }
  }

  /// As above, on the system's own VFS.
  package convenience init(
    path: String, mode: Mode, cipher: PageCipher? = nil, busyTimeout: Int32 = 10_000
  ) throws(DatabaseError) {
    try self.init(
      DatabaseFile(path: path, cipher: cipher), mode: mode, busyTimeout: busyTimeout)
  }

  deinit { statements.removeAll() }

  /// The library's handle; valid while this object lives, and only for this folder.
  var pointer: OpaquePointer { unsafe handle.pointer }

  /// The pages in the write-ahead log after this connection's last commit.
  package var walPages: Int { walCounter.pages }

  /// Whether no transaction is open.
  package var isIdle: Bool { unsafe sqlite3_get_autocommit(pointer) != 0 }

  func failure(_ result: Int32) -> DatabaseError {
    let message = unsafe sqlite3_errmsg(pointer).map { unsafe String(cString: $0) }
    return DatabaseError(extendedCode: result, message: message ?? "unknown error")
  }

  /// A statement of this text that nobody uses at the moment.
  func statement(_ sql: String) throws(DatabaseError) -> Statement {
    if let kept = statements[sql], !kept.isInUse { return kept }
    var prepared: OpaquePointer?
    let result = unsafe sqlite3_prepare_v3(
      pointer, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard result == SQLITE_OK else { throw failure(result) }
    guard let statement = unsafe prepared else {
      throw DatabaseError(extendedCode: SQLITE_MISUSE, message: "no statement in the text")
    }
    let new = unsafe Statement(StatementHandle(pointer: statement))
    // Texts are literals of this module, so this stays far below the bound in practice.
    if statements.count >= 128 { statements.removeAll() }
    statements[sql] = new
    return new
  }
}
