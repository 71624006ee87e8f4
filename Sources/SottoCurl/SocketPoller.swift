import CCurl
import SottoCore

#if canImport(Glibc)
  import Glibc

  /// Waits for many sockets at once, at the cost of those that are ready.
  @safe struct SocketPoller: ~Copyable {
    private let epoll: Int32
    private var events = unsafe [epoll_event](repeating: epoll_event(), count: 256)

    init() throws(TransportError) {
      epoll = epoll_create1(0)
      if epoll < 0 {
        throw TransportError(.connectionLost, "the process has too many open files")
      }
      _ = fcntl(epoll, F_SETFD, FD_CLOEXEC)
    }

    deinit { close(epoll) }

    /// Watches `descriptor` from now on, or changes what it is watched for.
    func watch(_ descriptor: Int32, reads: Bool, writes: Bool) {
      var event = unsafe epoll_event()
      unsafe event.events = (reads ? EPOLLIN.rawValue : 0) | (writes ? EPOLLOUT.rawValue : 0)
      unsafe event.data.fd = descriptor
      if unsafe epoll_ctl(epoll, EPOLL_CTL_MOD, descriptor, &event) != 0 {
        unsafe epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event)
      }
    }

    func forget(_ descriptor: Int32) {
      // One that was closed before is forgotten already.
      epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, nil)
    }

    /// Waits until a socket is ready or `milliseconds` have passed, and answers what is ready in
    /// the bits of `poll`, which have the same values here.
    mutating func wait(milliseconds: Int32) -> [(descriptor: Int32, ready: Int32)] {
      let count = unsafe epoll_wait(epoll, &events, Int32(events.count), milliseconds)
      // A signal interrupts the wait; the caller waits again.
      guard count > 0 else { return [] }
      return unsafe events.prefix(Int(count)).map {
        unsafe ($0.data.fd, Int32(truncatingIfNeeded: $0.events))
      }
    }
  }
#else
  import Darwin

  /// Waits for many sockets at once.
  struct SocketPoller: ~Copyable {
    private var polled: [pollfd] = []
    private var positions: [Int32: Int] = [:]

    init() throws(TransportError) {}

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
    mutating func wait(milliseconds: Int32) -> [(descriptor: Int32, ready: Int32)] {
      let count = unsafe poll(&polled, nfds_t(polled.count), milliseconds)
      // A signal interrupts the wait; the caller waits again.
      guard count > 0 else { return [] }
      return polled.filter { $0.revents != 0 }.map { ($0.fd, Int32($0.revents)) }
    }
  }
#endif
