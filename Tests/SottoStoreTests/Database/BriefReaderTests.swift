import Dispatch
import Testing

@testable import SottoStore

struct BriefReaderTests {
  private let folder: ScratchFolder
  private let reader: BriefReader

  init() throws {
    folder = try ScratchFolder()
    let connection = try Connection(path: folder.database, mode: .create, busyTimeout: 0)
    try connection.executeScript(
      "PRAGMA journal_mode = DELETE; CREATE TABLE t (v); INSERT INTO t VALUES (7)")
    reader = BriefReader(try Connection(path: folder.database, mode: .readOnly, busyTimeout: 0))
  }

  private func value() throws -> Int64? {
    try reader.read { try $0.firstRow("SELECT v FROM t") { $0.integer(0) } } ?? nil
  }

  @Test func `reads on the calling thread`() throws { #expect(try value() == 7) }

  @Test func `does not wait for another thread`() async throws {
    let (holds, ends) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
    DispatchQueue.global().async { [reader] in
      _ = try? reader.read { _ in
        holds.continuation.finish()
        ends.wait()
      }
    }
    for await _ in holds.stream {}
    #expect(try value() == nil)
    ends.signal()
  }

  @Test func `does not wait for another process`() throws {
    let other = try Connection(path: folder.database, mode: .readWrite)
    try other.execute("BEGIN EXCLUSIVE")
    #expect(try value() == nil)
    try other.execute("COMMIT")
    #expect(try value() == 7)
  }

  @Test func `reads nothing once it is closed`() throws {
    reader.close()
    #expect(try value() == nil)
  }
}
