import Foundation
import SottoSealing
import SottoStore

/// An encrypted database in a folder of its own, and what may be done to its files.
struct EncryptedDatabase {
  /// The header before the first page, and the sizes of what is stored.
  static let headerSize = 4096
  static let pageSize = 4096
  static let logHeaderSize = 72
  static let frameSize = 4160

  static let text = "The quick brown fox jumps over the lazy dog"

  let folder: ScratchFolder
  let key: SealingKey

  init() throws {
    folder = try ScratchFolder()
    key = try SealingKey()
  }

  var path: String { folder.database }
  var log: String { folder.database + "-wal" }

  func open(_ mode: Connection.Mode = .create, key other: SealingKey? = nil) throws -> Connection {
    try Connection(path: path, mode: mode, cipher: PageCipher(key: other ?? key))
  }

  /// A table of `rows` rows, each of which fills most of a page.
  func fill(rows: Int) throws -> Connection {
    let connection = try open()
    try connection.executeScript(
      """
      PRAGMA auto_vacuum = INCREMENTAL;
      PRAGMA journal_mode = WAL;
      CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
      """)
    for id in 1...rows {
      try connection.execute(
        "INSERT INTO t VALUES (?, ?)",
        [.integer(Int64(id)), .text(String(repeating: "\(Self.text) \(id). ", count: 60))])
    }
    return connection
  }

  /// Reads everything there is.
  ///
  /// - Returns: what is wrong with it, or `nil`.
  static func damage(in connection: Connection) throws -> String? {
    _ = try connection.rows("SELECT id, text FROM t") { $0.text(1) }
    let report = try connection.firstRow("PRAGMA integrity_check(1)") { $0.text(0) }
    return report == "ok" ? nil : report
  }

  /// Opens the database anew and reads everything.
  ///
  /// - Returns: SQLite's code when that fails, also for a failed check.
  func failure() throws -> DatabaseError.Code? {
    do {
      return try Self.damage(in: open(.readWrite)) == nil ? nil : .corrupt
    } catch let error as DatabaseError {
      return error.code
    }
  }

  // MARK: Files

  static func bytes(of path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// Changes a file where it is, as somebody else would.
  static func change(_ path: String, _ body: (inout [UInt8]) -> Void) throws {
    var bytes = try bytes(of: path)
    body(&bytes)
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data(bytes))
    try handle.close()
  }
}

extension [UInt8] {
  func contains(_ text: String) -> Bool {
    Data(self).range(of: Data(text.utf8)) != nil
  }

  mutating func exchange(_ first: Int, _ second: Int, size: Int) {
    let kept = Array(self[first..<first + size])
    replaceSubrange(first..<first + size, with: self[second..<second + size])
    replaceSubrange(second..<second + size, with: kept)
  }
}
