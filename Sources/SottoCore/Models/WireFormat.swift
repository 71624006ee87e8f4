/// A wire protocol as a pair of pure functions: it writes requests and reads answers, and does no
/// I/O.
public struct WireFormat: Sendable {
  /// The protocol it speaks.
  public var name: WireProtocol
  /// The HTTP request for a model request.
  public var encode: @Sendable (ModelRequest, ModelEndpoint) -> HTTPRequest
  /// A reader for the answer with this status and these headers.
  public var makeDecoder: @Sendable (_ provider: String, HTTPResponseHead) -> any AnswerDecoder
  /// The request that lists the models of the server at this base URL.
  public var encodeModelList: @Sendable (_ baseURL: String, Secret?) -> HTTPRequest
  /// Reads the answer of ``encodeModelList``, in its order. Throws when it is an error or no such list.
  public var decodeModelList:
    @Sendable (_ provider: String, HTTPResponseHead, [UInt8]) throws(ProviderError) ->
      [ProviderModel]
  /// The request that has a server count the input of a model request; `nil` where there is none, or
  /// none that is sure to cost nothing.
  public var encodeTokenCount: @Sendable (ModelRequest, ModelEndpoint) -> HTTPRequest?
  /// Reads the body of its answer; `nil` when it has no count.
  public var decodeTokenCount: @Sendable ([UInt8]) -> Int?
  /// What the head of any answer says of the provider's limits.
  public var decodeRateLimits: @Sendable (HTTPResponseHead) -> [RateLimit]
  /// Whether the protocol has a place for files of a media type in a person's message to this model.
  /// Text files need none.
  public var takesFile: @Sendable (_ mediaType: String, ModelEndpoint) -> Bool

  /// A wire format made of its functions.
  public init(
    name: WireProtocol,
    encode: @escaping @Sendable (ModelRequest, ModelEndpoint) -> HTTPRequest,
    makeDecoder: @escaping @Sendable (String, HTTPResponseHead) -> any AnswerDecoder,
    encodeModelList: @escaping @Sendable (String, Secret?) -> HTTPRequest,
    decodeModelList:
      @escaping @Sendable (String, HTTPResponseHead, [UInt8]) throws(ProviderError) ->
      [ProviderModel],
    encodeTokenCount: @escaping @Sendable (ModelRequest, ModelEndpoint) -> HTTPRequest? = {
      _, _ in nil
    },
    decodeTokenCount: @escaping @Sendable ([UInt8]) -> Int? = { _ in nil },
    decodeRateLimits: @escaping @Sendable (HTTPResponseHead) -> [RateLimit] = { _ in [] },
    takesFile: @escaping @Sendable (String, ModelEndpoint) -> Bool = { _, _ in true }
  ) {
    self.name = name
    self.encode = encode
    self.makeDecoder = makeDecoder
    self.encodeModelList = encodeModelList
    self.decodeModelList = decodeModelList
    self.encodeTokenCount = encodeTokenCount
    self.decodeTokenCount = decodeTokenCount
    self.decodeRateLimits = decodeRateLimits
    self.takesFile = takesFile
  }
}

/// Reads one answer, streamed or whole or an error, in pieces of any size.
///
/// Exactly one terminal event (`finished` or `failed`) comes of any bytes, the last of all: from
/// ``decode(_:)`` or at the latest from ``finish()``. After it nothing more comes.
public protocol AnswerDecoder: Sendable {
  /// Reads the next bytes of the body, of any number, and returns the events they complete.
  mutating func decode(_ bytes: [UInt8]) -> [TurnEvent]
  /// The body has ended: returns what was still open and, if none came yet, the terminal event.
  mutating func finish() -> [TurnEvent]
  /// Why the model stopped, as the provider spelt it; `nil` when it did not say (yet).
  var finishReason: String? { get }
  /// How many events so far were none that this decoder knows. They are never fatal.
  var unknownEvents: Int { get }
}

extension AnswerDecoder {
  /// `nil`, for decoders of answers that carry no such word.
  public var finishReason: String? { nil }
  /// 0, for decoders that do not count.
  public var unknownEvents: Int { 0 }
}
