/// The HTTP client port.
public protocol HTTPTransport: Sendable {
  /// Sends a request and returns when the answer's head is there. Redirects are not followed: a
  /// key must not travel to a host that nobody configured.
  ///
  /// - Throws: ``TransportError``, `CancellationError`.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

/// A request to a provider. It prints without its headers and body, which hold the key and the person's words.
public struct HTTPRequest: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  public var method: String
  public var url: String
  public var headers: HTTPHeaders
  public var body: [UInt8]
  public var deadlines: Deadlines

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

  public var description: String { "\(method) \(url)" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// How long each step may take. Reasoning models may think for minutes before the first byte.
public struct Deadlines: Hashable, Sendable {
  public var connect: Duration
  /// From sending the request to the first byte of the answer.
  public var firstByte: Duration
  /// Between two reads of the answer; comments and pings count as life.
  public var idle: Duration
  public var total: Duration

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
  public var status: Int
  public var headers: HTTPHeaders

  public init(status: Int, headers: HTTPHeaders) {
    self.status = status
    self.headers = headers
  }
}

/// An answer whose body is still arriving.
public struct HTTPResponse: Sendable {
  public var head: HTTPResponseHead
  public var body: HTTPBody

  public init(head: HTTPResponseHead, body: HTTPBody) {
    self.head = head
    self.body = body
  }
}

/// The bytes of an answer in the pieces they came in, to be read once. What is not read yet is bounded: a slow reader
/// slows the sender. Dropping the body or cancelling the reading task closes the connection.
public struct HTTPBody: AsyncSequence, Sendable {
  private let read: @Sendable () async throws -> [UInt8]?

  /// - Parameter next: the next piece, `nil` at a proper end; throws ``TransportError`` at any other.
  ///   What it captures is released with the body.
  public init(next: @escaping @Sendable () async throws -> [UInt8]?) { read = next }

  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let read: @Sendable () async throws -> [UInt8]?
    public mutating func next() async throws -> [UInt8]? { try await read() }
  }

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
  public struct Field: Hashable, Sendable {
    public var name: String
    public var value: String
  }

  public var fields: [Field]

  public init(_ fields: [Field] = []) { self.fields = fields }

  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0.0, value: $0.1) }
  }

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
  public struct Code: Hashable, Sendable {
    private let rawValue: String
    private init(_ rawValue: String) { self.rawValue = rawValue }

    public static let invalidURL = Code("invalidURL")
    /// The host has no address.
    public static let unknownHost = Code("unknownHost")
    public static let connectionRefused = Code("connectionRefused")
    public static let insecure = Code("insecure")
    /// The connection broke. ``TransportError/bytesReceived`` tells whether an answer had begun.
    public static let connectionLost = Code("connectionLost")
    public static let connectTimeout = Code("connectTimeout")
    public static let firstByteTimeout = Code("firstByteTimeout")
    public static let idleTimeout = Code("idleTimeout")
    public static let totalTimeout = Code("totalTimeout")
    public static let tooLarge = Code("tooLarge")
  }

  public var code: Code
  /// The library's own words, without header values or bodies.
  public var reason: String
  public var bytesReceived: Int

  public init(_ code: Code, _ reason: String, bytesReceived: Int = 0) {
    self.code = code
    self.reason = reason
    self.bytesReceived = bytesReceived
  }
}
