import SottoCore
import SottoTransport
import Synchronization

/// The queue to libcurl's thread. Everything here may be called from anywhere and returns at once.
final class CurlLoop: Sendable {
  enum Command: Sendable {
    case start(UInt64, CurlRequest, Exchange)
    case resume(UInt64)
    case cancel(UInt64)
  }

  private struct State {
    var commands: [Command] = []
    var lastID: UInt64 = 0
    var isStopped = false
    var thread: LoopThread?
  }

  let options: CurlTransport.Options
  let wakeup: Wakeup
  private let state = Mutex(State())

  init(options: CurlTransport.Options) throws(TransportError) {
    self.options = options
    guard let wakeup = Wakeup() else {
      throw TransportError(.connectionLost, "the process has too many open files")
    }
    self.wakeup = wakeup
    let thread = try LoopThread { [self] in run() }
    state.withLock { $0.thread = thread }
  }

  /// Queues a request and answers where its answer will come.
  func start(_ request: CurlRequest) throws(TransportError) -> Exchange {
    let (exchange, wakes) = state.withLock { state -> (Exchange?, Bool) in
      if state.isStopped { return (nil, false) }
      state.lastID += 1
      let id = state.lastID
      let exchange = Exchange(
        capacity: options.bufferedBytes,
        resume: { [self] in post(.resume(id)) }, abandon: { [self] in post(.cancel(id)) })
      state.commands.append(.start(id, request, exchange))
      return (exchange, state.commands.count == 1)
    }
    guard let exchange else {
      throw TransportError(.connectionLost, "the transport has been shut down")
    }
    if wakes { wakeup.signal() }
    return exchange
  }

  /// Cancels every transfer and waits for the thread, unless this is the thread.
  func stop() {
    let thread = state.withLock { state in
      state.isStopped = true
      defer { state.thread = nil }
      return state.thread
    }
    wakeup.signal()
    thread?.join()
  }

  private func post(_ command: Command) {
    let wakes = state.withLock { state in
      if state.isStopped { return false }
      state.commands.append(command)
      return state.commands.count == 1
    }
    if wakes { wakeup.signal() }
  }

  /// On the thread: what came since the last call; `nil` ends the thread.
  func takeCommands() -> [Command]? {
    state.withLock { state in
      if state.isStopped { return nil }
      defer { state.commands.removeAll(keepingCapacity: true) }
      return state.commands
    }
  }

  private func run() {
    var reason: any Error = CancellationError()
    do {
      try CurlWorker(self).run()
    } catch {
      reason = error
    }
    let left = state.withLock { state in
      state.isStopped = true
      defer { state.commands = [] }
      return state.commands
    }
    // Nobody may wait for a request that came too late or never got a worker.
    for case .start(_, _, let exchange) in left { exchange.finish(.failed(reason)) }
  }
}
