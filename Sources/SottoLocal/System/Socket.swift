#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A TCP connection for one short exchange, every wait of it bounded by a deadline.
///
/// Only for asking servers on this machine whether they are there: no TLS, no redirects. It blocks
/// its thread, so it is called on a dispatch queue.
struct Socket {
  private let descriptor: Descriptor
  private let deadline: ContinuousClock.Instant

  /// Connects to the first address of a name that answers.
  /// - Throws: `LocalModelError` with `.system` or `.timedOut`.
  init(host: String, port: UInt16, deadline: ContinuousClock.Instant) throws(LocalModelError) {
    self.deadline = deadline
    var list: UnsafeMutablePointer<addrinfo>?
    var hints = addrinfo()
    hints.ai_socktype = Self.stream
    let status = getaddrinfo(host, String(port), &hints, &list)
    defer { if let list { freeaddrinfo(list) } }
    guard status == 0 else {
      throw LocalModelError(
        .system, "cannot resolve \(host): \(String(cString: gai_strerror(status)))")
    }
    var last = LocalModelError(.system, "\(host) has no address")
    var next = list
    while let address = next?.pointee {
      do throws(LocalModelError) {
        descriptor = try Self.connect(to: address, deadline: deadline)
        return
      } catch {
        last = error
      }
      next = address.ai_next
    }
    throw last
  }

  /// Sends all bytes.
  func send(_ bytes: [UInt8]) throws(LocalModelError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      try Self.wait(for: POLLOUT, on: descriptor, deadline: deadline)
      let count = rest.withUnsafeBytes {
        #if os(Linux)
          Glibc.send(descriptor.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        #else
          Darwin.send(descriptor.number, $0.baseAddress, $0.count, 0)
        #endif
      }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { throw .system("send") }
      rest = rest.dropFirst(count)
    }
  }

  /// The next bytes; empty when the peer has closed the connection.
  func receive() throws(LocalModelError) -> [UInt8] {
    try Self.wait(for: POLLIN, on: descriptor, deadline: deadline)
    return descriptor.readSome()
  }

  /// A TCP port of the loopback address that was free a moment ago.
  static func freePort() throws(LocalModelError) -> UInt16 {
    let descriptor = try open(family: AF_INET)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
        bind(descriptor.number, raw, size) == 0 ? getsockname(descriptor.number, raw, &size) : -1
      }
    }
    guard status == 0 else { throw .system("find a free port") }
    return UInt16(bigEndian: address.sin_port)
  }

  private static func connect(
    to address: addrinfo, deadline: ContinuousClock.Instant
  ) throws(LocalModelError) -> Descriptor {
    let descriptor = try open(family: address.ai_family)
    _ = fcntl(descriptor.number, F_SETFL, O_NONBLOCK)
    #if os(Linux)
      let status = Glibc.connect(descriptor.number, address.ai_addr, address.ai_addrlen)
    #else
      var on: Int32 = 1
      setsockopt(
        descriptor.number, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
      let status = Darwin.connect(descriptor.number, address.ai_addr, address.ai_addrlen)
    #endif
    if status == 0 { return descriptor }
    guard errno == EINPROGRESS else { throw .system("connect") }
    try wait(for: POLLOUT, on: descriptor, deadline: deadline)
    var failure: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(descriptor.number, SOL_SOCKET, SO_ERROR, &failure, &size)
    guard failure == 0 else { throw .system("connect", number: failure) }
    return descriptor
  }

  private static func open(family: Int32) throws(LocalModelError) -> Descriptor {
    #if os(Linux)
      let number = socket(family, stream | Int32(SOCK_CLOEXEC.rawValue), 0)
    #else
      let number = socket(family, stream, 0)
      _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    #endif
    guard number >= 0 else { throw .system("open a socket") }
    return Descriptor(number)
  }

  #if os(Linux)
    private static let stream = Int32(SOCK_STREAM.rawValue)
  #else
    private static let stream = SOCK_STREAM
  #endif

  private static func wait(
    for events: Int32, on descriptor: Descriptor, deadline: ContinuousClock.Instant
  ) throws(LocalModelError) {
    var entry = pollfd(fd: descriptor.number, events: Int16(events), revents: 0)
    while true {
      let left = deadline - .now
      guard left > .zero else { throw LocalModelError(.timedOut, "no answer in time") }
      // Rounded up, so that the last millisecond is not a busy loop.
      let milliseconds = min(left / .milliseconds(1), 60_000).rounded(.up)
      let count = poll(&entry, 1, Int32(milliseconds))
      if count > 0 { return }
      if count < 0, errno != EINTR { throw .system("wait for an answer") }
    }
  }
}
