#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The few socket calls that the peer needs, on descriptors.
enum PeerSocket {
  /// A socket that listens on a free loopback port.
  static func listen(backlog: Int32) throws -> (descriptor: Int32, port: UInt16) {
    let descriptor = socket(AF_INET, streamType, 0)
    guard descriptor >= 0 else { throw failure("socket") }
    var address = loopback(port: 0)
    guard
      withAddress(&address, { bind(descriptor, $0, $1) }) == 0,
      systemListen(descriptor, backlog) == 0
    else {
      let error = failure("listen")
      close(descriptor)
      throw error
    }
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let named = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    guard named == 0 else { throw failure("getsockname") }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  /// A socket whose connection to `port` has been started.
  static func connect(port: UInt16) throws -> Int32 {
    let descriptor = socket(AF_INET, streamType, 0)
    guard descriptor >= 0 else { throw failure("socket") }
    makeNonblocking(descriptor)
    var address = loopback(port: port)
    // Nonblocking: the result tells nothing yet.
    _ = withAddress(&address) { systemConnect(descriptor, $0, $1) }
    return descriptor
  }

  static func makeNonblocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Sends each small write at once, as servers of streams do.
  static func prepare(_ descriptor: Int32) {
    makeNonblocking(descriptor)
    var on: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    #if !canImport(Glibc)
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  static func write(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
    #if canImport(Glibc)
      let flags = Int32(MSG_NOSIGNAL)
    #else
      let flags: Int32 = 0
    #endif
    return bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
  }

  static func read(_ descriptor: Int32, into buffer: inout [UInt8]) -> Int {
    buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
  }

  /// Closing now sends RST instead of FIN.
  static func resetOnClose(_ descriptor: Int32) {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  static func failure(_ call: String) -> PeerError { .system(call: call, errno: errno) }

  private static var streamType: Int32 {
    #if canImport(Glibc)
      Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    #else
      SOCK_STREAM
    #endif
  }

  private static func loopback(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  private static func withAddress(
    _ address: inout sockaddr_in, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        call($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}

private func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 {
  listen(descriptor, backlog)
}

private func systemConnect(
  _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
) -> Int32 {
  connect(descriptor, address, length)
}
