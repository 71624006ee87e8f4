/// How one request is taken in: what is done when its head is there, with each piece of its body,
/// and at its end. It decides and counts; it touches no socket.
struct RequestIntake {
  enum Start {
    /// Read the body, if there is one.
    case read
    /// Answer now, then close: the body is not worth reading.
    case answer(ServerResponse)
  }

  enum Finish {
    case answer(ServerResponse)
    case handle(Router.AnyHandler, ServerRequest)
  }

  /// A refused body up to this many bytes is read and dropped, so that the connection lives on and
  /// the client, which may not look before it has sent all, gets its answer.
  static let dropLimit: UInt64 = 256 << 10
  /// A body in chunks tells its size too late to be refused early: this much is dropped before the
  /// connection is cut.
  static let chunkedDropLimit: UInt64 = 64 << 20

  private enum Plan {
    case refuse(ServerResponse)
    case handle(Router.AnyHandler, PathParameters)
  }

  private var plan: Plan
  private let head: RequestHead
  private let router: Router
  private let limit: Int
  /// Where the body of an upload goes.
  private var file: BodyFile?
  private var size = 0
  private let announced: UInt64
  private let hasClearFraming: Bool
  private var body: [UInt8] = []
  private var dropped: UInt64 = 0

  init(_ head: RequestHead, router: Router, maximumBodySize: Int) {
    self.head = head
    self.router = router
    hasClearFraming = Self.hasClearFraming(head.headers)
    announced = head.contentLength ?? 0
    let planned = hasClearFraming ? router.plan(head) : nil
    var limit = maximumBodySize
    if case .handle(.upload(let policy, _), _) = planned { limit = policy.maximumSize }
    self.limit = limit
    guard let planned else {
      plan = .refuse(router.response(for: .malformedRequest))
      return
    }
    switch planned {
    case .refuse(let response):
      plan = .refuse(router.finished(response))
    case .handle(let handler, let parameters) where announced <= UInt64(limit):
      plan = .handle(handler, parameters)
    case .handle:
      plan = .refuse(router.response(for: .bodyTooLarge))
    }
  }

  mutating func start() -> Start {
    switch plan {
    case .refuse(let response):
      let isWorthReading = announced <= Self.dropLimit && head.headers["expect"] == nil
      return isWorthReading && hasClearFraming ? .read : .answer(response)
    case .handle(.upload(let policy, _), _):
      file = BodyFile(in: policy.folder)
      if file != nil { return .read }
      return .answer(router.response(for: .bodyNotStored))
    case .handle:
      // Room for a body is taken as it comes: a client may announce more than it sends.
      if announced > 0 { body.reserveCapacity(Int(min(announced, 64 << 10))) }
      return .read
    }
  }

  /// Takes a piece of the body; false when the connection must be cut.
  mutating func receive(_ piece: some Collection<UInt8>) -> Bool {
    if case .handle = plan {
      if piece.count <= limit - size {
        size += piece.count
        guard let file else {
          body.append(contentsOf: piece)
          return true
        }
        if file.append(piece) { return true }
        plan = .refuse(router.response(for: .bodyNotStored))
      } else {
        plan = .refuse(router.response(for: .bodyTooLarge))
      }
      body = []
      file = nil
    }
    dropped += UInt64(piece.count)
    return dropped <= Self.chunkedDropLimit
  }

  mutating func finish() -> Finish {
    switch plan {
    case .refuse(let response):
      return .answer(response)
    case .handle(let handler, let parameters):
      let request = ServerRequest(
        head: head, parameters: parameters, body: body, bodyFile: file)
      body = []
      file = nil
      return .handle(handler, request)
    }
  }

  /// Two lengths, or a length and chunks, are read differently by different programs, which lets a
  /// request hide in another's body.
  private static func hasClearFraming(_ headers: RequestHeaders) -> Bool {
    let lengths = headers.count(of: "content-length")
    let codings = headers.all("transfer-encoding")
    guard let coding = codings.first else { return lengths <= 1 }
    return lengths == 0 && codings.count == 1 && coding.equalsIgnoringCase("chunked")
  }
}
