internal import CMicroHTTPD
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A thread that notices what the library does not see: a client that leaves while its connection
/// is suspended, or together with its last bytes (the library takes a short read for the end of the
/// news and then waits for the idle timeout). It also ends connections gently whose request was
/// refused unread.
///
/// Only Linux has it. Elsewhere a lost client is noticed at the next write.
final class ConnectionWatcher: Sendable {
  private struct State {
    var peers: [UInt64: Peer] = [:]
    /// Those whose client has left while the library still has them.
    var departed: [UInt64: Peer] = [:]
    /// Sockets that are read until the client closes, and the time by which it must.
    var lingering: [Int32: ContinuousClock.Instant] = [:]
  }

  /// More than these are closed at once.
  private static let lingerLimit = 64
  private static let lingerTime = Duration.seconds(2)
  private static let tick: Int32 = 250  // milliseconds
  private static let wakeID = UInt64.max
  /// Marks the ids of lingering sockets; the rest of the id is the descriptor.
  private static let lingerFlag: UInt64 = 1 << 63

  private let state = Mutex(State())
  private let isStopping = Atomic(false)

  #if os(Linux)
    private let epoll: Int32
    private let wake: Int32
    private let thread = Mutex<pthread_t?>(nil)

    init() throws(ServerError) {
      epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
      wake = sotto_eventfd()
      guard epoll >= 0, wake >= 0,
        sotto_epoll_add(epoll, wake, sotto_epoll_readable, Self.wakeID) == 0
      else {
        throw ServerError(.cannotStart, "no more files can be opened")
      }
      try startThread()
    }

    deinit {
      close(epoll)
      close(wake)
    }

    func watch(_ peer: Peer) {
      state.withLock { $0.peers[peer.id] = peer }
      _ = sotto_epoll_add(epoll, peer.socket, sotto_epoll_left, peer.id)
    }

    /// Called when the connection is closed, before its descriptor is.
    func forget(_ peer: Peer) {
      state.withLock { state in
        state.peers[peer.id] = nil
        state.departed[peer.id] = nil
      }
      _ = sotto_epoll_remove(epoll, peer.socket)
      if peer.lingers { linger(peer.socket) }
    }

    /// Ends the thread and waits for it.
    func stop() {
      isStopping.store(true, ordering: .releasing)
      notify()
      if let thread = thread.withLock({ $0.take() }) {
        pthread_join(thread, nil)
      }
      for socket in state.withLock({ $0.lingering.keys }) { close(socket) }
    }

    private func notify() {
      var one: UInt64 = 1
      _ = unsafe write(wake, &one, 8)
    }

    private func startThread() throws(ServerError) {
      let context = unsafe Unmanaged.passRetained(self).toOpaque()
      var created: pthread_t = 0
      let status = unsafe pthread_create(
        &created, nil,
        { context in
          if let context = unsafe context {
            unsafe Unmanaged<ConnectionWatcher>.fromOpaque(context).takeRetainedValue().run()
          }
          return nil
        }, context)
      guard status == 0 else {
        unsafe Unmanaged<ConnectionWatcher>.fromOpaque(context).release()
        throw ServerError(.cannotStart, "no more threads can be started")
      }
      let id = created
      thread.withLock { $0 = id }
    }

    private func run() {
      var ids = [UInt64](repeating: 0, count: 64)
      while !isStopping.load(ordering: .acquiring) {
        let isBusy = state.withLock { !$0.lingering.isEmpty || !$0.departed.isEmpty }
        let count = unsafe sotto_epoll_wait(epoll, &ids, isBusy ? Self.tick : -1)
        for id in ids.prefix(max(0, Int(count))) {
          if id == Self.wakeID {
            var counter: UInt64 = 0
            _ = unsafe read(wake, &counter, 8)
          } else if id & Self.lingerFlag != 0 {
            drain(Int32(truncatingIfNeeded: id))
          } else {
            let peer = state.withLock { state in
              guard let peer = state.peers[id] else { return Peer?.none }
              state.departed[id] = peer
              // Each nudge would be news here too, and wake this thread until the library is done.
              _ = sotto_epoll_remove(epoll, peer.socket)
              return peer
            }
            peer?.left()
          }
        }
        nudgeDeparted()
        closeOverdue()
      }
    }

    /// Makes the library look at sockets again whose client has left; again and again, because it
    /// may just be taking the last bytes. Under the lock, so that no descriptor is another's yet.
    private func nudgeDeparted() {
      state.withLock { state in
        for peer in state.departed.values { shutdown(peer.socket, Int32(SHUT_RD)) }
      }
    }

    // MARK: Lingering

    private func linger(_ socket: Int32) {
      let copy = fcntl(socket, F_DUPFD_CLOEXEC, 0)
      guard copy >= 0 else { return }
      let isTaken = state.withLock { state in
        guard state.lingering.count < Self.lingerLimit else { return false }
        state.lingering[copy] = .now + Self.lingerTime
        return true
      }
      guard isTaken else {
        close(copy)
        return
      }
      _ = sotto_epoll_add(
        epoll, copy, sotto_epoll_readable, Self.lingerFlag | UInt64(UInt32(bitPattern: copy)))
      notify()
    }

    private func drain(_ socket: Int32) {
      var scratch = [UInt8](repeating: 0, count: 64 << 10)
      // A few rounds only: other sockets have a turn too.
      for _ in 0..<16 {
        let size = unsafe recv(socket, &scratch, scratch.count, Int32(MSG_DONTWAIT))
        if size > 0 { continue }
        if size < 0 && (errno == EAGAIN || errno == EINTR) { return }
        endLinger(socket)
        return
      }
    }

    private func closeOverdue() {
      let now = ContinuousClock.now
      let overdue = state.withLock { $0.lingering.filter { $0.value < now }.map(\.key) }
      for socket in overdue { endLinger(socket) }
    }

    private func endLinger(_ socket: Int32) {
      let isOurs = state.withLock { $0.lingering.removeValue(forKey: socket) != nil }
      guard isOurs else { return }
      // While the library still has the original, closing the copy would leave the entry, and with it
      // events under a number that may be another's by then.
      _ = sotto_epoll_remove(epoll, socket)
      close(socket)
    }
  #else
    init() throws(ServerError) {}
    func watch(_ peer: Peer) {}
    func forget(_ peer: Peer) {}
    func stop() {}
  #endif
}
