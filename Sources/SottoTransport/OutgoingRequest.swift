package import SottoCore

/// A request that was found fit to send, with what every transport refuses, leaves out and adds.
/// The address is not looked at: how it is read is each transport's own.
package struct OutgoingRequest: Sendable {
  /// A word in the sense of HTTP.
  package let method: String
  /// Names are words and values have no line end in them.
  package let headers: HTTPHeaders
  /// `nil` sends no body, not even an empty one.
  package let body: [UInt8]?
  /// As they were given.
  package let deadlines: Deadlines

  /// - Throws: ``TransportError`` of code `invalidURL` for what cannot be sent as it is.
  package init(_ request: HTTPRequest) throws(TransportError) {
    guard !request.method.isEmpty, request.method.utf8.allSatisfy(isTokenByte) else {
      throw TransportError(.invalidURL, "the request method is not a word")
    }
    var headers = HTTPHeaders()
    for field in request.headers.fields {
      guard !field.name.isEmpty, field.name.utf8.allSatisfy(isTokenByte) else {
        throw TransportError(.invalidURL, "a header name has a character that no name has")
      }
      guard field.value.utf8.allSatisfy({ $0 >= 32 && $0 != 127 || $0 == 9 }) else {
        // Not the value: it may be a key.
        throw TransportError(.invalidURL, "the header \(field.name) has a control character")
      }
      // Where the body ends is the transport's to say.
      if framing.contains(field.name.lowercased()) { continue }
      headers.append(field.name, field.value)
    }
    // A compressed stream often comes in one lump at its end.
    if headers["Accept-Encoding"] == nil, request.wantsStream {
      headers.append("Accept-Encoding", "identity")
    }
    method = request.method
    self.headers = headers
    let expectsBody = ["POST", "PUT", "PATCH"].contains(request.method)
    body = request.body.isEmpty && !expectsBody ? nil : request.body
    deadlines = request.deadlines
  }
}

private let framing: Set<String> = ["content-length", "transfer-encoding", "expect"]

private func isTokenByte(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
  default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }
}

extension HTTPRequest {
  /// Whether the answer is to be read while it is written.
  fileprivate var wantsStream: Bool {
    let accept = headers["Accept"]?.lowercased() ?? ""
    return accept.contains("text/event-stream") || accept.contains("application/x-ndjson")
  }
}
