package import SottoCore

/// A date and time of RFC 3339, such as `2026-08-19T14:34:13Z` or `2026-08-19T16:34:13.5+02:00`.
package enum InternetDate {
  /// - Returns: the moment, fractions of a millisecond cut off; `nil` for other text.
  package static func parse(_ text: String) -> Timestamp? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20,
      bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      bytes[10] | 0x20 == UInt8(ascii: "t"),
      bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
      let year = number(bytes[0..<4], in: 0...9999), let month = number(bytes[5..<7], in: 1...12),
      let day = number(bytes[8..<10], in: 1...31), let hour = number(bytes[11..<13], in: 0...23),
      let minute = number(bytes[14..<16], in: 0...59),
      let second = number(bytes[17..<19], in: 0...60)
    else { return nil }
    var rest = bytes[19...]
    var milliseconds = 0
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
      guard !digits.isEmpty else { return nil }
      rest = rest.dropFirst(1 + digits.count)
      let firstThree = Array((digits + [0x30, 0x30]).prefix(3))
      milliseconds = number(firstThree[...], in: 0...999) ?? 0
    }
    guard let offset = minutesEast(rest) else { return nil }
    let days = HTTPDate.daysSince1970(year: year, month: month, day: day)
    let seconds = days * 86_400 + hour * 3600 + (minute - offset) * 60 + second
    return Timestamp(milliseconds: Int64(seconds * 1000 + milliseconds))
  }

  /// The offset at the end: `Z` or `+hh:mm`.
  private static func minutesEast(_ bytes: ArraySlice<UInt8>) -> Int? {
    if bytes.count == 1, let letter = bytes.first, letter | 0x20 == UInt8(ascii: "z") { return 0 }
    let bytes = Array(bytes)
    guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"),
      let hours = number(bytes[1..<3], in: 0...23), let minutes = number(bytes[4..<6], in: 0...59)
    else { return nil }
    switch bytes[0] {
    case UInt8(ascii: "+"): return hours * 60 + minutes
    case UInt8(ascii: "-"): return -(hours * 60 + minutes)
    default: return nil
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>, in range: ClosedRange<Int>) -> Int? {
    var value = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      value = value * 10 + Int(digit - 0x30)
    }
    return range.contains(value) ? value : nil
  }
}
