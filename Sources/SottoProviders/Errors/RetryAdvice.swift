package import SottoCore

/// What an answer says about trying again.
package struct RetryAdvice: Hashable, Sendable {
  /// The longest wait that is taken from a provider.
  package static let longestWait: Duration = .seconds(120)

  /// How long to wait, more than zero and at most ``longestWait``; `nil` without a usable hint.
  package var wait: Duration?
  /// What the provider asked for, which may be hours.
  package var asked: Duration?
  /// `x-should-retry`, which overrides what the status says.
  package var shouldRetry: Bool?

  /// - Parameters:
  ///   - headers: of an answer with an error status; elsewhere `retry-after` means nothing.
  ///   - bodyDelay: seconds named in the body (`RetryInfo`), used when no header gives a hint.
  ///   - now: what a date is compared with.
  package init(headers: HTTPHeaders, bodyDelay: Double? = nil, now: Timestamp) {
    let seconds = Self.seconds(in: headers, now: now) ?? bodyDelay
    if let seconds, seconds > 0, seconds.isFinite {
      let bounded = min(seconds, 366 * 86_400)
      asked = .milliseconds(Int64((bounded * 1000).rounded(.up)))
    }
    wait = asked.map { min($0, Self.longestWait) }
    switch headers["x-should-retry"]?.lowercased() {
    case "true": shouldRetry = true
    case "false": shouldRetry = false
    default: shouldRetry = nil
    }
  }

  /// The first header that can be read decides, also when it says zero: then there is no usable
  /// hint.
  private static func seconds(in headers: HTTPHeaders, now: Timestamp) -> Double? {
    if let milliseconds = headers["retry-after-ms"].flatMap(decimal) {
      return milliseconds / 1000
    }
    guard let text = headers["retry-after"] else { return nil }
    if let seconds = decimal(text) { return seconds }
    guard let date = HTTPDate.parse(text, now: now) else { return nil }
    return Double(date.milliseconds - now.milliseconds) / 1000
  }

  /// A plain decimal number: `Double` alone would also read hexadecimal, infinity and exponents.
  package static func decimal(_ text: String) -> Double? {
    let digits = text.drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
    let isPlain = digits.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    return isPlain ? Double(digits) : nil
  }

  /// The `retryDelay` (`34s`, `1.5s`) of Google's `RetryInfo` in an error's details, in seconds.
  package static func delay(inDetailsOf error: JSONValue) -> Double? {
    for detail in error["details"]?.array ?? [] {
      if let text = detail["retryDelay"]?.string, text.hasSuffix("s") {
        return decimal(String(text.dropLast()))
      }
    }
    return nil
  }
}
