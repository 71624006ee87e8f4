/// Which handler answers which request, and what every answer has in common.
///
/// A pattern is a path such as `/api/v1/projects/{id}`, `/v1beta/models/{model}:generateContent` or
/// `/assets/{path...}`. A GET route serves HEAD as well.
package struct Router: Sendable {
  /// Answers after waiting for something. It runs in a task that is cancelled when the client goes
  /// away; what it throws becomes ``RequestFailure/Code/handlerFailed``.
  package typealias Handler = @Sendable (ServerRequest) async throws -> ServerResponse
  /// Answers at once, on the server's own thread: it must not block.
  package typealias ImmediateHandler = @Sendable (ServerRequest) throws -> ServerResponse
  /// Answers at once like an immediate handler, or not at all.
  package typealias MaybeImmediateHandler = @Sendable (ServerRequest) throws -> ServerResponse?
  /// Looks at a request before its body is read and may answer it.
  package typealias Guard = @Sendable (RequestHead) -> ServerResponse?
  /// Puts a failure into words.
  package typealias FailureRenderer = @Sendable (RequestFailure) -> ServerResponse

  enum AnyHandler: Sendable {
    case immediate(ImmediateHandler)
    case waiting(Handler)
    /// The second answers what the first leaves to it.
    case either(MaybeImmediateHandler, Handler)
    /// As `waiting`, with the body in a file.
    case upload(BodyFile.Policy, Handler)
  }

  /// Headers for every answer that does not set them itself.
  package var commonHeaders: [HeaderField] = []

  private var tree = RouteTree<AnyHandler>()
  private var guards: [Guard] = []
  private let renderFailure: FailureRenderer

  /// `renderFailure` makes the body of 404, 405, 413, 500 …; without one it is a line of text.
  package init(
    renderFailure: @escaping FailureRenderer = { .text($0.message + "\n", status: $0.status) },
  ) {
    self.renderFailure = renderFailure
  }

  /// Adds a handler that may wait.
  package mutating func add(
    _ method: HTTPMethod, _ pattern: String, _ handler: @escaping Handler,
  ) {
    tree.insert(.waiting(handler), method, RoutePattern(pattern))
  }

  /// Adds a handler that answers at once.
  package mutating func addImmediate(
    _ method: HTTPMethod, _ pattern: String, _ handler: @escaping ImmediateHandler,
  ) {
    tree.insert(.immediate(handler), method, RoutePattern(pattern))
  }

  /// Adds a handler for what can be answered at once, and one that may wait for the rest.
  package mutating func add(
    _ method: HTTPMethod, _ pattern: String, atOnce: @escaping MaybeImmediateHandler,
    otherwise handler: @escaping Handler,
  ) {
    tree.insert(.either(atOnce, handler), method, RoutePattern(pattern))
  }

  /// Adds a handler whose request's body is written to a file as it comes; see
  /// ``ServerRequest/bodyFile``.
  package mutating func addUpload(
    _ method: HTTPMethod, _ pattern: String, _ policy: BodyFile.Policy,
    _ handler: @escaping Handler,
  ) {
    tree.insert(.upload(policy, handler), method, RoutePattern(pattern))
  }

  /// Adds a check that runs before routing and before the body is read; the first answer counts.
  package mutating func addGuard(_ check: @escaping Guard) {
    guards.append(check)
  }

  /// Answers a request without a server, as a test may want to.
  package func respond(to request: ServerRequest) async -> ServerResponse {
    switch plan(request.head) {
    case .refuse(let response):
      return finished(response)
    case .handle(let handler, let parameters):
      var request = ServerRequest(
        head: request.head, parameters: parameters, body: request.body)
      do {
        switch handler {
        case .upload(let policy, let answer):
          guard let file = BodyFile(in: policy.folder), file.append(request.body) else {
            return response(for: .bodyNotStored)
          }
          request = ServerRequest(head: request.head, parameters: parameters, bodyFile: file)
          return finished(try await answer(request))
        case .immediate(let answer): return finished(try answer(request))
        case .waiting(let answer): return finished(try await answer(request))
        case .either(let atOnce, let answer):
          if let response = try atOnce(request) { return finished(response) }
          return finished(try await answer(request))
        }
      } catch {
        return response(for: .handlerFailed(error))
      }
    }
  }

  enum Plan {
    case refuse(ServerResponse)
    case handle(AnyHandler, PathParameters)
  }

  func plan(_ head: RequestHead) -> Plan {
    for check in guards {
      if let refusal = check(head) { return .refuse(refusal) }
    }
    guard let segments = head.target.segments else {
      return .refuse(response(for: .malformedRequest))
    }
    switch tree.match(head.method, segments) {
    case .route(let handler, let parameters):
      return .handle(handler, parameters)
    case .methods(let methods):
      var refusal = response(for: .methodNotAllowed)
      let allowed = methods.map(\.rawValue).joined(separator: ", ")
      refusal.headers.append(HeaderField("Allow", allowed))
      return .refuse(refusal)
    case .nothing:
      return .refuse(response(for: .notFound))
    }
  }

  /// The owner's words for a failure, as they are sent.
  func response(for failure: RequestFailure) -> ServerResponse {
    finished(renderFailure(failure))
  }

  /// Adds the common headers and refuses what could break the connection's framing.
  func finished(_ response: ServerResponse) -> ServerResponse {
    let whole = withCommonHeaders(response)
    if whole.isSendable { return whole }
    let apology = withCommonHeaders(renderFailure(.invalidResponse))
    return apology.isSendable ? apology : ServerResponse(status: 500)
  }

  private func withCommonHeaders(_ response: ServerResponse) -> ServerResponse {
    var result = response
    for field in commonHeaders where response.header(field.name) == nil {
      result.headers.append(field)
    }
    return result
  }
}

extension ServerResponse {
  fileprivate var isSendable: Bool {
    (200...599).contains(status) && headers.allSatisfy(\.isValid)
  }
}
