import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// An HTTP client on a bare socket, so that a test can send anything and stop anywhere.
///
/// Calls block a thread of their own: the pool's threads belong to the server's handlers.
final class RawClient: @unchecked Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  struct Response {
    var status = 0
    var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []

    var text: String { String(decoding: body, as: UTF8.self) }
    func header(_ name: String) -> String? {
      headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
  }

  let socket: Int32
  private var received: [UInt8] = []
  private var next = 0
  private var isOpen = true

  /// Connects, over IPv6 when the host has a colon.
  init(port: UInt16, host: String = "127.0.0.1", receiveBuffer: Int32? = nil) throws {
    let isIPv6 = host.contains(":")
    socket = Glibc.socket(isIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    if var size = receiveBuffer {
      setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, 4)
    }
    var timeout = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    var one: Int32 = 1
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
    let status: Int32
    if isIPv6 {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      inet_pton(AF_INET6, host, &address.sin6_addr)
      status = connectTo(&address, size: MemoryLayout<sockaddr_in6>.size)
    } else {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      inet_pton(AF_INET, host, &address.sin_addr)
      status = connectTo(&address, size: MemoryLayout<sockaddr_in>.size)
    }
    guard status == 0 else {
      let reason = String(cString: strerror(errno))
      // Not the descriptor alone: this object closes again when it goes, by then another's.
      close()
      throw Failure(description: "connect: \(reason)")
    }
  }

  deinit {
    close()
  }

  private func connectTo<Address>(_ address: inout Address, size: Int) -> Int32 {
    withUnsafeMutableBytes(of: &address) {
      connect(socket, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(size))
    }
  }

  func close() {
    if isOpen { Glibc.close(socket) }
    isOpen = false
  }

  /// Closes with a reset, as a crashed or impatient client does.
  func reset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    close()
  }

  /// Closes the sending side only.
  func finishSending() {
    shutdown(socket, Int32(SHUT_WR))
  }

  func send(_ text: String) async throws {
    try await send(Array(text.utf8))
  }

  func send(_ bytes: [UInt8]) async throws {
    try await onThread { [self] in
      var rest = bytes[...]
      while !rest.isEmpty {
        let size = rest.withUnsafeBytes {
          Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard size > 0 else { throw Failure(description: String(cString: strerror(errno))) }
        rest = rest.dropFirst(size)
      }
    }
  }

  /// Sends a request without a body and reads the answer.
  func get(
    _ target: String, method: String = "GET", headers: String = "",
  ) async throws -> Response {
    try await send("\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n\(headers)\r\n")
    return try await response(hasBody: method != "HEAD")
  }

  /// Sends a request with a body and reads the answer.
  func post(_ target: String, _ body: [UInt8], headers: String = "") async throws -> Response {
    let head = "POST \(target) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.count)\r\n"
    try await send(Array("\(head)\(headers)\r\n".utf8) + body)
    return try await response()
  }

  func response(hasBody: Bool = true) async throws -> Response {
    var response = Response()
    let head = try await read(through: "\r\n\r\n").split(separator: "\r\n")
    guard let line = head.first, let status = line.split(separator: " ").dropFirst().first,
      let code = Int(status)
    else { throw Failure(description: "no status line") }
    response.status = code
    for line in head.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { throw Failure(description: "bad header \(line)") }
      response.headers.append((String(parts[0]), parts[1].trimmingCharacters(in: .whitespaces)))
    }
    guard hasBody, code >= 200, code != 204, code != 304 else { return response }
    if let length = response.header("content-length").flatMap({ Int($0) }) {
      response.body = try await read(count: length)
    } else if response.header("transfer-encoding") == "chunked" {
      while let chunk = try await chunk() { response.body += chunk }
    } else {
      response.body = try await readToEnd()
    }
    return response
  }

  /// The next chunk of a chunked body; nil after the last.
  func chunk() async throws -> [UInt8]? {
    // CR and LF are one character.
    let line = try await read(through: "\r\n").dropLast()
    guard let size = Int(line, radix: 16) else {
      throw Failure(description: "bad chunk size \(line)")
    }
    let chunk = try await read(count: size)
    _ = try await read(through: "\r\n")
    return size == 0 ? nil : chunk
  }

  func read(through end: String) async throws -> String {
    let wanted = Array(end.utf8)
    var checked = next
    while true {
      while checked + wanted.count <= received.count {
        if received[checked..<checked + wanted.count].elementsEqual(wanted) {
          defer { next = checked + wanted.count }
          return String(decoding: received[next..<checked + wanted.count], as: UTF8.self)
        }
        checked += 1
      }
      let offset = checked - next
      guard try await receive() else {
        let got = String(decoding: received[next...], as: UTF8.self)
        throw Failure(description: "closed after \(got.debugDescription)")
      }
      checked = next + offset
    }
  }

  func read(count: Int) async throws -> [UInt8] {
    while received.count - next < count {
      guard try await receive() else { throw Failure(description: "closed too early") }
    }
    defer { next += count }
    return Array(received[next..<next + count])
  }

  /// Everything until the server closes.
  func readToEnd() async throws -> [UInt8] {
    while try await receive() {}
    defer { next = received.count }
    return Array(received[next...])
  }

  private func receive() async throws -> Bool {
    let bytes: [UInt8] = try await onThread { [self] in
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      let size = recv(socket, &buffer, buffer.count, 0)
      guard size >= 0 else { throw Failure(description: String(cString: strerror(errno))) }
      return Array(buffer[..<size])
    }
    if next == received.count {
      received = []
      next = 0
    }
    received += bytes
    return !bytes.isEmpty
  }

  private func onThread<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result,
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Swift.Result { try body() })
      }
    }
  }
}
