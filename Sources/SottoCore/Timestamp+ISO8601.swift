extension Timestamp {
  /// In UTC, such as `2026-11-30T15:39:21.042Z`.
  public var iso8601: String {
    let length: Int64 = 86_400_000
    let rest = Int((milliseconds % length + length) % length)
    let seconds = rest / 1000
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let start = Timestamp(milliseconds: milliseconds - Int64(rest))
    return "\(start.day)T\(padded(seconds / 3600, 2)):\(padded(seconds / 60 % 60, 2))"
      + ":\(padded(seconds % 60, 2)).\(padded(rest % 1000, 3))Z"
  }

  /// Reads a date with a time (ISO 8601, RFC 3339), with `T` or a space between, with or without
  /// fractions; without a zone it is UTC. `nil` for anything else and for years outside 1970 to 9999.
  public init?(iso8601 text: String) {
    var reader = DigitReader(text: Array(text.utf8))
    guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2),
      reader.skip("-"), let day = reader.number(2), (1970...9999).contains(year),
      (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    var total = Self.days(year, month, day) * 86_400_000
    if reader.skip("T") || reader.skip(" ") || reader.skip("t") {
      guard let hour = reader.number(2), reader.skip(":"), let minute = reader.number(2),
        hour < 24, minute < 60
      else { return nil }
      total += Int64(hour * 60 + minute) * 60_000
      if reader.skip(":") {
        guard let second = reader.number(2), second <= 60 else { return nil }
        total += Int64(second) * 1000
        if reader.skip(".") || reader.skip(",") { total += Int64(reader.thousandths()) }
      }
      guard let offset = reader.zone() else { return nil }
      total -= Int64(offset) * 60_000
    }
    guard reader.isAtEnd else { return nil }
    self.init(milliseconds: total)
  }

  /// Since 1970-01-01 (Hinnant, "chrono-Compatible Low-Level Date Algorithms", days_from_civil).
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let era = year / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return Int64(era * 146_097 + dayOfEra - 719_468)
  }
}

/// Reads the pieces of a date from the left.
private struct DigitReader {
  let text: [UInt8]
  var index = 0

  var isAtEnd: Bool { index == text.count }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard index < text.count, text[index] == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func digit() -> Int? {
    guard index < text.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[index]) else {
      return nil
    }
    index += 1
    return Int(text[index - 1] - UInt8(ascii: "0"))
  }

  /// A number of exactly so many digits.
  mutating func number(_ count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  /// The digits after a decimal point, as thousandths.
  mutating func thousandths() -> Int {
    var value = 0
    var scale = 100
    while let digit = digit() {
      value += digit * scale
      scale /= 10
    }
    return value
  }

  /// Minutes ahead of UTC; 0 without a zone.
  mutating func zone() -> Int? {
    if isAtEnd || skip("Z") || skip("z") { return 0 }
    let isBehind = skip("-")
    guard isBehind || skip("+"), let hours = number(2) else { return nil }
    _ = skip(":")
    let minutes = number(2) ?? 0
    return (hours * 60 + minutes) * (isBehind ? -1 : 1)
  }
}
