package import SottoCore

/// When a limit is whole again, in each form that providers write.
package enum RateLimitReset {
  /// - Parameters:
  ///   - text: a duration as Go writes it (`1h2m3.5s`, `12ms`), seconds (`7`), seconds or
  ///     milliseconds since 1970, or a date of RFC 3339. Numbers are told apart by their size.
  ///   - now: what dates are compared with.
  /// - Returns: how long from now, never negative; `nil` for other text.
  package static func decode(_ text: String, now: Timestamp) -> Duration? {
    if let number = RetryAdvice.decimal(text) {
      switch number {
      case 1e11...: return duration(seconds: (number - Double(now.milliseconds)) / 1000)
      case 1e8...: return duration(seconds: number - Double(now.milliseconds) / 1000)
      default: return duration(seconds: number)
      }
    }
    if let seconds = seconds(ofGoDuration: text) { return duration(seconds: seconds) }
    guard let date = InternetDate.parse(text) else { return nil }
    return duration(seconds: Double(date.milliseconds - now.milliseconds) / 1000)
  }

  private static func duration(seconds: Double) -> Duration {
    let bounded = min(max(seconds, 0), 366 * 86_400)
    return .milliseconds(Int64((bounded * 1000).rounded(.up)))
  }

  /// Numbers with units and nothing else, such as `6m0s`.
  private static func seconds(ofGoDuration text: String) -> Double? {
    var rest = text[...]
    var total = 0.0
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isNumber || $0 == "." }
      rest = rest.dropFirst(digits.count)
      let unit = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(unit.count)
      guard !digits.isEmpty, let number = RetryAdvice.decimal(String(digits)),
        let factor = unitSeconds[String(unit)]
      else { return nil }
      total += number * factor
    }
    return text.isEmpty ? nil : total
  }

  private static let unitSeconds: [String: Double] = [
    "h": 3600, "m": 60, "s": 1, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "ns": 1e-9,
  ]
}
