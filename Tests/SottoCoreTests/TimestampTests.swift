import SottoCore
import Testing

@Suite struct TimestampTests {
  @Test(
    arguments: [
      (.seconds(1), 2000), (.milliseconds(-1500), -500), (.microseconds(1999), 1001), (.zero, 1000),
      (.seconds(86_400 * 7), 604_801_000),
    ] as [(Duration, Int64)])
  func `moves by a duration`(duration: Duration, milliseconds: Int64) {
    #expect((Timestamp(milliseconds: 1000) + duration).milliseconds == milliseconds)
  }

  @Test func `moves back`() {
    #expect((Timestamp(milliseconds: 1000) - .milliseconds(300)).milliseconds == 700)
  }

  @Test(
    arguments: [
      (0, "1970-01-01"), (-1, "1969-12-31"), (86_399_999, "1970-01-01"), (86_400_000, "1970-01-02"),
      (951_782_400_000, "2000-02-29"), (951_868_800_000, "2000-03-01"),
      (1_796_083_199_999, "2026-11-30"), (1_796_083_200_000, "2026-12-01"),
      (4_107_542_400_000, "2100-03-01"), (-62_167_219_200_000, "0000-01-01"),
    ] as [(Int64, String)])
  func `has a day`(milliseconds: Int64, day: String) {
    #expect(Timestamp(milliseconds: milliseconds).day == day)
  }

  @Test func `is ordered`() {
    #expect(Timestamp(milliseconds: -1) < Timestamp(milliseconds: 0))
  }
}
