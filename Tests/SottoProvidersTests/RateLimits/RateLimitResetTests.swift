import SottoCore
import SottoProviders
import Testing

@Suite struct RateLimitResetTests {
  @Test(
    arguments: [
      ("12ms", .milliseconds(12)), ("1s", .seconds(1)), ("0s", .zero), ("6m0s", .seconds(360)),
      ("1h2m3.5s", .milliseconds(3_723_500)), ("17.399999999s", .milliseconds(17_400)),
      ("10.332999999s", .milliseconds(10_333)), ("250µs", .milliseconds(1)),
      ("7", .seconds(7)), ("33011.382867", .milliseconds(33_011_383)), (" 2 ", .seconds(2)),
      ("1792566030", .seconds(30)), ("1792566030500", .milliseconds(30_500)),
      ("1600000000", .zero),
      ("2026-10-21T07:00:30Z", .seconds(30)),
      ("2026-10-21t09:00:30.25+02:00", .milliseconds(30_250)),
      ("2026-10-21T06:30:30-00:30", .seconds(30)), ("2020-01-01T00:00:00Z", .zero),
      ("9999-12-31T23:59:59Z", .seconds(366 * 86_400)),
      ("", nil), ("s", nil), ("1", .seconds(1)), ("1x", nil), ("-1s", nil), ("1s2", nil),
      ("1.2.3s", nil), ("soon", nil), ("٣s", nil), ("2026-13-01T00:00:00Z", nil),
      ("2026-10-21T07:00:30", nil), ("2026-10-21T07:00:30.Z", nil), ("2026-10-21 07:00:30Z", nil),
      ("2026-10-21T07:00:30+1:00", nil), ("inf", nil), ("0x10", nil),
    ] as [(String, Duration?)])
  func `reads durations, numbers and dates`(text: String, wait: Duration?) {
    #expect(RateLimitReset.decode(text, now: testNow) == wait)
  }

  @Test func `a date is the moment it names`() {
    #expect(InternetDate.parse("2026-10-21T07:00:00Z") == testNow)
    #expect(
      InternetDate.parse("1970-01-01T00:00:00.1239Z") == Timestamp(milliseconds: 123))
  }
}
