import SottoCore
import SottoProviders
import Testing

@Suite struct HTTPDateTests {
  @Test(
    arguments: [
      ("Wed, 21 Oct 2026 07:28:00 GMT", 1_792_567_680_000),
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777_000),
      ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777_000),
      ("Sun Nov  6 08:49:37 1994", 784_111_777_000),
      ("Thu, 29 Feb 2024 23:59:60 GMT", 1_709_251_200_000),
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
      ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799_000),
      ("Monday, 05-Oct-76 00:00:00 GMT", 3_369_081_600_000),
    ] as [(String, Int64)])
  func `reads all three forms`(text: String, milliseconds: Int64) {
    #expect(HTTPDate.parse(text, now: testNow) == Timestamp(milliseconds: milliseconds))
  }

  @Test(arguments: [
    "", "soon", "Wed, 21 Okt 2026 07:28:00 GMT", "Wed, 41 Oct 2026 07:28:00 GMT",
    "Wed, 21 Oct 2026 25:28:00 GMT", "Wed, 21 Oct 2026 07:28 GMT", "Wed, 21 Oct 12026 07:28:00 GMT",
    "Wed, 21 Oct 202 07:28:00 GMT", ", , , , , ,", "a b c d e f",
  ])
  func `refuses other text`(text: String) {
    #expect(HTTPDate.parse(text, now: testNow) == nil)
  }
}
