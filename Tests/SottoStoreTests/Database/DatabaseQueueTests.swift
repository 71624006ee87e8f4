import Dispatch
import Testing

@testable import SottoStore

struct DatabaseQueueTests {
  private let folder: ScratchFolder
  private let queue: DatabaseQueue

  init() async throws {
    folder = try ScratchFolder()
    let path = folder.database
    queue = try await DatabaseQueue.open(label: "test") {
      let connection = try Connection(path: path, mode: .create)
      try connection.executeScript(
        "PRAGMA journal_mode = DELETE; CREATE TABLE t (v); INSERT INTO t VALUES (7)")
      return connection
    }
  }

  private func valueNow() throws -> Int64? {
    try queue.runNow { connection in
      try connection.snapshotNow { try $0.firstRow("SELECT v FROM t") { $0.integer(0) } }
    }.flatMap { $0 }.flatMap { $0 }
  }

  @Test func `works on the calling thread`() throws { #expect(try valueNow() == 7) }

  @Test func `does not wait for another thread, nor overtakes one that waits`() async throws {
    let (holds, ends) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
    queue.schedule { _ in
      holds.continuation.finish()
      ends.wait()
    }
    for await _ in holds.stream {}
    #expect(try valueNow() == nil)
    async let waiting = queue.run { try $0.firstRow("SELECT v FROM t") { $0.integer(0) } }
    ends.signal()
    #expect(try await waiting == 7)
    // Whoever waited goes on a moment before the connection is free.
    var value = try valueNow()
    while value == nil {
      await Task.yield()
      value = try valueNow()
    }
    #expect(value == 7)
  }

  @Test func `neither reads nor writes while another process has the database`() throws {
    let other = try Connection(path: folder.database, mode: .readWrite)
    try other.execute("BEGIN EXCLUSIVE")
    #expect(try valueNow() == nil)
    let written = try queue.runNow { connection in
      try connection.transactionNow(.process) { try $0.execute("UPDATE t SET v = 8") }
    }
    #expect(written == .some(nil))
    try other.execute("COMMIT")
    #expect(try valueNow() == 7)
  }

  @Test func `throws once it is closed`() async throws {
    await queue.close()
    #expect(throws: DatabaseError.self) { try valueNow() }
    await #expect(throws: DatabaseError.self) { try await queue.run { _ in } }
  }
}
