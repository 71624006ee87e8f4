import SottoProviders
import Testing

private struct Case: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var input: String
  var expected: [ServerSentEvent]

  init(_ description: String, _ input: String, _ expected: [(String, String)]) {
    testDescription = description
    self.input = input
    self.expected = expected.map { ServerSentEvent(name: $0.0, data: Array($0.1.utf8)) }
  }
}

private let cases = [
  Case("one event", "data: x\n\n", [("message", "x")]),
  Case("CRLF (T007)", "data: x\r\n\r\ndata: y\r\n\r\n", [("message", "x"), ("message", "y")]),
  Case("bare CR (T011)", "data: x\r\rdata: y\r\r", [("message", "x"), ("message", "y")]),
  Case("mixed line ends", "data: a\r\ndata: b\rdata: c\n\r\n", [("message", "a\nb\nc")]),
  Case("no space after the colon (T009, T010)", "data:x\r\n\r\n", [("message", "x")]),
  Case("only one space is taken away", "data:  x\n\n", [("message", " x")]),
  Case("event line before its data (T006)", "event: e\ndata: {}\n\n", [("e", "{}")]),
  Case(
    "a name holds for one event", "event: e\ndata: 1\n\ndata: 2\n\n",
    [("e", "1"), ("message", "2")]),
  Case("a name without data is no event", "event: e\n\ndata: 2\n\n", [("message", "2")]),
  Case(
    "comments between everything (T014)", ": a\n\n:\ndata: x\n: b\ndata: y\n\n: c\n\n",
    [("message", "x\ny")]),
  Case("several lines of data", "data: x\ndata:\ndata: y\n\n", [("message", "x\n\ny")]),
  Case("empty data", "data\n\ndata:\n\n", [("message", ""), ("message", "")]),
  Case("other fields", "foo: bar\ndata: x\nretry: 5\nDATA: y\n\n", [("message", "x")]),
  Case("byte order mark", "\u{FEFF}data: x\n\n", [("message", "x")]),
  Case("a second mark belongs to the name", "\u{FEFF}\u{FEFF}data: x\n\n", []),
  Case("blank lines", "\n\r\n\r\n\ndata: x\n\n\n\n", [("message", "x")]),
  Case("colons in data", "data: a: b\n\n", [("message", "a: b")]),
  Case(
    "a line of JSON without data", "{\"a\":1}\n[1]\n",
    [("message", "{\"a\":1}"), ("message", "[1]")]),
  Case("JSON after open data", "data: x\n{}\n\n", [("message", "x"), ("message", "{}")]),
  Case("an error line", "error: {\"code\":1}\n\n", [("error", "{\"code\":1}")]),
  Case("wide characters", "data: 漢字 👩‍👩‍👧\n\n", [("message", "漢字 👩‍👩‍👧")]),
]

@Suite struct ServerSentEventParserTests {
  @Test(arguments: cases) private func `reads`(testCase: Case) {
    var parser = ServerSentEventParser()
    #expect(parser.push(Array(testCase.input.utf8)) == testCase.expected)
    #expect(parser.finish() == [])
  }

  @Test(arguments: cases) private func `reads in pieces of any size`(testCase: Case) {
    let bytes = Array(testCase.input.utf8)
    for size in 1...max(1, bytes.count) {
      var parser = ServerSentEventParser()
      var events: [ServerSentEvent] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        events += parser.push(Array(bytes[start..<min(start + size, bytes.count)]))
        events += parser.push([])
      }
      #expect(events == testCase.expected, "pieces of \(size)")
    }
  }

  @Test func `keeps the last identifier over events`() {
    var parser = ServerSentEventParser()
    let events = parser.push(
      Array("id: 7\ndata: a\n\ndata: b\n\nid: x\0y\ndata: c\n\nid\ndata: d\n\n".utf8))
    #expect(events.map(\.lastID) == ["7", "7", "7", ""])
  }

  @Test func `hands out an open event only at the end`() {
    var parser = ServerSentEventParser()
    #expect(parser.push(Array("data: a\n\ndata: b\ndata: c".utf8)).count == 1)
    #expect(parser.finish().map(\.data) == [Array("b\nc".utf8)])
    #expect(parser.finish() == [])
  }

  @Test func `delivers an event as soon as its blank line is there`() {
    var parser = ServerSentEventParser()
    #expect(parser.push(Array("data: a\r\n\r".utf8)).count == 1)
    #expect(parser.push(Array("\ndata: b\n\n".utf8)).count == 1)
  }

  @Test(arguments: [131_073, 1_048_577, 8 << 20])
  func `takes a long line (T021, T022, T023)`(length: Int) {
    var parser = ServerSentEventParser()
    var events = parser.push(Array("data: ".utf8))
    for start in stride(from: 0, to: length, by: 16_384) {
      events += parser.push(Array(repeating: 0x78, count: min(16_384, length - start)))
    }
    events += parser.push([0x0A, 0x0A])
    #expect(events.map(\.data.count) == [length])
  }

  @Test func `takes a long line byte by byte`() {
    var parser = ServerSentEventParser()
    var events = parser.push(Array("data:".utf8))
    for _ in 0..<300_000 { events += parser.push([0x78]) }
    events += parser.push([0x0D, 0x0D])
    #expect(events.map(\.data.count) == [300_000])
  }

  @Test(arguments: [
    "data: 0123456789abcdef", "data: 0123456\ndata: 789abcdef\n", "{\"a\": \"0123456789\"}\n",
  ])
  func `stops at the limit`(input: String) {
    var parser = ServerSentEventParser(limit: 12)
    #expect(parser.push(Array(input.utf8)) == [])
    #expect(parser.isTooLarge)
    #expect(parser.push(Array("\n\ndata: x\n\n".utf8)) == [])
    #expect(parser.finish() == [])
  }
}
