/// One request and its answer, as the connection's thread sees them. Only that thread comes here.
final class Exchange {
  /// What the library is told.
  enum Step {
    case proceed
    case cut
  }

  private enum Phase {
    case new
    case reading(RequestIntake)
    case pending(PendingReply)
    case answered
  }

  private let server: ServerCore
  private let target: String?
  private var phase = Phase.new
  private var reply: PendingReply?
  private var isHead = false

  /// `target` is the request line's, nil when it is not UTF-8.
  init(server: ServerCore, target: String?) {
    self.server = server
    self.target = target
  }

  var isNew: Bool {
    if case .new = phase { true } else { false }
  }

  /// The head is there.
  func begin(_ connection: Connection, method: String) -> Step {
    guard !server.isClosing else {
      return refuse(connection, server.router.response(for: .shuttingDown))
    }
    isHead = method == HTTPMethod.head.rawValue
    guard let target = target.flatMap({ RequestTarget($0) }) else {
      return refuse(connection, server.router.response(for: .malformedRequest))
    }
    let head = RequestHead(
      method: HTTPMethod(rawValue: method), target: target, headers: connection.headers,
      remoteAddress: connection.peer?.remoteAddress ?? "")
    var intake = RequestIntake(
      head, router: server.router, maximumBodySize: server.configuration.maximumBodySize)
    switch intake.start() {
    case .read:
      // The answer waits for the next call even without a body: one that is queued on the first
      // call makes the library close the connection.
      phase = .reading(intake)
      return .proceed
    case .answer(let response):
      return refuse(connection, response)
    }
  }

  /// A piece of the body is there.
  func receive(_ piece: UnsafeBufferPointer<UInt8>) -> Step {
    guard case .reading(var intake) = phase else { return .proceed }
    phase = .answered  // so that the body has one owner and grows in place
    let isTaken = unsafe intake.receive(piece)
    phase = .reading(intake)
    return isTaken ? .proceed : .cut
  }

  /// The request is complete, or the connection was resumed.
  func proceed(_ connection: Connection) -> Step {
    switch phase {
    case .new, .answered:
      return .cut
    case .reading(var intake):
      phase = .answered
      switch intake.finish() {
      case .answer(let response):
        return queue(response, nil, on: connection)
      case .handle(.immediate(let handler), let request):
        return answer(Result { try handler(request) }, on: connection)
      case .handle(.either(let atOnce, let handler), let request):
        do {
          guard let response = try atOnce(request) else {
            return start(handler, request, on: connection)
          }
          return answer(.success(response), on: connection)
        } catch {
          return answer(.failure(error), on: connection)
        }
      case .handle(.waiting(let handler), let request),
        .handle(.upload(_, let handler), let request):
        return start(handler, request, on: connection)
      }
    case .pending(let reply):
      switch reply.outcome(for: connection) {
      case .wait:
        return .proceed
      case .close:
        return .cut
      case .answer(let response, let stream):
        phase = .answered
        return queue(response, stream, on: connection)
      }
    }
  }

  /// The library is done with the request, one way or the other.
  func end(_ connection: Connection) {
    guard let reply else { return }
    connection.peer?.detach()
    reply.abandon()
    server.remove(reply)
  }

  private func answer(
    _ result: Result<ServerResponse, any Error>, on connection: Connection,
  ) -> Step {
    let response: ServerResponse
    switch result {
    case .success(let answer): response = server.router.finished(answer)
    case .failure(let error): response = server.router.response(for: .handlerFailed(error))
    }
    guard case .stream = response.body, response.hasBody(isHead: isHead) else {
      return queue(response, nil, on: connection)
    }
    guard let reply = makeReply() else { return shutDown(connection) }
    guard let stream = reply.startStream(response) else { return .cut }
    connection.peer?.attach(reply)
    return queue(response, stream, on: connection)
  }

  private func start(
    _ handler: @escaping Router.Handler, _ request: ServerRequest, on connection: Connection,
  ) -> Step {
    guard let reply = makeReply() else { return shutDown(connection) }
    phase = .pending(reply)
    guard reply.start(handler, request, on: connection) else { return .cut }
    connection.peer?.attach(reply)
    return .proceed
  }

  private func makeReply() -> PendingReply? {
    let reply = PendingReply(server: server, isHead: isHead)
    guard server.insert(reply) else { return nil }
    self.reply = reply
    return reply
  }

  private func shutDown(_ connection: Connection) -> Step {
    var response = server.router.response(for: .shuttingDown)
    response.headers.append(HeaderField("Connection", "close"))
    return queue(response, nil, on: connection)
  }

  /// Answers on the first call: the library reads no more of this connection and closes it.
  private func refuse(_ connection: Connection, _ response: ServerResponse) -> Step {
    phase = .answered
    connection.peer?.lingerAtEnd()
    return queue(response, nil, on: connection)
  }

  private func queue(
    _ response: ServerResponse, _ stream: ResponseStream?, on connection: Connection,
  ) -> Step {
    connection.queue(response, stream: stream) ? .proceed : .cut
  }
}
