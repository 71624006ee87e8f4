import SottoCore
import Testing

@testable import SottoCurl

@Suite struct HeadParserTests {
  private func heads(_ lines: [String]) -> [HTTPResponseHead] {
    var parser = HeadParser()
    return lines.compactMap { line in
      if case .head(let head) = parser.consume(Array(line.utf8)) { head } else { nil }
    }
  }

  @Test func `leaves out interim heads and trailers`() {
    let heads = heads([
      "HTTP/1.1 100 Continue\r\n", "X-Early: 1\r\n", "\r\n", "HTTP/2 200 \r\n", "x-a: 1\r\n",
      "\r\n",
      "X-Trailer: 1\r\n", "\r\n",
    ])
    #expect(heads == [HTTPResponseHead(status: 200, headers: ["x-a": "1"])])
  }

  static let fields: [(String, String)] = [
    ("X-A: 1\r\n", "1"), ("X-A:1\n", "1"), ("X-A:\t 1 \t\r\n", "1"), ("X-A:\r\n", ""),
    ("X-A: a:b\r\n", "a:b"),
    ("X-A: é\r\n", "é"),
  ]

  @Test(arguments: fields)
  func `reads a field`(line: String, value: String) {
    #expect(heads(["HTTP/1.1 200 OK\r\n", line, "\r\n"]).first?.headers["X-A"] == value)
  }

  @Test func `joins a folded line and skips what is no field`() {
    let lines = [
      "HTTP/1.1 200 OK\r\n", " lost\r\n", "X-A: 1\r\n", "\t2\r\n", "nonsense\r\n", "\r\n",
    ]
    #expect(heads(lines).first?.headers == ["X-A": "1 2"])
  }

  @Test func `gives up on a head without end`() {
    var parser = HeadParser()
    var lines = 0
    while case .more = parser.consume([UInt8](repeating: 120, count: 1024)) { lines += 1 }
    #expect(lines == 256)
  }
}
