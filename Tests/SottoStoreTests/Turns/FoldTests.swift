import SottoCore
import SottoStore
import Testing

struct FoldTests {
  @Test(arguments: 0..<60)
  func `stores what the events say, for any events in any pieces`(_ seed: UInt64) async throws {
    var random = SplitMix(state: seed)
    let test = try await TestStore()
    let conversation = try await test.conversation()
    var turn = try await test.send("q", in: conversation)
    var expected = MessageContent()
    for _ in 0..<3 {
      let events = (0..<Int.random(in: 0...30, using: &random)).map { _ in anyEvent(&random) }
      for event in events { expected.apply(event) }
      var rest = events[...]
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 1...7, using: &random))
        rest = rest.dropFirst(piece.count)
        _ = try await test.store.append(Array(piece), to: turn.id)
        let before = expected
        if rest.isEmpty {
          let shown = try await test.store.path(to: turn.assistantMessageID).last
          #expect(shown?.content == before)
        }
      }
      let ending: TurnEvent =
        [.finished(.length), .stopped, .interrupted, .failed(anError)]
        .randomElement(using: &random) ?? .stopped
      expected.apply(ending)
      _ = try await test.store.append([ending], to: turn.id)
      let shown = try await test.store.path(to: turn.assistantMessageID).last
      #expect(shown?.content == expected)

      let stored = try await test.store.events(of: turn.id, after: 0, limit: 1000)
      #expect(stored.map(\.sequence) == Array(1...stored.count))

      turn = try await test.store.begin(.continue(turn.assistantMessageID), in: conversation)
      expected.error = nil
      expected.stopReason = nil
    }
  }
}

private let anError = ProviderError(.serverError, provider: "p", message: "m", status: 500)

private func anyEvent(_ random: inout SplitMix) -> TurnEvent {
  let texts = ["", "a", "é", "\u{301}", "\u{0}", "\"\\\n", "日本", "🏳️‍🌈", "\u{200D}", "long text "]
  let text = texts.randomElement(using: &random) ?? ""
  switch Int.random(in: 0..<9, using: &random) {
  case 0: return .started(model: text)
  case 1: return .reasoning(text)
  case 2: return .refusal(text)
  case 3:
    return .toolCall(
      ToolCallFragment(
        index: Int.random(in: 0...2, using: &random), id: Bool.random(using: &random) ? "id" : nil,
        name: Bool.random(using: &random) ? "name" : nil, argumentsDelta: text))
  case 4: return .usage(Usage(inputTokens: Int.random(in: 0...9, using: &random)))
  case 5: return .notice(Notice(.retrying, seconds: 1))
  default: return .text(text)
  }
}

private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
