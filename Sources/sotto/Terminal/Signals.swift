@preconcurrency import Dispatch

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Signals as events instead of sudden ends.
enum Signals {
  /// Runs `work` and cancels it at the first SIGINT, SIGTERM or SIGHUP. A second one ends the
  /// program at once.
  static func cancelling(_ work: @escaping @Sendable () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for await _ in stream(of: [SIGINT, SIGTERM, SIGHUP]) { break }
        for signal in [SIGINT, SIGTERM, SIGHUP] { Self.restore(signal) }
        throw CancellationError()
      }
      group.addTask { try await work() }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  /// A write to a closed pipe or socket is an error of that write, not the end of the program.
  static func ignoreBrokenPipes() { ignore(SIGPIPE) }

  static func stream(of signals: [Int32]) -> AsyncStream<Int32> {
    AsyncStream { continuation in
      let sources = signals.map { signal in
        ignore(signal)
        let source = DispatchSource.makeSignalSource(signal: signal, queue: .global())
        source.setEventHandler { continuation.yield(signal) }
        source.activate()
        return source
      }
      continuation.onTermination = { _ in
        for source in sources { source.cancel() }
      }
    }
  }

  private static func ignore(_ number: Int32) { signal(number, SIG_IGN) }
  private static func restore(_ number: Int32) { signal(number, SIG_DFL) }
}
