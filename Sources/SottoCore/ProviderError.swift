/// Why a provider gave no complete answer.
///
/// `message` and `hint` are plain words for a person. `details` is the provider's own text: shown on
/// demand, never part of `description`, because it may repeat what the person wrote.
public struct ProviderError: Error, Hashable, Sendable {
  /// An open set of kinds; callers compare these and never search text.
  public struct Code: Hashable, Sendable, RawRepresentable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let connectionFailed = Code(rawValue: "connection_failed")
    /// No connection within the deadline.
    public static let connectTimeout = Code(rawValue: "connect_timeout")
    /// Connected, but no byte of the answer within the deadline.
    public static let firstByteTimeout = Code(rawValue: "first_byte_timeout")
    /// The answer began and then paused longer than the deadline.
    public static let idleTimeout = Code(rawValue: "idle_timeout")
    public static let totalTimeout = Code(rawValue: "total_timeout")
    /// The answer ended before it was complete.
    public static let streamCut = Code(rawValue: "stream_cut")
    /// The answer is not of the protocol: HTML, broken JSON, nothing.
    public static let malformedAnswer = Code(rawValue: "malformed_answer")
    public static let missingKey = Code(rawValue: "missing_key")
    public static let badKey = Code(rawValue: "bad_key")
    public static let forbidden = Code(rawValue: "forbidden")
    public static let modelNotFound = Code(rawValue: "model_not_found")
    public static let notFound = Code(rawValue: "not_found")
    public static let invalidRequest = Code(rawValue: "invalid_request")
    public static let contextTooLong = Code(rawValue: "context_too_long")
    public static let contentFiltered = Code(rawValue: "content_filtered")
    public static let rateLimited = Code(rawValue: "rate_limited")
    public static let quotaExhausted = Code(rawValue: "quota_exhausted")
    public static let overloaded = Code(rawValue: "overloaded")
    public static let serverError = Code(rawValue: "server_error")
    public static let localModelFailed = Code(rawValue: "local_model_failed")
    public static let unknownProvider = Code(rawValue: "unknown_provider")
    /// A fault on our side, such as a full disk while the answer was stored.
    public static let storageFailed = Code(rawValue: "storage_failed")
  }

  public var code: Code
  public var provider: String
  public var message: String
  public var hint: String?
  /// Whether the same request may succeed later.
  public var isRetryable: Bool
  public var status: Int?
  /// The provider's own type and code words.
  public var upstreamType: String?
  public var upstreamCode: String?
  public var retryAfter: Duration?
  public var details: String?

  public init(
    _ code: Code, provider: String, message: String, hint: String? = nil, isRetryable: Bool = false,
    status: Int? = nil, upstreamType: String? = nil, upstreamCode: String? = nil,
    retryAfter: Duration? = nil, details: String? = nil
  ) {
    self.code = code
    self.provider = provider
    self.message = message
    self.hint = hint
    self.isRetryable = isRetryable
    self.status = status
    self.upstreamType = upstreamType
    self.upstreamCode = upstreamCode
    self.retryAfter = retryAfter
    self.details = details
  }

  /// The same error with every occurrence of `secret` in the provider's texts blanked: some repeat the key they refuse.
  public func masking(_ secret: Secret?) -> ProviderError {
    guard let value = secret?.reveal(), value.utf8.count >= 4 else { return self }
    var masked = self
    masked.message = message.blanking(value)
    masked.details = details?.blanking(value)
    masked.upstreamType = upstreamType?.blanking(value)
    masked.upstreamCode = upstreamCode?.blanking(value)
    return masked
  }
}

extension ProviderError: CustomStringConvertible {
  public var description: String {
    "\(provider): \(code.rawValue)" + (status.map { " (status \($0))" } ?? "")
  }
}

extension String {
  fileprivate func blanking(_ needle: String) -> String {
    split(separator: needle, omittingEmptySubsequences: false).joined(separator: "•••")
  }
}
