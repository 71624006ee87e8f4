internal import CMicroHTTPD

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The library's connection.
///
/// It may be used on its own thread during a callback, and resumed from anywhere while it is
/// suspended: a suspended connection cannot go away.
@safe struct Connection: @unchecked Sendable {
  private let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) {
    unsafe self.pointer = unsafe pointer
  }

  /// Stops all work on it. Only on its own thread.
  func suspend() {
    unsafe MHD_suspend_connection(pointer)
  }

  /// Lets its thread call the access handler or the stream's reader again.
  func resume() {
    unsafe MHD_resume_connection(pointer)
  }

  var socket: Int32 {
    unsafe sotto_connection_socket(pointer)
  }

  /// What was stored for it when it was accepted.
  var peer: Peer? {
    guard let context = unsafe sotto_connection_context(pointer) else { return nil }
    return unsafe Unmanaged<Peer>.fromOpaque(context).takeUnretainedValue()
  }

  /// The other end's address in numbers; empty when it has none.
  var remoteAddress: String {
    guard let address = unsafe sotto_connection_address(pointer) else { return "" }
    let isIPv6 = unsafe Int32(address.pointee.sa_family) == AF_INET6
    let size = isIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
    return unsafe numericHost(address, socklen_t(size)) ?? ""
  }

  /// All header lines of the request. Only on its own thread.
  var headers: RequestHeaders {
    var headers = RequestHeaders()
    headers.reserve(bytes: 512, lines: 16)
    unsafe withUnsafeMutablePointer(to: &headers) { collected in
      _ = unsafe MHD_get_connection_values_n(
        pointer, .HEADER_KIND,
        { context, _, name, nameSize, value, valueSize in
          guard let context = unsafe context, let name = unsafe name else { return .YES }
          let value = unsafe UnsafeRawBufferPointer(start: value, count: valueSize)
          unsafe context.assumingMemoryBound(to: RequestHeaders.self).pointee.append(
            name: UnsafeRawBufferPointer(start: name, count: nameSize), value: value)
          return .YES
        }, collected)
    }
    return headers
  }

  /// Queues an answer of bytes. Only on its own thread.
  func queue(_ response: ServerResponse, stream: ResponseStream?) -> Bool {
    guard let reply = unsafe makeReply(response, stream) else { return false }
    defer { unsafe MHD_destroy_response(reply) }
    for field in response.headers where !field.isFraming && !field.value.isEmpty {
      guard unsafe MHD_add_response_header(reply, field.name, field.value) == .YES else {
        return false
      }
    }
    return unsafe MHD_queue_response(pointer, UInt32(response.status), reply) == .YES
  }

  private func makeReply(_ response: ServerResponse, _ stream: ResponseStream?) -> OpaquePointer? {
    switch response.body {
    case .bytes(let bytes):
      return unsafe bytes.withUnsafeBytes { bytes in
        unsafe MHD_create_response_from_buffer(
          bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
      }
    case .fixed(let bytes):
      return unsafe bytes.withStart { start in
        unsafe MHD_create_response_from_buffer(
          bytes.count, UnsafeMutableRawPointer(mutating: start), .RESPMEM_PERSISTENT)
      }
    case .stream:
      // A HEAD request's: after a chunked one the library would send the end of the chunks.
      guard let stream else {
        return unsafe MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
      }
      let reader = StreamReader(stream: stream, connection: self)
      let context = unsafe Unmanaged.passRetained(reader).toOpaque()
      let reply = unsafe MHD_create_response_from_callback(
        sotto_size_unknown, 32 << 10,
        { context, _, buffer, size in
          guard let context = unsafe context, let buffer = unsafe buffer else {
            return sotto_reader_failed
          }
          let reader = unsafe Unmanaged<StreamReader>.fromOpaque(context).takeUnretainedValue()
          return unsafe buffer.withMemoryRebound(to: UInt8.self, capacity: size) { start in
            unsafe reader.stream.read(
              into: UnsafeMutableBufferPointer(start: start, count: size), for: reader.connection)
          }
        },
        context,
        { context in
          guard let context = unsafe context else { return }
          unsafe Unmanaged<StreamReader>.fromOpaque(context).release()
        })
      if unsafe reply == nil {
        unsafe Unmanaged<StreamReader>.fromOpaque(context).release()
      }
      return unsafe reply
    }
  }
}

/// What the library's stream callback gets as its context.
private final class StreamReader {
  let stream: ResponseStream
  let connection: Connection

  init(stream: ResponseStream, connection: Connection) {
    self.stream = stream
    self.connection = connection
  }
}

/// An address in numbers, without the port.
func numericHost(_ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> String? {
  var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
  let status = unsafe getnameinfo(
    address, size, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
  guard status == 0 else { return nil }
  return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
