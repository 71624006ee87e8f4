import SottoCore
import Testing

@Suite struct TimestampISO8601Tests {
  private static let readings: [(text: String, milliseconds: Int64?)] = [
    ("1970-01-01T00:00:00Z", 0), ("2024-02-29T12:30:45.678Z", 1_709_209_845_678),
    ("2024-02-29 12:30:45.678901+00:00", 1_709_209_845_678),
    ("2024-02-29T14:30:45+0200", 1_709_209_845_000),
    ("2024-02-29T07:00:45-05:30", 1_709_209_845_000), ("2024-02-29T12:30", 1_709_209_800_000),
    ("2024-02-29", 1_709_164_800_000), ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    ("", nil), ("yesterday", nil), ("2024-13-01", nil), ("2024-02-29T25:00:00Z", nil),
    ("2024-02-29T12:30:45Zx", nil), ("1969-12-31T23:59:59Z", nil), ("２０２４-01-01", nil),
  ]

  @Test(arguments: readings)
  func `reads a date, or nothing`(text: String, milliseconds: Int64?) {
    #expect(Timestamp(iso8601: text)?.milliseconds == milliseconds)
  }

  @Test(arguments: [0, 1_709_209_845_678, 253_402_300_799_999] as [Int64])
  func `reads what it writes`(milliseconds: Int64) {
    let time = Timestamp(milliseconds: milliseconds)
    #expect(Timestamp(iso8601: time.iso8601) == time)
  }
}
