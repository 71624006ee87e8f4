import SottoCore

extension ProviderError {
  /// What a failed transfer means for a person.
  init(_ error: TransportError, provider: String, baseURL: String) {
    let host = baseURL.split(separator: "/").dropFirst().first.map(String.init) ?? baseURL
    let began = error.bytesReceived > 0
    let code: Code
    let message: String
    var hint: String?
    switch error.code {
    case .invalidURL:
      code = .invalidRequest
      message = "the address of this provider is not valid"
      hint = "correct its base URL"
    case .unknownHost:
      code = .connectionFailed
      message = "the host \(host) was not found"
      hint = "check the provider's base URL and your network connection"
    case .connectionRefused:
      code = .connectionFailed
      message = "nothing answers at \(host)"
      hint = "start the server there, or correct the provider's base URL"
    case .insecure:
      code = .connectionFailed
      message = "the connection to \(host) is not secure"
      hint = "check its certificate and this machine's clock"
    case .connectTimeout:
      code = .connectTimeout
      message = "no connection to \(host) within the time allowed"
    case .firstByteTimeout:
      code = .firstByteTimeout
      message = "\(host) accepted the request but sent no answer within the time allowed"
    case .idleTimeout:
      code = .idleTimeout
      message = "\(host) stopped sending in the middle of its answer"
    case .totalTimeout:
      code = .totalTimeout
      message = "the answer took longer than the time allowed"
    case .tooLarge:
      code = .malformedAnswer
      message = "the answer of \(host) is too large"
    default:
      code = began ? .streamCut : .connectionFailed
      message =
        began
        ? "the connection to \(host) broke before the answer was complete"
        : "the connection to \(host) broke before an answer came"
    }
    self.init(
      code, provider: provider, message: message, hint: hint,
      isRetryable: code != .invalidRequest && code != .malformedAnswer, details: error.reason)
    wasNeverSent = [.unknownHost, .connectionRefused, .connectTimeout].contains(error.code)
  }
}
