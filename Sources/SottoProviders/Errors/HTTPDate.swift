package import SottoCore

/// The date of an HTTP header (RFC 9110, section 5.6.7) in any of its three forms.
package enum HTTPDate {
  /// - Parameters:
  ///   - text: such as `Wed, 21 Oct 2026 07:28:00 GMT`, `Wednesday, 21-Oct-26 07:28:00 GMT` or
  ///     `Wed Oct 21 07:28:00 2026`.
  ///   - now: decides the century of a year of two digits.
  /// - Returns: `nil` for other text.
  package static func parse(_ text: String, now: Timestamp) -> Timestamp? {
    let words = text.split { $0 == " " || $0 == "," || $0 == "-" }.map(String.init)
    guard words.count >= 5 else { return nil }
    let isDayFirst = words[1].first?.isNumber ?? false
    let (dayText, monthText) = isDayFirst ? (words[1], words[2]) : (words[2], words[1])
    let (yearText, timeText) = isDayFirst ? (words[3], words[4]) : (words[4], words[3])
    guard let day = number(dayText), (1...31).contains(day),
      let month = months.firstIndex(of: monthText.lowercased()).map({ $0 + 1 }),
      var year = number(yearText), let seconds = secondsOfDay(timeText)
    else { return nil }
    switch yearText.utf8.count {
    case 2: year += century(of: year, now: now)
    case 4: break
    default: return nil
    }
    let days = daysSince1970(year: year, month: month, day: day)
    return Timestamp(milliseconds: Int64(days * 86_400 + seconds) * 1000)
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  private static func number(_ text: String) -> Int? {
    guard text.utf8.count <= 4, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(text)
  }

  private static func secondsOfDay(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let hour = number(String(parts[0])), hour < 24,
      let minute = number(String(parts[1])), minute < 60,
      let second = number(String(parts[2])), second <= 60
    else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  /// A year of two digits lies at most 50 years ahead.
  private static func century(of year: Int, now: Timestamp) -> Int {
    let thisYear = 1970 + Int(now.milliseconds / 31_556_952_000)
    return 2000 + year > thisYear + 50 ? 1900 : 2000
  }

  /// Days of the proleptic Gregorian calendar, counted in eras of 400 years that begin in March.
  static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}
