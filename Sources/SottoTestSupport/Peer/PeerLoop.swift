import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The one thread that does all socket calls of a ``ScriptedPeer``, so that no script blocks the
/// cooperative pool.
final class PeerLoop: Sendable {
  private let listener: Int32
  private let wakeReader: Int32
  private let wakeWriter: Mutex<Int32?>
  private let accepted: @Sendable (Int, @escaping @Sendable () -> Void) -> PeerConnection

  /// Serves `listener`. `accepted` makes the connection with this number; it gets what wakes the
  /// loop.
  init(
    listener: Int32,
    accepted: @escaping @Sendable (Int, @escaping @Sendable () -> Void) -> PeerConnection
  ) throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw PeerSocket.failure("pipe") }
    for end in ends { PeerSocket.makeNonblocking(end) }
    PeerSocket.makeNonblocking(listener)
    self.listener = listener
    wakeReader = ends[0]
    wakeWriter = Mutex(ends[1])
    self.accepted = accepted
  }

  /// Starts the thread. It holds the loop until ``stop()``.
  func start() throws { try startThread { self.run() } }

  /// Looks at the connections' wishes again.
  func wake() {
    wakeWriter.withLock { descriptor in
      guard let descriptor else { return }
      var byte: UInt8 = 1
      // A full pipe wakes as well.
      _ = write(descriptor, &byte, 1)
    }
  }

  /// Closes everything and ends the thread soon after.
  func stop() {
    wakeWriter.withLock { descriptor in
      if let descriptor { close(descriptor) }
      descriptor = nil
    }
  }

  private func run() {
    var connections: [(descriptor: Int32, connection: PeerConnection)] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    var number = 0
    var stopped = false
    while !stopped {
      connections.removeAll { closeIfWished($0.descriptor, $0.connection) }
      var polled = [
        pollfd(fd: wakeReader, events: Int16(POLLIN), revents: 0),
        pollfd(fd: listener, events: Int16(POLLIN), revents: 0),
      ]
      for (descriptor, connection) in connections {
        let wish = connection.wish
        let events = (wish.reads ? Int16(POLLIN) : 0) | (wish.writes ? Int16(POLLOUT) : 0)
        polled.append(pollfd(fd: descriptor, events: events, revents: 0))
      }
      guard poll(&polled, nfds_t(polled.count), -1) >= 0 || errno == EINTR else { break }
      if polled[0].revents != 0 { stopped = drainWakes(&buffer) }
      for (ready, (descriptor, connection)) in zip(polled.dropFirst(2), connections) {
        serve(descriptor, connection, ready.revents, &buffer)
      }
      while polled[1].revents != 0 {
        let descriptor = accept(listener, nil, nil)
        if descriptor < 0 { break }
        PeerSocket.prepare(descriptor)
        connections.append((descriptor, accepted(number) { [weak self] in self?.wake() }))
        number += 1
      }
    }
    for (descriptor, connection) in connections {
      close(descriptor)
      connection.closedHere()
    }
    close(listener)
    close(wakeReader)
  }

  private func drainWakes(_ buffer: inout [UInt8]) -> Bool {
    var count = buffer.count
    while count == buffer.count { count = read(wakeReader, &buffer, buffer.count) }
    return count == 0
  }

  private func closeIfWished(_ descriptor: Int32, _ connection: PeerConnection) -> Bool {
    guard let closing = connection.wish.closing else { return false }
    if closing == .reset { PeerSocket.resetOnClose(descriptor) }
    close(descriptor)
    connection.closedHere()
    return true
  }

  private func serve(
    _ descriptor: Int32, _ connection: PeerConnection, _ ready: Int16, _ buffer: inout [UInt8]
  ) {
    if ready & Int16(POLLOUT) != 0 { connection.flush { PeerSocket.write(descriptor, $0) } }
    let wishesReads = connection.wish.reads
    if ready & Int16(POLLIN | POLLHUP | POLLERR) != 0, wishesReads {
      let count = PeerSocket.read(descriptor, into: &buffer)
      if count > 0 {
        connection.received(buffer[..<count])
      } else if count == 0 || errno != EAGAIN {
        connection.closedByClient()
      }
    } else if ready & Int16(POLLHUP | POLLERR) != 0 {
      connection.closedByClient()
    }
  }
}
