@preconcurrency import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Makes of SIGINT, SIGTERM and SIGHUP the wish to stop what is being done, and without that the
/// end of the program.
///
/// A command has one, from before its work begins: until it exists a signal does what it always
/// does, and afterwards none is lost.
final class SignalWatch: Sendable {
  private let state: State
  private let sources: [any DispatchSourceSignal]

  /// What the next signal stops.
  private final class State: Sendable {
    private let stop = Mutex<(@Sendable () -> Void)?>(nil)

    func set(_ action: (@Sendable () -> Void)?) { stop.withLock { $0 = action } }

    func take() -> (@Sendable () -> Void)? {
      stop.withLock { stop in
        defer { stop = nil }
        return stop
      }
    }
  }

  /// Returns when all of them are watched.
  init() async {
    let state = State()
    var sources: [any DispatchSourceSignal] = []
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        guard let stop = state.take() else { _exit(128 + number) }
        stop()
      }
      await withCheckedContinuation { registered in
        source.setRegistrationHandler { registered.resume() }
        source.activate()
      }
      #if !canImport(Glibc)
        // Only on Linux does a source take the place of what the signal would do.
        signal(number, SIG_IGN)
      #endif
      sources.append(source)
    }
    self.state = state
    self.sources = sources
  }

  /// Runs `work` and cancels it at the first signal. A second one ends the program at once.
  func cancelling(_ work: @escaping @Sendable () async throws -> Void) async throws {
    let (wishes, incoming) = AsyncStream.makeStream(of: Void.self)
    state.set { incoming.yield() }
    defer { state.set(nil) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for await _ in wishes { break }
        throw CancellationError()
      }
      group.addTask { try await work() }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  /// A write to a closed pipe or socket is an error of that write, not the end of the program.
  static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }
}
