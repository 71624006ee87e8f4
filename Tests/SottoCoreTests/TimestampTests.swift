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

  @Test func `is ordered`() {
    #expect(Timestamp(milliseconds: -1) < Timestamp(milliseconds: 0))
  }
}
