/// Why a provider gave no complete answer.
///
/// `message` and `hint` are plain words for a person. `details` is the provider's own text: shown
/// on demand, never part of `description`, because it may repeat what the person wrote.
public struct ProviderError: Error, Hashable, Sendable {
  /// An open set of kinds; callers compare these and never search text.
  public struct Code: Hashable, Sendable, RawRepresentable {
    /// The word that the API and the store use.
    public let rawValue: String
    /// Takes any word; those of later versions are kept as they are.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// No connection, or one that broke before an answer began.
    public static let connectionFailed = Code(rawValue: "connection_failed")
    /// No connection within the deadline.
    public static let connectTimeout = Code(rawValue: "connect_timeout")
    /// Connected, but no byte of the answer within the deadline.
    public static let firstByteTimeout = Code(rawValue: "first_byte_timeout")
    /// The answer began and then paused longer than the deadline.
    public static let idleTimeout = Code(rawValue: "idle_timeout")
    /// The whole answer took longer than the deadline.
    public static let totalTimeout = Code(rawValue: "total_timeout")
    /// The answer ended before it was complete.
    public static let streamCut = Code(rawValue: "stream_cut")
    /// The answer is not of the protocol: HTML, broken JSON, nothing.
    public static let malformedAnswer = Code(rawValue: "malformed_answer")
    /// The provider needs a key, and none was found or sent.
    public static let missingKey = Code(rawValue: "missing_key")
    /// There is a key, in a store that is locked.
    public static let keysLocked = Code(rawValue: "keys_locked")
    /// The provider does not accept the key.
    public static let badKey = Code(rawValue: "bad_key")
    /// The key is valid but may not do this.
    public static let forbidden = Code(rawValue: "forbidden")
    /// The provider has no such model, or not for this key.
    public static let modelNotFound = Code(rawValue: "model_not_found")
    /// Nothing is at this address, or it points elsewhere: usually a wrong base URL.
    public static let notFound = Code(rawValue: "not_found")
    /// The request was refused, or could not be sent, for what is in it.
    public static let invalidRequest = Code(rawValue: "invalid_request")
    /// The conversation, or this message, is longer than the model takes.
    public static let contextTooLong = Code(rawValue: "context_too_long")
    /// What must go to the model is more than its window takes; nothing was sent.
    public static let contextTooLarge = Code(rawValue: "context_too_large")
    /// The provider refuses to handle this content.
    public static let contentFiltered = Code(rawValue: "content_filtered")
    /// Too many requests or tokens for now; waiting helps.
    public static let rateLimited = Code(rawValue: "rate_limited")
    /// The account has no credit left; waiting does not help.
    public static let quotaExhausted = Code(rawValue: "quota_exhausted")
    /// The provider has too much to do, or the model is still loading.
    public static let overloaded = Code(rawValue: "overloaded")
    /// Something failed on the provider's side.
    public static let serverError = Code(rawValue: "server_error")
    /// The bundled model could not be started.
    public static let localModelFailed = Code(rawValue: "local_model_failed")
    /// No provider has this name, or this version does not speak its protocol.
    public static let unknownProvider = Code(rawValue: "unknown_provider")
    /// Nobody has configured the host; nothing was sent.
    public static let hostNotAllowed = Code(rawValue: "host_not_allowed")
    /// The person has not agreed to send words to this host yet; nothing was sent.
    public static let consentNeeded = Code(rawValue: "consent_needed")
    /// A fault on our side, such as a full disk while the answer was stored.
    public static let storageFailed = Code(rawValue: "storage_failed")
  }

  /// What kind of failure it is.
  public var code: Code
  /// The name of the provider, as in ``Provider/name``.
  public var provider: String
  /// What happened, in one line.
  public var message: String
  /// How to mend it; `nil` when there is nothing to advise.
  public var hint: String?
  /// Whether the same request may succeed later.
  public var isRetryable: Bool
  /// Whether the request surely did not reach the provider. Not kept with the message.
  public var wasNeverSent = false
  /// Whether the provider may have done the work all the same, so that asking again may be paid for
  /// twice: only a person decides that.
  public var mayBeBilled = false
  /// What the provider calls the request that failed, for its support; `nil` where it gave no name.
  public var requestID: String?
  /// The HTTP status, or the one that an error inside the answer names; `nil` without either.
  public var status: Int?
  /// The provider's own word for the kind of failure; `nil` when it gave none.
  public var upstreamType: String?
  /// The provider's own word or number for the failure; `nil` when it gave none.
  public var upstreamCode: String?
  /// How long to wait before trying again, two minutes at most; `nil` when the provider did not say
  /// or waiting does not help.
  public var retryAfter: Duration?
  /// The provider's own text, or the transport's; `nil` when there was none.
  public var details: String?

  /// An error with its parts as they are.
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

  /// The same error with every occurrence of `secret`, or of a telling part of it, blanked in the
  /// provider's texts: some repeat the key they refuse.
  public func masking(_ secret: Secret?) -> ProviderError {
    var masked = self
    masked.message = message.blanking(secret)
    masked.details = details?.blanking(secret)
    masked.upstreamType = upstreamType?.blanking(secret)
    masked.upstreamCode = upstreamCode?.blanking(secret)
    return masked
  }
}

extension ProviderError: CustomStringConvertible {
  /// Provider, code and status only: safe to log.
  public var description: String {
    "\(provider): \(code.rawValue)" + (status.map { " (status \($0))" } ?? "")
  }
}

extension String {
  /// From this many bytes on a part of a key tells too much of it. Providers show less to say which
  /// one they mean.
  private static let tellingLength = 12

  private func blanking(key needle: String) -> String {
    let text = Array(utf8)
    let key = Array(needle.utf8)
    let shortest = min(Self.tellingLength, key.count)
    guard text.count >= shortest else { return self }
    var kept: [UInt8] = []
    var index = 0
    while index < text.count {
      let length = Self.longestMatch(of: key, in: text[index...])
      if length >= shortest {
        kept += "•••".utf8
        index += length
      } else {
        kept.append(text[index])
        index += 1
      }
    }
    // A key is ASCII, so no character was cut.
    return String(decoding: kept, as: UTF8.self)
  }

  /// How many of the first bytes of `text` are somewhere in `key`.
  private static func longestMatch(of key: [UInt8], in text: ArraySlice<UInt8>) -> Int {
    key.indices.map { start in zip(key[start...], text).prefix { $0 == $1 }.count }.max() ?? 0
  }

  /// With dots for each occurrence of a key. One of three bytes or fewer is no key but a word that
  /// stands everywhere.
  package func blanking(_ secret: Secret?) -> String {
    guard let value = secret?.reveal(), value.utf8.count >= 4 else { return self }
    return blanking(key: value)
  }
}
