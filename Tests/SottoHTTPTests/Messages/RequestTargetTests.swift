import SottoHTTP
import Testing

@Suite struct RequestTargetTests {
  static let targets: [(text: String, segments: [String]?)] = [
    ("/", []),
    ("/?q", []),
    ("/a/b", ["a", "b"]),
    ("/a/b/", ["a", "b", ""]),
    ("/a//b", ["a", "", "b"]),
    ("/a%2Fb/c%20d", ["a/b", "c d"]),
    ("/%C3%BC/ü", ["ü", "ü"]),
    ("/a+b", ["a+b"]),
    ("/a#part", ["a"]),
    ("/../etc", ["..", "etc"]),
    ("http://host:80/a?b", ["a"]),
    ("http://host", []),
    ("/\u{301}", ["\u{301}"]),
    ("/%", nil),
    ("/%4", nil),
    ("/%zz", nil),
    ("/%FF", nil),
    ("/a%00b", nil),
  ]

  @Test(arguments: targets) func `takes a path apart`(text: String, segments: [String]?) throws {
    let target = try #require(RequestTarget(text))
    #expect(target.segments == segments)
  }

  @Test(arguments: ["", "*", "host:80", "a/b", "?q", "ftp://host/a"])
  func `refuses what is not a path`(text: String) {
    #expect(RequestTarget(text) == nil)
  }

  @Test func `keeps the path and the query as they were sent`() throws {
    let target = try #require(RequestTarget("/a%20b?c=%20&d?e"))
    #expect(target.path == "/a%20b")
    #expect(target.rawQuery == "c=%20&d?e")
  }
}

@Suite struct QueryItemsTests {
  static let queries: [(text: String, pairs: [[String]])] = [
    ("", []),
    ("a=1&b=2", [["a", "1"], ["b", "2"]]),
    ("a", [["a", ""]]),
    ("a=&=b&&", [["a", ""], ["", "b"]]),
    ("q=two+words%21", [["q", "two words!"]]),
    ("q=a=b", [["q", "a=b"]]),
    ("q=100%&r=%zz", [["q", "100%"], ["r", "%zz"]]),
    ("%C3%BC=%E2%82%AC", [["ü", "€"]]),
  ]

  @Test(arguments: queries) func `decodes as a form`(text: String, pairs: [[String]]) {
    #expect(QueryItems(text).pairs.map { [$0.name, $0.value] } == pairs)
  }

  @Test func `finds the first and all values of a name`() {
    let items = QueryItems("a=1&b=2&a=3")
    #expect(items["a"] == "1")
    #expect(items.all("a") == ["1", "3"])
    #expect(items["c"] == nil)
  }
}
