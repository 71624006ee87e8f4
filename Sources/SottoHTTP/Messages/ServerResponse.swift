/// An answer to a request.
package struct ServerResponse: Sendable {
  /// What an answer carries.
  package enum Body: Sendable {
    /// Bytes made for this answer.
    case bytes([UInt8])
    /// Bytes that are part of the program; sent without a copy.
    case fixed(FixedBytes)
    /// Bytes that come over time. The answer ends when the closure returns; when it throws, the
    /// connection is cut so that the client can tell. The task is cancelled when the client goes.
    case stream(@Sendable (StreamWriter) async throws -> Void)
  }

  /// 200 to 599.
  package var status: Int
  /// `Content-Length`, `Transfer-Encoding` and `Date` are the server's own.
  package var headers: [HeaderField]
  package var body: Body

  package init(status: Int = 200, headers: [HeaderField] = [], body: Body = .bytes([])) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// An answer of one content type.
  package init(status: Int = 200, contentType: String, body: Body) {
    self.init(status: status, headers: [HeaderField("Content-Type", contentType)], body: body)
  }

  /// JSON that is already encoded.
  package static func json(_ bytes: [UInt8], status: Int = 200) -> ServerResponse {
    ServerResponse(status: status, contentType: "application/json", body: .bytes(bytes))
  }

  /// Plain text in UTF-8.
  package static func text(_ text: String, status: Int = 200) -> ServerResponse {
    ServerResponse(
      status: status, contentType: "text/plain; charset=utf-8", body: .bytes(Array(text.utf8)))
  }

  /// An answer without a body.
  package static func empty(status: Int = 204) -> ServerResponse {
    ServerResponse(status: status)
  }

  /// Whether its body goes out in answer to such a request.
  func hasBody(isHead: Bool) -> Bool {
    !isHead && status != 204 && status != 304
  }

  /// The first value of a header.
  package func header(_ name: String) -> String? {
    headers.first { $0.name.equalsIgnoringCase(name) }?.value
  }
}
