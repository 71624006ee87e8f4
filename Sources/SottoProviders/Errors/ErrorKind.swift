package import SottoCore

/// Finds our code for what a provider says, from its code words, then its text, then the status.
package enum ErrorKind {
  /// `status` is that of the answer or, inside a stream, the one the error names; `nil` for none.
  package static func code(of error: UpstreamError?, status: Int?) -> ProviderError.Code {
    let words = [error?.code, error?.type].compactMap { $0?.lowercased() }
    let text = (error?.message ?? "").lowercased() + " " + (error?.inner ?? "").lowercased()
    for word in words {
      if let code = specific[word] { return refine(code, text: text) }
    }
    if let code = code(inText: text, status: status) { return code }
    if let status, let code = code(ofStatus: status, text: text) { return code }
    for word in words {
      if let code = general[word] { return code }
      // OpenAI has a dozen words for an image it cannot take.
      if word.contains("image"), !word.contains("server") { return .invalidRequest }
    }
    return .serverError
  }

  /// Words that say more than the status does.
  private static let specific: [String: ProviderError.Code] = [
    "context_length_exceeded": .contextTooLong,
    "exceed_context_size_error": .contextTooLong,
    "model_max_prompt_tokens_exceeded": .contextTooLong,
    "string_above_max_length": .contextTooLong,
    "request_too_large": .contextTooLong,
    "invalid_api_key": .badKey,
    "incorrect_api_key": .badKey,
    "authentication_error": .badKey,
    "invalid_authentication": .badKey,
    "unauthenticated": .badKey,
    "insufficient_quota": .quotaExhausted,
    "credit_balance_exhausted": .quotaExhausted,
    "billing_error": .quotaExhausted,
    "billing_hard_limit_reached": .quotaExhausted,
    "insufficient_balance": .quotaExhausted,
    "rate_limit_exceeded": .rateLimited,
    "rate_limit_error": .rateLimited,
    "ratelimitreached": .rateLimited,
    "resource_exhausted": .rateLimited,
    "too_many_requests": .rateLimited,
    "model_not_found": .modelNotFound,
    "deploymentnotfound": .modelNotFound,
    "model_not_available": .modelNotFound,
    "content_filter": .contentFiltered,
    "content_policy_violation": .contentFiltered,
    "image_content_policy_violation": .contentFiltered,
    "invalid_prompt": .contentFiltered,
    "bio_policy": .contentFiltered,
    "misalignment_policy_violation": .contentFiltered,
    "overloaded_error": .overloaded,
    "overloaded": .overloaded,
    "unavailable_error": .overloaded,
    "unavailable": .overloaded,
    "engine_overloaded": .overloaded,
    "capacity_exceeded": .overloaded,
    "permission_error": .forbidden,
    "permission_denied": .forbidden,
    // Gemini where it is not offered, or not without billing.
    "failed_precondition": .forbidden,
  ]

  /// Words that only help when there is no status.
  private static let general: [String: ProviderError.Code] = [
    "invalid_request_error": .invalidRequest,
    "invalid_argument": .invalidRequest,
    "invalid-argument": .invalidRequest,
    "badrequesterror": .invalidRequest,
    "data_residency_mismatch": .invalidRequest,
    "not_found_error": .notFound,
    "server_error": .serverError,
    "api_error": .serverError,
    "internal": .serverError,
  ]

  /// - Groq calls a request that is larger than a minute's tokens a rate limit; waiting does not
  ///   mend it.
  /// - Anthropic has one word for a wrong key and for none.
  /// - Gemini forbids those who send no key, and keys that it found in public.
  private static func refine(_ code: ProviderError.Code, text: String) -> ProviderError.Code {
    switch code {
    case .rateLimited where text.contains("request too large"): .contextTooLong
    case .badKey where text.contains("header is required"): .missingKey
    case .forbidden where text.contains("unregistered callers"): .missingKey
    case .forbidden where text.contains("api key was reported as leaked"): .badKey
    default: code
    }
  }

  private static func code(inText text: String, status: Int?) -> ProviderError.Code? {
    func says(_ phrases: String...) -> Bool { phrases.contains { text.contains($0) } }
    let isClientError = status.map { (400...499).contains($0) } ?? true
    guard isClientError else { return nil }
    if says(
      "context length", "context window", "context size", "context limit", "prompt is too long",
      "prompt too long", "maximum context", "exceeds the maximum number of tokens",
      "input token count")
    {
      return .contextTooLong
    }
    if says(
      "no api key", "missing authentication", "api key is missing", "didn't provide an api key")
    {
      return .missingKey
    }
    if says("api key not found") { return .badKey }
    if text.contains("api key")
      && says("incorrect", "invalid", "not valid", "unauthorized", "expired")
    {
      return .badKey
    }
    if says(
      "insufficient balance", "insufficient credits", "exceeded your current quota",
      "credit balance is too low", "reached your specified api usage limits")
    {
      return .quotaExhausted
    }
    return nil
  }

  private static func code(ofStatus status: Int, text: String) -> ProviderError.Code? {
    switch status {
    case 401: .badKey
    case 402: .quotaExhausted
    case 403:
      text.contains("moderation") || text.contains("flagged") ? .contentFiltered : .forbidden
    case 404:
      text.contains("model") && !text.contains("/models") ? .modelNotFound : .notFound
    case 405, 410: .notFound
    case 413: .contextTooLong
    case 429: .rateLimited
    case 498, 503, 529: .overloaded
    case 408, 409, 500...599: .serverError
    case 400...499: .invalidRequest
    case 300...399: .notFound
    default: nil
    }
  }

  /// Whether the same request may succeed later.
  package static func isRetryable(_ code: ProviderError.Code, status: Int?) -> Bool {
    switch code {
    case .rateLimited, .overloaded: return true
    case .serverError:
      guard let status else { return true }
      return [408, 409, 500, 502, 503, 504].contains(status)
    default: return false
    }
  }
}
