import SottoCore
import SottoHTTP
import SottoMarkdown
import Testing

@testable import SottoWeb

/// An answer with reasoning, then text in pieces that end inside words and marks.
private let pieces = [
  "# Ti", "tle\n\nSome **bo", "ld** text", ".\n\n- one\n- t", "wo\n\n```swift\nlet x", " = 1\n```\n",
]
private let events: [TurnEvent] =
  [.started(model: "m"), .reasoning("I *think*"), .reasoning(" so")] + pieces.map(TurnEvent.text) + [
    .usage(Usage(inputTokens: 1)), .finished(.stop),
  ]
private let stored = events.enumerated().map { StoredEvent(sequence: $0 + 1, event: $1) }

@Suite struct TurnRenderingTests {
  @Test func `a whole reading ends with the message's HTML`() {
    var rendering = TurnRendering(base: MessageContent(), resumeAfter: 0)
    var page = Page()
    for event in stored { page.take(rendering.events(for: [event])) }
    #expect(page.parts[0] == MarkdownRenderer().blocks(of: "I *think* so"))
    #expect(page.parts[1] == MarkdownRenderer().blocks(of: pieces.joined()))
    #expect(page.names.last == "finished")
  }

  @Test func `a page that reconnects after any event ends the same`() {
    var whole = Page()
    var rendering = TurnRendering(base: MessageContent(), resumeAfter: 0)
    whole.take(rendering.events(for: stored))
    for cut in 0..<stored.count {
      var page = Page()
      var before = TurnRendering(base: MessageContent(), resumeAfter: 0)
      for event in stored.prefix(cut) { page.take(before.events(for: [event])) }
      var after = TurnRendering(base: MessageContent(), resumeAfter: page.lastID)
      page.take(after.events(for: stored))
      #expect(page.parts == whole.parts)
      #expect(page.names.count { $0 == "usage" } == 1)
      #expect(page.names.count { $0 == "finished" } == 1)
    }
  }

  @Test func `blocks carry the number of the last event in them`() {
    var rendering = TurnRendering(base: MessageContent(), resumeAfter: 0)
    let sent = rendering.events(for: stored)
    let usage = sent.firstIndex { $0.event == "usage" } ?? 0
    #expect(sent[usage - 1].event == "blocks")
    #expect(sent[usage - 1].id == "\(stored.count - 2)")
  }

  @Test func `a continued answer shows what it held before`() {
    let base = MessageContent(text: "Begun **and")
    var rendering = TurnRendering(base: base, resumeAfter: 0)
    var page = Page()
    page.take(
      rendering.events(for: [
        StoredEvent(sequence: 1, event: .text(" ended**")),
        StoredEvent(sequence: 2, event: .finished(.stop)),
      ]))
    #expect(page.parts[0] == MarkdownRenderer().blocks(of: "Begun **and ended**"))
  }
}

/// What a page makes of the events.
private struct Page {
  var parts: [Int: [String]] = [:]
  var names: [String] = []
  var lastID = 0

  mutating func take(_ events: [ServerSentEvent]) {
    for event in events {
      lastID = event.id.flatMap { Int($0) } ?? lastID
      names.append(event.event ?? "")
      guard event.event == "blocks" || event.event == "reasoning_blocks",
        let data = try? JSONValue(parsing: event.data), let part = data["part"]?.int,
        let keep = data["keep"]?.int, let html = data["html"]?.array
      else { continue }
      parts[part] = Array((parts[part] ?? []).prefix(keep)) + html.compactMap(\.string)
    }
  }
}
