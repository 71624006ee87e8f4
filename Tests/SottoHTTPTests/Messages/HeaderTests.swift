import SottoHTTP
import Testing

@Suite struct RequestHeadersTests {
  let headers = RequestHeaders([
    ("Host", "localhost"), ("Cookie", "a=1"), ("COOKIE", "b=2"), ("Empty", ""),
  ])

  @Test func `finds names in any case`() {
    #expect(headers["host"] == "localhost")
    #expect(headers["HOST"] == "localhost")
    #expect(headers["hos"] == nil)
    #expect(headers["empty"] == "")
  }

  @Test func `keeps repeated lines in order`() {
    #expect(headers["cookie"] == "a=1")
    #expect(headers.all("cookie") == ["a=1", "b=2"])
    #expect(headers.count(of: "cookie") == 2)
    #expect(headers.fields.map(\.name) == ["Host", "Cookie", "COOKIE", "Empty"])
  }
}

@Suite struct HeaderFieldTests {
  @Test(arguments: [
    HeaderField("X-A", "b"), HeaderField("x_y.z", "tab\tand ü"), HeaderField("A", ""),
  ])
  func `takes what a header may be`(field: HeaderField) {
    #expect(field.isValid)
  }

  @Test(arguments: [
    HeaderField("X-A", "a\r\nSet-Cookie: b"), HeaderField("X-A", "a\n"), HeaderField("X-A", "\r"),
    HeaderField("X-A", "a\u{0}b"), HeaderField("X-A\r\nB", "c"), HeaderField("X A", "b"),
    HeaderField("X:A", "b"), HeaderField("", "b"), HeaderField("Ü", "b"),
  ])
  func `refuses what could become another header`(field: HeaderField) {
    #expect(!field.isValid)
  }
}
