import Foundation
import SottoSealing
import SottoStore
import SottoTestSupport
import Testing

struct PageCipherTests {
  @Test func `nothing of the text is in the files, also while it is open`() throws {
    let database = try EncryptedDatabase()
    let connection = try database.fill(rows: 20)
    for path in [database.path, database.log, database.path + "-shm"] {
      let bytes = try EncryptedDatabase.bytes(of: path)
      for text in ["SQLite format", "CREATE TABLE", "quick brown", "lazy dog"] {
        #expect(!bytes.contains(text), "\(path)")
      }
    }
    try connection.executeScript("PRAGMA wal_checkpoint(TRUNCATE)")
    let bytes = try EncryptedDatabase.bytes(of: database.path)
    #expect(bytes.count > 20 * 2700)
    #expect(!bytes.contains("quick") && !bytes.contains("SQLite format"))
    #expect(try EncryptedDatabase.damage(in: connection) == nil)
  }

  @Test func `another key, no key and a plain file are refused, and nothing is changed`() throws {
    let database = try EncryptedDatabase()
    try { _ = try database.fill(rows: 3) }()
    let before = try EncryptedDatabase.bytes(of: database.path)
    let other = try SealingKey()
    var error = #expect(throws: DatabaseError.self) { try database.open(.readWrite, key: other) }
    #expect(error?.code == .notADatabase)
    error = #expect(throws: DatabaseError.self) {
      _ = try Connection(path: database.path, mode: .readWrite)
        .firstRow("SELECT count(*) FROM sqlite_schema") { $0.integer(0) }
    }
    #expect(error?.code == .notADatabase)
    #expect(try EncryptedDatabase.bytes(of: database.path) == before)

    let plain = try EncryptedDatabase()
    for content in [Data("a text of somebody else".utf8), Data(count: 5000)] {
      try content.write(to: URL(fileURLWithPath: plain.path))
      error = #expect(throws: DatabaseError.self) { try plain.open() }
      #expect(error?.code == .notADatabase)
      #expect(try EncryptedDatabase.bytes(of: plain.path) == Array(content))
    }
  }

  @Test func `random work leaves the same rows as without encryption`() throws {
    let database = try EncryptedDatabase()
    let plain = try ScratchFolder()
    let connections = [
      try database.open(), try Connection(path: plain.database, mode: .create),
    ]
    var random = SeededGenerator(seed: 17)
    try connections.forEach {
      // A small cache, so that pages go to the log before their transaction ends, and come back.
      try $0.executeScript(
        """
        PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA temp_store = MEMORY;
        PRAGMA cache_size = 10; CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT, n INTEGER);
        CREATE INDEX by_n ON t (n);
        """)
    }
    for step in 0..<600 {
      let number = Int.random(in: 0..<50, using: &random)
      let size = Int.random(in: 0..<6000, using: &random)
      let script =
        switch Int.random(in: 0..<10, using: &random) {
        case 0: "DELETE FROM t WHERE n = \(number)"
        case 1: "PRAGMA incremental_vacuum(10)"
        case 2: "PRAGMA wal_checkpoint(\(number % 2 == 0 ? "PASSIVE" : "TRUNCATE"))"
        case 3:
          """
          BEGIN; UPDATE t SET n = n + 1, text = text || 'x' WHERE id % 3 = \(number % 3);
          SAVEPOINT s; UPDATE t SET text = text || 'yy'; ROLLBACK TO s;
          UPDATE t SET n = n + 2; \(number % 2 == 0 ? "COMMIT" : "ROLLBACK")
          """
        default:
          """
          INSERT OR REPLACE INTO t
          VALUES (\(step * 7 % 300), '\(step)' || hex(zeroblob(\(size))), \(number))
          """
        }
      try connections.forEach { try $0.executeScript(script) }
    }
    let rows = try connections.map { connection in
      try connection.rows("SELECT id || ' ' || n || ' ' || text FROM t ORDER BY id") { $0.text(0) }
    }
    #expect(!rows[0].isEmpty && rows[0] == rows[1])
    #expect(try connections[0].firstRow("PRAGMA integrity_check") { $0.text(0) } == "ok")
  }

  @Test func `a copy is encrypted as well, and opens`() throws {
    let database = try EncryptedDatabase()
    let copy = database.folder.path + "/copy.sqlite"
    try database.fill(rows: 5).execute("VACUUM INTO ?", [.text(copy)])
    #expect(try !EncryptedDatabase.bytes(of: copy).contains("quick"))
    let opened = try Connection(path: copy, mode: .readOnly, cipher: PageCipher(key: database.key))
    #expect(try opened.firstRow("SELECT count(*) FROM t") { $0.integer(0) } == 5)
    #expect(throws: DatabaseError.self) {
      try Connection(path: copy, mode: .readOnly)
        .firstRow("SELECT count(*) FROM t") { $0.integer(0) }
    }
  }

  @Test func `a transaction that would need a long journal is refused`() throws {
    let database = try EncryptedDatabase()
    let connection = try database.fill(rows: 50)
    try connection.executeScript("PRAGMA journal_mode = DELETE")
    #expect(throws: DatabaseError.self) {
      try connection.execute("UPDATE t SET text = text || 'x'")
    }
    #expect(try database.folder.names(in: "").filter { $0.contains("journal") }.isEmpty)
  }

  // MARK: What others change

  @Test func `a flipped bit is found wherever it is`() throws {
    let database = try EncryptedDatabase()
    try { _ = try database.fill(rows: 10) }()
    let size = try EncryptedDatabase.bytes(of: database.path).count
    // The magic, the id and the digest of the header, the start of page 1 beside it, then pages.
    var places = [0, 20, 60, 512, 540, 600]
    places += stride(from: 4096, to: size, by: 1021)
    for place in places {
      try EncryptedDatabase.change(database.path) { $0[place] ^= 0x10 }
      #expect(try database.failure() != nil, "byte \(place)")
      try EncryptedDatabase.change(database.path) { $0[place] ^= 0x10 }
    }
    #expect(try database.failure() == nil)
  }

  @Test func `pages in each other's place, missing ones and ones of another database are found`()
    throws
  {
    let database = try EncryptedDatabase()
    try { _ = try database.fill(rows: 10) }()
    let header = EncryptedDatabase.headerSize
    let page = EncryptedDatabase.pageSize
    let whole = try EncryptedDatabase.bytes(of: database.path)
    let copy = database.folder.path + "/copy.sqlite"
    try database.open(.readWrite).execute("VACUUM INTO ?", [.text(copy)])
    let other = try EncryptedDatabase.bytes(of: copy)

    let changes: [(String, (inout [UInt8]) -> Void)] = [
      ("exchanged", { $0.exchange(header + 4 * page, header + 5 * page, size: page) }),
      (
        "repeated",
        {
          $0.replaceSubrange(
            header + 4 * page..<header + 5 * page,
            with: whole[header + 5 * page..<header + 6 * page])
        }
      ),
      (
        "zeroed",
        {
          $0.replaceSubrange(
            header + 4 * page..<header + 5 * page, with: Array(repeating: 0, count: page))
        }
      ),
      (
        "of a copy",
        {
          $0.replaceSubrange(
            header + 4 * page..<header + 5 * page,
            with: other[header + 4 * page..<header + 5 * page])
        }
      ),
      ("cut", { $0.removeLast(3 * page) }),
      ("cut inside a page", { $0.removeLast(100) }),
    ]
    for (name, change) in changes {
      try EncryptedDatabase.change(database.path, change)
      #expect(try database.failure() != nil, "\(name)")
      try EncryptedDatabase.change(database.path) { $0 = whole }
    }
    // What is put at the end is never read.
    try EncryptedDatabase.change(database.path) { $0 += whole[header..<header + page] }
    #expect(try database.failure() == nil)
  }

  @Test func `a log that was changed after a crash is read up to there, never wrongly`() throws {
    let database = try EncryptedDatabase()
    let connection = try database.fill(rows: 10)
    try connection.executeScript("PRAGMA wal_checkpoint(TRUNCATE)")
    for id in 11...20 {
      try connection.execute(
        "INSERT INTO t VALUES (?, ?)",
        [
          .integer(Int64(id)),
          .text(String(repeating: "\(EncryptedDatabase.text) \(id). ", count: 60)),
        ])
    }
    // As a killed process leaves them.
    let pages = try EncryptedDatabase.bytes(of: database.path)
    let log = try EncryptedDatabase.bytes(of: database.log)
    let frames = (log.count - EncryptedDatabase.logHeaderSize) / EncryptedDatabase.frameSize
    #expect(frames >= 10)

    func count(_ change: (inout [UInt8]) -> Void) throws -> Int64? {
      let crashed = try EncryptedDatabase.copyOf(database, pages: pages, log: log, change)
      let opened = try crashed.open(.readWrite)
      #expect(try EncryptedDatabase.damage(in: opened) == nil)
      return try opened.firstRow("SELECT count(*) FROM t") { $0.integer(0) }
    }
    let frame = { (number: Int) in
      EncryptedDatabase.logHeaderSize + number * EncryptedDatabase.frameSize
    }
    #expect(try count { _ in } == 20)
    #expect(try count { $0[10] ^= 1 } == 10)
    #expect(try count { $0[frame(0) + 50] ^= 1 } == 10)
    let half = try count { $0[frame(frames / 2) + 2000] ^= 1 }
    #expect(half.map { (10..<20).contains($0) } == true)
    #expect(try count { $0.removeLast(100) }.map { $0 < 20 } == true)
    #expect(
      try count { $0.exchange(frame(2), frame(3), size: EncryptedDatabase.frameSize) }
        .map { $0 < 20 } == true)
    #expect(try count { $0 += $0[frame(0)..<frame(1)] } == 20)
    #expect(try count { $0.removeAll() } == 10)
  }

  /// Its pages go to the log before it ends, some of them twice, and SQLite writes their checksums at the end.
  @Test func `a transaction larger than the cache is there after a crash`() throws {
    let database = try EncryptedDatabase()
    let connection = try database.fill(rows: 1)
    try connection.executeScript(
      """
      CREATE INDEX by_end ON t (substr(text, 7));
      PRAGMA wal_checkpoint(TRUNCATE); PRAGMA cache_size = 10; BEGIN
      """)
    for id in 2...400 {
      try connection.execute(
        "INSERT INTO t VALUES (?, ?)",
        [.integer(Int64(id)), .text("\(id * 7919 % 1000) \(EncryptedDatabase.text)")])
    }
    try connection.executeScript("COMMIT; INSERT INTO t VALUES (401, 'the last one')")
    let crashed = try EncryptedDatabase.copyOf(
      database, pages: EncryptedDatabase.bytes(of: database.path),
      log: EncryptedDatabase.bytes(of: database.log)
    ) { _ in }
    let opened = try crashed.open(.readWrite)
    #expect(try opened.firstRow("SELECT count(*) FROM t") { $0.integer(0) } == 401)
    #expect(try EncryptedDatabase.damage(in: opened) == nil)
    // Copied into the database as they are, page by page, while a reader keeps the log.
    try opened.executeScript("PRAGMA wal_checkpoint(PASSIVE)")
    let witness = try crashed.open(.readOnly)
    #expect(try EncryptedDatabase.damage(in: witness) == nil)
    #expect(try opened.firstRow("PRAGMA wal_checkpoint(TRUNCATE)") { $0.integer(0) } == 0)
    #expect(try EncryptedDatabase.damage(in: opened) == nil)
  }

  @Test func `a log that is changed while it is read is found`() throws {
    let database = try EncryptedDatabase()
    let connection = try database.fill(rows: 20)
    let reader = try database.open(.readWrite)
    try EncryptedDatabase.change(database.log) { bytes in
      let start = EncryptedDatabase.logHeaderSize
      for place in stride(from: start + 100, to: bytes.count, by: EncryptedDatabase.frameSize) {
        bytes[place] ^= 1
      }
    }
    let error = #expect(throws: DatabaseError.self) { try EncryptedDatabase.damage(in: reader) }
    #expect(error?.extendedCode == 8202)
    _ = connection
  }

  @Test func `no change of the files crashes the program`() throws {
    let database = try EncryptedDatabase()
    let connection = try database.fill(rows: 12)
    try connection.executeScript("PRAGMA wal_checkpoint(PASSIVE)")
    try connection.execute("UPDATE t SET text = text || 'x'")
    let pages = try EncryptedDatabase.bytes(of: database.path)
    let log = try EncryptedDatabase.bytes(of: database.log)
    var random = SeededGenerator(seed: 4)
    for _ in 0..<300 {
      var changedPages = pages
      let changesLog = Bool.random(using: &random)
      let crashed = try EncryptedDatabase.copyOf(database, pages: [], log: log) { bytes in
        if changesLog { bytes.change(using: &random) } else { changedPages.change(using: &random) }
      }
      try Data(changedPages).write(to: URL(fileURLWithPath: crashed.path))
      // An error or the right rows, never others.
      guard let opened = try? crashed.open(.readWrite),
        let texts = try? opened.rows("SELECT text FROM t", [], { $0.text(0) })
      else { continue }
      #expect(texts.allSatisfy { $0.hasPrefix(EncryptedDatabase.text) })
      _ = try? opened.execute("DELETE FROM t")
    }
  }
}

extension EncryptedDatabase {
  /// A database under the same key, from bytes of another one's files.
  fileprivate static func copyOf(
    _ database: EncryptedDatabase, pages: [UInt8], log: [UInt8], _ change: (inout [UInt8]) -> Void
  ) throws -> EncryptedDatabase {
    let copy = try EncryptedDatabase(key: database.key)
    var changed = log
    change(&changed)
    try Data(pages).write(to: URL(fileURLWithPath: copy.path))
    try Data(changed).write(to: URL(fileURLWithPath: copy.log))
    return copy
  }

  private init(key: SealingKey) throws {
    folder = try ScratchFolder()
    self.key = key
  }
}

extension [UInt8] {
  fileprivate mutating func change(using random: inout SeededGenerator) {
    let place = Int.random(in: 0..<count, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: removeLast(count - place)
    case 1: self[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 2:
      let end = Swift.min(place + 5000, count)
      replaceSubrange(
        place..<end, with: (place..<end).map { _ in .random(in: 0...255, using: &random) })
    default:
      let from = Int.random(in: 0..<count, using: &random)
      let size = Swift.min(4096, count - place, count - from)
      replaceSubrange(place..<place + size, with: self[from..<from + size])
    }
  }
}
