internal import CSQLite

extension Connection {
  /// What an encrypted database needs from the first moment on: room for the seals, no temporary files
  /// in the clear, and no page that is left unwritten because its content is of no use.
  func prepareForCipher() throws(DatabaseError) {
    reserveForSeals()
    try executeScript("PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON")
  }

  /// Makes a new database, and what `VACUUM INTO` makes of this one, leave room for the seals. On a
  /// database that has its pages already it has no other effect.
  func reserveForSeals() {
    var count = PageCipher.reservedBytes
    unsafe sqlite3_file_control(pointer, "main", SQLITE_FCNTL_RESERVE_BYTES, &count)
  }

  /// Writes a whole copy of the database to a new file, in the clear or encrypted.
  package func copy(to path: String, cipher: PageCipher?) throws {
    if cipher != nil { reserveForSeals() }
    // Without a name of its own the copy would be like this database.
    let layer = cipher?.name ?? Self.plainLayer
    try execute("VACUUM INTO ?", [.text("file:\(Self.escaped(path))?vfs=\(layer)")])
  }

  /// A path as a URI has it.
  private static func escaped(_ path: String) -> String {
    let escaped = path.utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "_"), UInt8(ascii: "."):
        [byte]
      default: Array("%\(Hex.encode([byte]))".utf8)
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  /// SQLite's own layer, which is the system's.
  private static var plainLayer: String {
    unsafe sqlite3_vfs_find(nil).map { unsafe String(cString: $0.pointee.zName) } ?? "unix"
  }
}
