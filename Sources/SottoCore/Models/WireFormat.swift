/// A wire protocol as a pair of pure functions: it writes requests and reads answers, and does no I/O.
public struct WireFormat: Sendable {
  public var name: WireProtocol
  /// The HTTP request for a model request.
  public var encode: @Sendable (ModelRequest, ModelEndpoint) -> HTTPRequest
  /// A reader for the answer with this status and these headers.
  public var makeDecoder: @Sendable (_ provider: String, HTTPResponseHead) -> any AnswerDecoder
  /// The request that lists the models, and how to read the answer's body.
  public var encodeModelList: @Sendable (_ baseURL: String, Secret?) -> HTTPRequest
  public var decodeModelList:
    @Sendable (_ provider: String, HTTPResponseHead, [UInt8]) throws(ProviderError) -> [String]

  public init(
    name: WireProtocol,
    encode: @escaping @Sendable (ModelRequest, ModelEndpoint) -> HTTPRequest,
    makeDecoder: @escaping @Sendable (String, HTTPResponseHead) -> any AnswerDecoder,
    encodeModelList: @escaping @Sendable (String, Secret?) -> HTTPRequest,
    decodeModelList:
      @escaping @Sendable (String, HTTPResponseHead, [UInt8]) throws(ProviderError) -> [String]
  ) {
    self.name = name
    self.encode = encode
    self.makeDecoder = makeDecoder
    self.encodeModelList = encodeModelList
    self.decodeModelList = decodeModelList
  }
}

/// Reads one answer, streamed or whole or an error, in pieces of any size.
///
/// Exactly one terminal event (`finished` or `failed`) comes of any bytes, the last of all: from
/// ``decode(_:)`` or at the latest from ``finish()``. After it nothing more comes.
public protocol AnswerDecoder: Sendable {
  mutating func decode(_ bytes: [UInt8]) -> [TurnEvent]
  /// The body has ended.
  mutating func finish() -> [TurnEvent]
  /// Why the model stopped, as the provider spelt it; `nil` when it did not say (yet).
  var finishReason: String? { get }
  /// How many events so far were none that this decoder knows. They are never fatal.
  var unknownEvents: Int { get }
}

extension AnswerDecoder {
  public var finishReason: String? { nil }
  public var unknownEvents: Int { 0 }
}
