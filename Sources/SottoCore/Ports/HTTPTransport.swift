/// The HTTP client port.
public protocol HTTPTransport: Sendable {
  /// Sends a request and returns when the answer's head is there. Redirects are not followed: a
  /// key must not travel to a host that nobody configured.
  ///
  /// - Throws: ``TransportError``, `CancellationError`.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

/// A request to a provider. It prints without its headers and body, which hold the key and the
/// person's words.
public struct HTTPRequest: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// In upper case, such as `POST`.
  public var method: String
  /// Absolute, with `http` or `https`, without user or password.
  public var url: String
  /// The fields to send, one of them usually the key. The transport adds the body's length.
  public var headers: HTTPHeaders
  /// Empty for a request without one.
  public var body: [UInt8]
  /// How long it may take.
  public var deadlines: Deadlines

  /// A request with its parts as they are; the transport refuses what cannot be sent.
  public init(
    method: String, url: String, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = [],
    deadlines: Deadlines = Deadlines()
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.deadlines = deadlines
  }

  /// Method and URL only.
  public var description: String { "\(method) \(url)" }
  /// Nothing: reflection shows neither the key nor the body.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// How long each step may take. Reasoning models may think for minutes before the first byte.
public struct Deadlines: Hashable, Sendable {
  /// From the start until the connection can carry the request, TLS included.
  public var connect: Duration
  /// From sending the request to the first byte of the answer.
  public var firstByte: Duration
  /// Between two reads of the answer; comments and pings count as life.
  public var idle: Duration
  /// From the start to the end of the answer's body.
  public var total: Duration

  /// Deadlines as they are; the defaults suit an answer of a model.
  public init(
    connect: Duration = .seconds(10), firstByte: Duration = .seconds(600),
    idle: Duration = .seconds(120), total: Duration = .seconds(3600)
  ) {
    self.connect = connect
    self.firstByte = firstByte
    self.idle = idle
    self.total = total
  }
}

/// Status and headers of an answer.
public struct HTTPResponseHead: Hashable, Sendable {
  /// The status code of the final answer, such as 200; never one of 1xx.
  public var status: Int
  /// The fields of the answer, without those of interim answers and trailers.
  public var headers: HTTPHeaders

  /// A head with its parts as they are.
  public init(status: Int, headers: HTTPHeaders) {
    self.status = status
    self.headers = headers
  }
}

/// An answer whose body is still arriving.
public struct HTTPResponse: Sendable {
  /// Status and headers, which are complete.
  public var head: HTTPResponseHead
  /// What follows, to be read once.
  public var body: HTTPBody

  /// An answer with its parts as they are.
  public init(head: HTTPResponseHead, body: HTTPBody) {
    self.head = head
    self.body = body
  }
}

/// The bytes of an answer in the pieces they came in, to be read once. What is not read yet is
/// bounded: a slow reader slows the sender. Dropping the body or cancelling the reading task closes
/// the connection.
public struct HTTPBody: AsyncSequence, Sendable {
  private let read: @Sendable () async throws -> [UInt8]?

  /// - Parameter next: the next piece, `nil` at a proper end; throws ``TransportError`` at any
  ///   other. What it captures is released with the body.
  public init(next: @escaping @Sendable () async throws -> [UInt8]?) { read = next }

  /// Reads the pieces; one reader at a time.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let read: @Sendable () async throws -> [UInt8]?
    /// The next piece as it came; `nil` at the proper end.
    ///
    /// - Throws: ``TransportError`` at any other end, `CancellationError`.
    public mutating func next() async throws -> [UInt8]? { try await read() }
  }

  /// A reader that goes on where the last one was: the pieces are not kept.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(read: read) }

  /// The whole body.
  ///
  /// - Throws: ``TransportError``, also when it is larger than `limit` bytes.
  public func collect(upTo limit: Int) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await piece in self {
      bytes += piece
      if bytes.count > limit { throw TransportError(.tooLarge, "the answer is too large") }
    }
    return bytes
  }
}

/// Header fields in their order; names are compared without case.
public struct HTTPHeaders: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// One header field.
  public struct Field: Hashable, Sendable {
    /// In the case it was written in.
    public var name: String
    /// Without surrounding white space when it was received.
    public var value: String
  }

  /// In their order; a name may come more than once.
  public var fields: [Field]

  /// These fields in their order.
  public init(_ fields: [Field] = []) { self.fields = fields }

  /// Fields written as a literal, in the order of the literal.
  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0.0, value: $0.1) }
  }

  /// Adds a field at the end, also when there is one of this name.
  public mutating func append(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// The first value of `name`.
  public subscript(name: String) -> String? {
    let wanted = name.lowercased()
    return fields.first { $0.name.lowercased() == wanted }?.value
  }
}

/// Why a transport could not bring a whole answer.
public struct TransportError: Error, Hashable, Sendable {
  /// The kinds of failure; callers compare these and never search text.
  public struct Code: Hashable, Sendable {
    private let rawValue: String
    private init(_ rawValue: String) { self.rawValue = rawValue }

    /// The address, the method or a header field cannot be sent as it is.
    public static let invalidURL = Code("invalidURL")
    /// Nobody has configured the host; nothing was sent, and its name was not looked up.
    public static let hostNotAllowed = Code("hostNotAllowed")
    /// The person has not agreed to send words to this host yet.
    public static let consentNeeded = Code("consentNeeded")
    /// The host has no address.
    public static let unknownHost = Code("unknownHost")
    /// The host was found but no connection to it could be made.
    public static let connectionRefused = Code("connectionRefused")
    /// TLS failed, mostly because the certificate is not trusted.
    public static let insecure = Code("insecure")
    /// The connection broke. ``TransportError/bytesReceived`` tells whether an answer had begun.
    public static let connectionLost = Code("connectionLost")
    /// ``Deadlines/connect`` has passed.
    public static let connectTimeout = Code("connectTimeout")
    /// ``Deadlines/firstByte`` has passed.
    public static let firstByteTimeout = Code("firstByteTimeout")
    /// ``Deadlines/idle`` has passed.
    public static let idleTimeout = Code("idleTimeout")
    /// ``Deadlines/total`` has passed.
    public static let totalTimeout = Code("totalTimeout")
    /// The head, or a body that was to be collected, is larger than allowed.
    public static let tooLarge = Code("tooLarge")
  }

  /// What went wrong.
  public var code: Code
  /// The library's own words, without header values or bodies.
  public var reason: String
  /// How many bytes of the body had come.
  public var bytesReceived: Int

  /// Whether the request surely did not reach the server.
  public var wasNeverSent: Bool {
    [
      .invalidURL, .hostNotAllowed, .consentNeeded, .unknownHost, .connectionRefused,
      .connectTimeout, .insecure,
    ].contains(code)
  }

  /// An error with its parts as they are; `reason` must quote no header value and no body.
  public init(_ code: Code, _ reason: String, bytesReceived: Int = 0) {
    self.code = code
    self.reason = reason
    self.bytesReceived = bytesReceived
  }
}
