import Foundation
import SottoStore
import Testing

private let values: [DatabaseValue] = [
  .null, .integer(0), .integer(.max), .integer(.min), .integer(-1), .real(0.1), .real(-0.5),
  .real(.greatestFiniteMagnitude), .real(.leastNonzeroMagnitude), .real(.infinity),
  .text(""), .text("a\u{0}b"), .text("日本語 🇯🇵 é"), .text(String(repeating: "x", count: 3_000_000)),
  .blob([]), .blob([0, 255, 0]), .blob(Array(repeating: 7, count: 2_000_000)),
]

struct ConnectionTests {
  private let folder: ScratchFolder
  private let connection: Connection

  init() throws {
    folder = try ScratchFolder()
    connection = try Connection(path: folder.database, mode: .create)
    try connection.executeScript("CREATE TABLE t (k INTEGER PRIMARY KEY, v)")
  }

  @Test(arguments: values)
  func `gives back every value as it was`(_ value: DatabaseValue) throws {
    try connection.execute("INSERT INTO t (v) VALUES (?)", [value])
    #expect(try connection.firstRow("SELECT v FROM t") { $0.value(0) } == value)
  }

  @Test func `reads text that is not UTF-8 with replacement characters`() throws {
    try connection.execute("INSERT INTO t (v) VALUES (CAST(x'61ff62' AS TEXT))")
    #expect(try connection.firstRow("SELECT v FROM t") { $0.text(0) } == "a\u{FFFD}b")
  }

  @Test func `reads a file that another program wrote`() throws {
    let path = folder.path + "/other.sqlite"
    _ = try python(
      """
      import sqlite3, sys
      db = sqlite3.connect(sys.argv[1])
      db.execute("CREATE TABLE t (i, r, s, b, n)")
      db.execute("INSERT INTO t VALUES (?, ?, ?, ?, ?)", (2**63 - 1, 1.5, "é\\0x", b"\\x00\\xff", None))
      db.commit()
      """, path)
    let other = try Connection(path: path, mode: .readOnly)
    let row = try other.firstRow("SELECT * FROM t") { row in
      [row.value(0), row.value(1), row.value(2), row.value(3), row.value(4)]
    }
    #expect(row == [.integer(.max), .real(1.5), .text("é\u{0}x"), .blob([0, 255]), .null])
  }

  @Test func `uses the same statement inside its own rows`() throws {
    for value in Int64(1)...3 {
      try connection.execute("INSERT INTO t (v) VALUES (?)", [.integer(value)])
    }
    var pairs = 0
    try connection.forEachRow("SELECT v FROM t") { _ in
      try connection.forEachRow("SELECT v FROM t") { _ in
        pairs += 1
        return true
      }
      return true
    }
    #expect(pairs == 9)
  }

  @Test func `undoes a transaction whose body throws`() throws {
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try connection.transaction(.process) { connection in
        try connection.execute("INSERT INTO t (v) VALUES (1)")
        throw Stop()
      }
    }
    #expect(connection.isIdle)
    #expect(try connection.firstRow("SELECT count(*) FROM t") { $0.integer(0) } == 0)
  }

  @Test func `names the failure without the values`() throws {
    try connection.executeScript("CREATE TABLE u (v TEXT NOT NULL UNIQUE) STRICT")
    try connection.execute("INSERT INTO u VALUES ('a secret')")
    let error = #expect(throws: DatabaseError.self) {
      try connection.execute("INSERT INTO u VALUES (?)", ["a secret"])
    }
    #expect(error?.code == .constraint)
    #expect(error?.description.contains("secret") == false)
  }

  @Test func `refuses a value that no row can hold and stays usable`() throws {
    // Above the 1,000,000,000 bytes of a row, without making them here.
    let error = #expect(throws: DatabaseError.self) {
      try connection.execute("INSERT INTO t (v) VALUES (zeroblob(1000000001))")
    }
    #expect(error?.code == .tooBig)
    try connection.execute("INSERT INTO t (v) VALUES (1)")
  }

  @Test func `counts changed rows`() throws {
    for _ in 0..<3 { try connection.execute("INSERT INTO t (v) VALUES (1)") }
    #expect(try connection.execute("UPDATE t SET v = 2 WHERE k > 1") == 2)
  }

  @Test func `reports a text without a statement`() throws {
    #expect(throws: DatabaseError.self) { try connection.execute("  -- nothing") }
    #expect(throws: DatabaseError.self) { try connection.execute("SELEC 1") }
    #expect(throws: DatabaseError.self) { try connection.execute("SELECT 1", [1, 2]) }
  }
}
