import SottoCore

extension ProviderError {
  /// What a failed transfer means for a person.
  init(
    _ error: TransportError, provider: String, baseURL: String, deadlines: Deadlines = Deadlines()
  ) {
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
    case .hostNotAllowed:
      code = .hostNotAllowed
      message = "\(host) is not the host of a configured provider; nothing was sent"
      hint = "add the provider with 'sotto provider add', or in the settings"
    case .consentNeeded:
      code = .consentNeeded
      message = "nothing was sent: you have not agreed to send text to \(host) yet"
      hint = HostBook.consentHint(provider: provider, host: host)
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
      message = "no connection to \(host) within \(deadlines.connect.inWords)"
      hint = Self.deadlineHint("connect", provider)
    case .firstByteTimeout:
      code = .firstByteTimeout
      message =
        "\(host) accepted the request but sent no answer within \(deadlines.firstByte.inWords)"
      hint = Self.deadlineHint("first-byte", provider)
    case .idleTimeout:
      code = .idleTimeout
      message =
        "\(host) sent nothing for \(deadlines.idle.inWords) in the middle of its answer"
      hint = Self.deadlineHint("idle", provider)
    case .totalTimeout:
      code = .totalTimeout
      message = "the answer took longer than \(deadlines.total.inWords)"
      hint = Self.deadlineHint("total", provider)
    case .tooLarge:
      code = .malformedAnswer
      message = "the answer of \(host) is too large"
    default:
      code = began ? .streamCut : .connectionFailed
      message =
        began
        ? "the connection to \(host) broke before the answer was complete"
        : "the connection to \(host) broke before an answer came"
      if began { hint = "continue it, or try again" }
    }
    self.init(
      code, provider: provider, message: message, hint: hint,
      isRetryable: !Self.lastingCodes.contains(code),
      details: Self.deadlineCodes.contains(code) ? nil : error.reason)
    wasNeverSent = error.wasNeverSent
  }

  /// Those that the same request meets again.
  private static let lastingCodes: [Code] = [
    .invalidRequest, .malformedAnswer, .hostNotAllowed, .consentNeeded,
  ]

  /// Their messages say all there is.
  private static let deadlineCodes: [Code] = [
    .connectTimeout, .firstByteTimeout, .idleTimeout, .totalTimeout,
  ]

  private static func deadlineHint(_ name: String, _ provider: String) -> String {
    "a longer \(name) deadline is set with 'sotto provider add \(provider) --\(name)-timeout SECONDS'"
  }
}

extension Duration {
  /// Such as `10 s` or `0.5 s`.
  fileprivate var inWords: String {
    let seconds = self / .seconds(1)
    return seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(seconds) s"
  }
}
