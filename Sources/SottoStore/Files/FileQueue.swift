/// Runs what reads, writes and digests whole files, which takes long and blocks, away from the
/// cooperative threads and from the database's.
actor FileQueue {
  private nonisolated let executor = QueueExecutor(label: "sotto.store.files")

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  func run<Value: Sendable>(_ body: @Sendable () throws -> Value) rethrows -> Value { try body() }
}
