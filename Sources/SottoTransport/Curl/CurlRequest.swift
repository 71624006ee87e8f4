import SottoCore

/// A request that was found fit to send, in the form that libcurl takes it.
struct CurlRequest: Sendable {
  let method: String
  let url: String
  let isSecure: Bool
  /// No proxy, whatever the environment says.
  let goesDirect: Bool
  let headerLines: [String]
  /// `nil` sends no body, not even an empty one.
  let body: [UInt8]?
  let deadlines: Deadlines

  /// - Throws: ``TransportError`` of code `invalidURL` for what cannot be sent as it is.
  init(_ request: HTTPRequest) throws(TransportError) {
    let parts = try CurlURL(request.url)
    guard !request.method.isEmpty, request.method.utf8.allSatisfy(isTokenByte) else {
      throw TransportError(.invalidURL, "the request method is not a word")
    }
    var lines: [String] = []
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
      // libcurl takes a name with a colon and nothing after it as the wish to leave it out.
      lines.append(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
    }
    // libcurl would add these on its own.
    lines.append("Expect:")
    if request.headers["Content-Type"] == nil { lines.append("Content-Type:") }
    // A compressed stream often comes in one lump at its end.
    if request.headers["Accept-Encoding"] == nil, request.wantsStream {
      lines.append("Accept-Encoding: identity")
    }
    method = request.method
    url = request.url
    isSecure = parts.scheme == "https"
    goesDirect = parts.isLoopback
    headerLines = lines
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
