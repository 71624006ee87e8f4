#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Waits for many sockets at once.
struct SocketPoller {
  private var polled: [pollfd] = []
  private var positions: [Int32: Int] = [:]

  /// Watches `descriptor` from now on, or changes what it is watched for.
  mutating func watch(_ descriptor: Int32, reads: Bool, writes: Bool) {
    let events = (reads ? Int16(POLLIN) : 0) | (writes ? Int16(POLLOUT) : 0)
    if let position = positions[descriptor] {
      polled[position].events = events
    } else {
      positions[descriptor] = polled.count
      polled.append(pollfd(fd: descriptor, events: events, revents: 0))
    }
  }

  mutating func forget(_ descriptor: Int32) {
    guard let position = positions.removeValue(forKey: descriptor) else { return }
    let last = polled.removeLast()
    if position < polled.count {
      polled[position] = last
      positions[last.fd] = position
    }
  }

  /// Waits until a socket is ready or `milliseconds` have passed, and answers what is ready.
  mutating func wait(milliseconds: Int32) -> [(descriptor: Int32, ready: Int16)] {
    let count = unsafe poll(&polled, nfds_t(polled.count), milliseconds)
    // A signal interrupts the wait; the caller waits again.
    guard count > 0 else { return [] }
    return polled.filter { $0.revents != 0 }.map { ($0.fd, $0.revents) }
  }
}
