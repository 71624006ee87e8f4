/// What is known of a request before its body is read.
package struct RequestHead: Sendable {
  package let method: HTTPMethod
  package let target: RequestTarget
  package let headers: RequestHeaders
  /// The client's address in numbers, without the port; empty when it is unknown.
  package let remoteAddress: String

  package init(
    method: HTTPMethod, target: RequestTarget, headers: RequestHeaders, remoteAddress: String,
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.remoteAddress = remoteAddress
  }

  /// The path as it was sent, still percent-encoded.
  package var path: String { target.path }

  /// The query's pairs, decoded on each call.
  package var query: QueryItems { target.query }

  /// The size of the body in bytes as announced; nil when there is none or it comes in chunks.
  package var contentLength: UInt64? {
    headers["content-length"].flatMap { UInt64($0) }
  }
}

/// A whole request, as a handler gets it.
package struct ServerRequest: Sendable {
  package let head: RequestHead
  /// What the route's `{names}` matched.
  package let parameters: PathParameters
  package let body: [UInt8]
  /// The body of a request to a route that takes it as a file; ``body`` is empty then.
  package let bodyFile: BodyFile?

  package init(
    head: RequestHead, parameters: PathParameters = PathParameters(), body: [UInt8] = [],
    bodyFile: BodyFile? = nil,
  ) {
    self.head = head
    self.parameters = parameters
    self.body = body
    self.bodyFile = bodyFile
  }

  package var method: HTTPMethod { head.method }
  /// The path as it was sent, still percent-encoded.
  package var path: String { head.path }
  /// The query's pairs, decoded on each call.
  package var query: QueryItems { head.query }
  package var headers: RequestHeaders { head.headers }
  /// The client's address in numbers, without the port.
  package var remoteAddress: String { head.remoteAddress }
}

/// The decoded values of a route's `{names}`.
package struct PathParameters: Sendable {
  let names: [String]
  let values: [String]

  package init() {
    self.init(names: [], values: [])
  }

  init(names: [String], values: [String]) {
    self.names = names
    self.values = values
  }

  /// A value by the name it has in the route's pattern.
  package subscript(name: String) -> String? {
    guard let index = names.firstIndex(of: name), values.indices.contains(index) else { return nil }
    return values[index]
  }
}
