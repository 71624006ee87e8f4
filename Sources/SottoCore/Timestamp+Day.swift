extension Timestamp {
  /// The day in UTC as `YYYY-MM-DD`, so that days compare as texts do.
  public var day: String {
    // Days since 0000-03-01: years then end with their leap day (Hinnant, "chrono-Compatible
    // Low-Level Date Algorithms", civil_from_days).
    let length: Int64 = 86_400_000
    let whole = milliseconds >= 0 ? milliseconds / length : (milliseconds + 1) / length - 1
    let days = Int(whole) + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let leaps = dayOfEra / 1460 - dayOfEra / 36_524 + dayOfEra / 146_096
    let yearOfEra = (dayOfEra - leaps) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return "\(Self.padded(year, to: 4))-\(Self.padded(month, to: 2))-\(Self.padded(day, to: 2))"
  }

  /// The second in UTC as `YYYY-MM-DD HH:MM:SS`.
  public var utcText: String {
    let length: Int64 = 86_400_000
    let second = Int((milliseconds % length + length) % length / 1000)
    let parts = [second / 3600, second / 60 % 60, second % 60].map { Self.padded($0, to: 2) }
    return "\(day) \(parts.joined(separator: ":"))"
  }

  private static func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
