internal import Synchronization

/// Connections that read while the writer writes. Each call sees one unchanging state.
final class ReaderPool: Sendable {
  private let readers: [DatabaseQueue]
  private let writer: DatabaseQueue
  private let failure: StorageFailure
  /// The calls that wait at each reader.
  private let loads: Mutex<[Int]>

  init(readers: [DatabaseQueue], writer: DatabaseQueue, failure: StorageFailure) {
    self.readers = readers
    self.writer = writer
    self.failure = failure
    loads = Mutex(Array(repeating: 0, count: readers.count))
  }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    let index = loads.withLock { loads in
      let index = loads.indices.min { loads[$0] < loads[$1] } ?? 0
      loads[index] += 1
      return index
    }
    defer { loads.withLock { $0[index] -= 1 } }
    return try await failure.translating {
      try await readers[index].run { connection in try connection.snapshot(body) }
    }
  }

  /// As ``read(_:)``, on the calling thread when it can: only for a few rows that an index finds. To hand
  /// such a read over to a reader's thread and back takes several times as long as the read, and a turn makes
  /// some before its request leaves. The writer's connection has what it wrote in its cache, where a
  /// reader's begins anew after each commit.
  func readBriefly<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    let value = try failure.translating {
      try writer.runNow { connection in try connection.snapshotNow(body) } ?? nil
    }
    if let value { return value }
    return try await read(body)
  }

  func close() async {
    for reader in readers { await reader.close() }
  }
}
