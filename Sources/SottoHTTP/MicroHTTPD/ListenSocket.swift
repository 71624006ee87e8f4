internal import CMicroHTTPD

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Binds listening sockets. Done here and not by the library, which does not say why it could not.
enum ListenSocket {
  /// A resolved address, copied out of the resolver's list.
  private struct Address {
    var family: Int32
    var bytes: [UInt8]
  }

  /// Opens one socket for `host`, or one for each loopback address when it is `localhost`; all have
  /// the same port. The descriptors are the caller's to close.
  static func open(
    host: String, port: UInt16,
  ) throws(ServerError) -> (sockets: [Int32], port: UInt16) {
    guard host == "localhost" else {
      guard let address = try resolve(host).first else {
        throw ServerError(.badAddress, "\(host) has no address")
      }
      let (socket, bound) = try bind(address, port: port, host: host)
      return ([socket], bound)
    }
    let (first, bound) = try bind(resolve("127.0.0.1")[0], port: port, host: host)
    // A machine without IPv6, or one where something else has that port there, is served by IPv4.
    guard let address = try? resolve("::1").first,
      let (second, _) = try? bind(address, port: bound, host: host)
    else { return ([first], bound) }
    return ([first, second], bound)
  }

  static func close(_ sockets: [Int32]) {
    for socket in sockets { closeDescriptor(socket) }
  }

  private static func resolve(_ host: String) throws(ServerError) -> [Address] {
    var hints = unsafe addrinfo()
    #if canImport(Glibc)
      unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      unsafe hints.ai_socktype = SOCK_STREAM
    #endif
    unsafe hints.ai_flags = AI_PASSIVE
    var list: UnsafeMutablePointer<addrinfo>? = nil
    let status = unsafe getaddrinfo(host, nil, &hints, &list)
    defer { if let list = unsafe list { unsafe freeaddrinfo(list) } }
    guard status == 0 else {
      throw ServerError(.badAddress, "\(host) cannot be resolved: \(resolverMessage(status))")
    }
    var result: [Address] = []
    var next = unsafe list
    while let entry = unsafe next {
      if let address = unsafe entry.pointee.ai_addr {
        let bytes = unsafe UnsafeRawBufferPointer(
          start: address, count: Int(entry.pointee.ai_addrlen))
        result.append(Address(family: unsafe entry.pointee.ai_family, bytes: unsafe Array(bytes)))
      }
      unsafe next = unsafe entry.pointee.ai_next
    }
    return result
  }

  private static func bind(
    _ address: Address, port: UInt16, host: String,
  ) throws(ServerError) -> (Int32, port: UInt16) {
    var bytes = address.bytes
    // Both families keep the port, big-endian, after two bytes of family.
    bytes[2] = UInt8(port >> 8)
    bytes[3] = UInt8(port & 0xFF)
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let socket = Self.socket(address.family, kind)
    guard socket >= 0 else { throw failure(errno, host: host, port: port) }
    set(socket, SOL_SOCKET, SO_REUSEADDR, 1)
    if address.family == AF_INET6 {
      // Only the wildcard is meant for both families.
      let isWildcard = bytes[8..<24].allSatisfy { $0 == 0 }
      set(socket, Int32(IPPROTO_IPV6), IPV6_V6ONLY, isWildcard ? 0 : 1)
    }
    let bound = unsafe bytes.withUnsafeBytes { raw in
      guard let start = raw.baseAddress else { return Int32(-1) }
      return unsafe Self.bind(
        socket, start.assumingMemoryBound(to: sockaddr.self), socklen_t(raw.count))
    }
    guard bound == 0, listen(socket, 1024) == 0,
      fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK) == 0,
      let actual = portOf(socket)
    else {
      let reason = errno
      closeDescriptor(socket)
      throw failure(reason, host: host, port: port)
    }
    return (socket, actual)
  }

  private static func portOf(_ socket: Int32) -> UInt16? {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return unsafe withUnsafeMutableBytes(of: &storage) { raw in
      guard let start = raw.baseAddress else { return nil }
      let address = unsafe start.assumingMemoryBound(to: sockaddr.self)
      guard unsafe getsockname(socket, address, &size) == 0 else { return nil }
      return unsafe UInt16(raw[2]) << 8 | UInt16(raw[3])
    }
  }

  private static func failure(_ reason: Int32, host: String, port: UInt16) -> ServerError {
    switch reason {
    case EADDRINUSE:
      ServerError(.portInUse, "port \(port) on \(host) is in use by another program")
    case EACCES, EPERM:
      ServerError(.permissionDenied, "this user may not listen on port \(port)")
    case EADDRNOTAVAIL, EAFNOSUPPORT, EINVAL:
      ServerError(.badAddress, "\(host) is not an address of this machine")
    default:
      ServerError(
        .cannotStart,
        "cannot listen on \(host) port \(port): \(unsafe String(cString: strerror(reason)))")
    }
  }

  private static func resolverMessage(_ status: Int32) -> String {
    unsafe gai_strerror(status).map { unsafe String(cString: $0) } ?? "unknown reason"
  }

  // The names above would hide the system's inside this type.

  private static func closeDescriptor(_ socket: Int32) {
    #if canImport(Glibc)
      _ = Glibc.close(socket)
    #else
      _ = Darwin.close(socket)
    #endif
  }

  private static func socket(_ family: Int32, _ kind: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.socket(family, kind, 0)
    #else
      Darwin.socket(family, kind, 0)
    #endif
  }

  private static func bind(
    _ socket: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t,
  ) -> Int32 {
    #if canImport(Glibc)
      unsafe Glibc.bind(socket, address, size)
    #else
      unsafe Darwin.bind(socket, address, size)
    #endif
  }
}

/// Sets an integer option; a socket that does not know it works without.
func set(_ socket: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
  var value = value
  _ = unsafe setsockopt(socket, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
}
