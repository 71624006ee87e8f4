import SottoCore
import SottoProviders
import Testing

@Suite struct FuzzTests {
  @Test(arguments: FuzzSeeds.all)
  func `ends every damaged answer in exactly one terminal event`(seeds: FuzzSeeds) {
    var generator = SeededGenerator(seed: 2026)
    for round in 0..<8000 {
      var body = Array((seeds.bodies.randomElement(using: &generator) ?? "").utf8)
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        damage(&body, using: &generator)
      }
      let fresh = decoder(for: seeds.wire, using: &generator)
      var decoder = fresh
      var events: [TurnEvent] = []
      var rest = body[...]
      while !rest.isEmpty {
        let size = Int.random(in: 1...200, using: &generator)
        events += decoder.decode(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
      }
      events += decoder.finish()
      // Cut or whole, the same bytes give the same events; after the end come no more.
      let isSame = decodeAnswer([body], with: fresh).events == events
      events += decoder.decode(body) + decoder.finish()
      let hasOneEnd = events.filter(\.isTerminal).count == 1 && events.last?.isTerminal == true
      if !isSame || !hasOneEnd {
        Issue.record("round \(round): \(String(decoding: body, as: UTF8.self))")
      }
      if seeds.wire == .anthropic {
        // What was kept can always be written into the next request.
        let parts = Decoded(events: events).content.parts
        let entry = ModelRequest.Entry(role: .assistant, parts: parts)
        #expect(!AnthropicHistory.messages(of: [userEntry("a"), entry, userEntry("b")]).isEmpty)
      }
    }
  }

  private func decoder(
    for wire: WireProtocol, using generator: inout SeededGenerator
  ) -> any AnswerDecoder {
    let statuses = [200, 200, 200, 206, 301, 400, 429, 500, 529, 0, 999]
    let types = ["text/event-stream", "application/json", nil]
    let head = head(
      status: statuses.randomElement(using: &generator) ?? 200,
      contentType: types.randomElement(using: &generator) ?? nil)
    return answerDecoder(for: wire, head)
  }
}
