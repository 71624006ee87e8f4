import Synchronization

/// What the connections of a server share: its routes, and the replies that are under way.
final class ServerCore: Sendable {
  private struct State {
    var isClosing = false
    var pending: [ObjectIdentifier: PendingReply] = [:]
  }

  let configuration: ServerConfiguration
  let router: Router
  let watcher: ConnectionWatcher
  /// Fires when the server begins to close.
  let closing = Signal()

  private let state = Mutex(State())
  private let idle = Signal()
  private let lastPeer = Atomic<UInt64>(0)
  // Read for every request, so apart from the lock.
  private let closingFlag = Atomic(false)

  init(_ configuration: ServerConfiguration, _ router: Router) throws(ServerError) {
    self.configuration = configuration
    self.router = router
    watcher = try ConnectionWatcher()
  }

  var isClosing: Bool { closingFlag.load(ordering: .acquiring) }

  func nextPeerID() -> UInt64 {
    lastPeer.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// False when the server is closing: the reply must not suspend its connection then.
  func insert(_ reply: PendingReply) -> Bool {
    state.withLock { state in
      guard !state.isClosing else { return false }
      state.pending[ObjectIdentifier(reply)] = reply
      return true
    }
  }

  func remove(_ reply: PendingReply) {
    let isIdle = state.withLock { state in
      state.pending[ObjectIdentifier(reply)] = nil
      return state.isClosing && state.pending.isEmpty
    }
    if isIdle { idle.fire() }
  }

  /// Ends all work: streams at once, handlers when they are done or the grace is over. Afterwards
  /// no connection is suspended and none can be, which the library demands before it stops.
  func close() async {
    let isIdle = state.withLock { state in
      state.isClosing = true
      return state.pending.isEmpty
    }
    closingFlag.store(true, ordering: .releasing)
    closing.fire()
    if isIdle { idle.fire() }

    for reply in pending { reply.cancel(onlyStreams: true) }
    await idle.wait(atMost: configuration.shutdownGrace)
    for reply in pending { reply.cancel(onlyStreams: false) }
    await idle.wait(atMost: min(configuration.shutdownGrace, .milliseconds(200)))
    for reply in pending { reply.abandon() }
  }

  private var pending: [PendingReply] {
    state.withLock { Array($0.pending.values) }
  }
}
