internal import Synchronization

/// Connections that read while the writer writes. Each call sees one unchanging state.
final class ReaderPool: Sendable {
  private let readers: [DatabaseActor]
  private let failure: StorageFailure
  /// The calls that wait at each reader.
  private let loads: Mutex<[Int]>

  init(readers: [DatabaseActor], failure: StorageFailure) {
    self.readers = readers
    self.failure = failure
    loads = Mutex(Array(repeating: 0, count: readers.count))
  }

  func read<Value: Sendable>(
    _ body: @Sendable (Connection) throws -> Value
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

  func close() async {
    for reader in readers { await reader.close() }
  }
}
