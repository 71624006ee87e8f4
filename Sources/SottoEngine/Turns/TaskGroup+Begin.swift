extension ThrowingTaskGroup {
  /// Adds a task that runs on this thread up to its first pause, where the system can do that: to wake
  /// another thread takes longer than most first steps.
  mutating func beginTask(
    _ operation: sending @escaping @isolated(any) () async throws -> ChildTaskResult
  ) {
    if #available(macOS 26, iOS 26, *) {
      addImmediateTask(operation: operation)
    } else {
      addTask(operation: operation)
    }
  }
}

extension DiscardingTaskGroup {
  /// As for the groups with results.
  mutating func beginTask(_ operation: sending @escaping @isolated(any) () async -> Void) {
    if #available(macOS 26, iOS 26, *) {
      addImmediateTask(operation: operation)
    } else {
      addTask(operation: operation)
    }
  }
}
