import SottoHTTP
import Testing

@Suite struct ServerSentEventTests {
  static let events: [(event: ServerSentEvent, text: String)] = [
    (ServerSentEvent(data: "x"), "data: x\n\n"),
    (ServerSentEvent(data: ""), "data: \n\n"),
    (
      ServerSentEvent(id: "7", event: "text", data: "{}"),
      "id: 7\nevent: text\ndata: {}\n\n"
    ),
    (ServerSentEvent(data: "a\nb"), "data: a\ndata: b\n\n"),
    (ServerSentEvent(data: "a\r\nb\rc\n"), "data: a\ndata: b\ndata: c\ndata: \n\n"),
    (ServerSentEvent(data: "a\n\nid: 9"), "data: a\ndata: \ndata: id: 9\n\n"),
    (ServerSentEvent(id: "1\nevent: x", data: "ü"), "id: 1event: x\ndata: ü\n\n"),
    (ServerSentEvent(event: "a\r\nb\u{0}", data: "x"), "event: ab\ndata: x\n\n"),
  ]

  @Test(arguments: events) func `encodes an event`(event: ServerSentEvent, text: String) {
    #expect(String(decoding: event.encoded(), as: UTF8.self) == text)
  }

  @Test func `encodes comments and the retry time`() {
    #expect(ServerSentEvent.comment("ping") == Array(": ping\n\n".utf8))
    #expect(ServerSentEvent.comment("a\nb") == Array(": a\n: b\n\n".utf8))
    #expect(ServerSentEvent.retry(milliseconds: 500) == Array("retry: 500\n\n".utf8))
  }
}
