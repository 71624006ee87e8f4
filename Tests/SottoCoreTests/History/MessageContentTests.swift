import SottoCore
import Testing

private func content(_ events: [TurnEvent]) -> MessageContent {
  var content = MessageContent()
  for event in events { content.apply(event) }
  return content
}

@Suite struct MessageContentTests {
  @Test func `joins deltas of one kind and keeps the order of kinds`() {
    let made = content([
      .started(model: "m"), .reasoning("a"), .reasoning("b"), .text("c"),
      .notice(Notice(.retrying)), .text("d"),
      .reasoning("e"), .text("f"), .refusal("g"), .refusal("h"),
    ])
    #expect(
      made.parts == [
        .reasoning("ab"), .text("cd"), .reasoning("e"), .text("f"), .refusal("gh"),
      ])
    #expect(made.text == "cdf")
  }

  @Test func `joins characters that were split over deltas`() {
    let made = content([.text("👩"), .text("\u{200D}"), .text("👧"), .text("e"), .text("\u{301}")])
    #expect(made.text == "👩‍👧é")
  }

  @Test func `keeps the provider's own data with the part before it, byte for byte`() {
    let made = content([
      .reasoning("why"), .signature("Eq"), .signature("=="), .opaque("{\"x\": 1.0}"),
      .opaque("{}"), .text("so"), .signature("2"), .text("!"),
    ])
    #expect(
      made.parts == [
        .reasoning("why"), .signature("Eq=="), .opaque("{\"x\": 1.0}"), .opaque("{}"), .text("so"),
        .signature("2"), .text("!"),
      ])
    #expect(made.text == "so!")
    #expect(made.parts.map { Part(json: $0.json) } == made.parts)
  }

  @Test func `puts the fragments of calls together`() {
    let made = content([
      .text("a"),
      .toolCall(ToolCallFragment(index: 0, id: "x", name: "f", argumentsDelta: "{")),
      .toolCall(ToolCallFragment(index: 1, id: "y", name: "g", argumentsDelta: "[")),
      .toolCall(ToolCallFragment(index: 0, argumentsDelta: "}")),
      .toolCall(ToolCallFragment(index: 1, argumentsDelta: "]")),
    ])
    #expect(
      made.parts == [
        .text("a"), .toolCall(ToolCall(id: "x", name: "f", arguments: "{}")),
        .toolCall(ToolCall(id: "y", name: "g", arguments: "[]")),
      ])
  }

  @Test func `takes an id and a name that come late`() {
    let made = content([
      .toolCall(ToolCallFragment(index: 0)), .toolCall(ToolCallFragment(index: 0, id: "x")),
      .toolCall(ToolCallFragment(index: 0, name: "f", argumentsDelta: "{}")),
    ])
    #expect(made.parts == [.toolCall(ToolCall(id: "x", name: "f", arguments: "{}"))])
  }

  @Test(arguments: [-1, 5, Int.max]) func `takes any index`(index: Int) {
    let made = content([.toolCall(ToolCallFragment(index: index, name: "f"))])
    #expect(made.parts == [.toolCall(ToolCall(id: "", name: "f", arguments: ""))])
  }

  @Test func `keeps the latest usage and how it ended`() {
    let made = content([
      .usage(Usage(inputTokens: 1)), .usage(Usage(inputTokens: 2)), .finished(.length),
    ])
    #expect(made.usage == Usage(inputTokens: 2))
    #expect(made.stopReason == .length)
  }

  @Test func `keeps text when a turn fails, and drops the error when a later one ends well`() {
    let error = ProviderError(.streamCut, provider: "p", message: "m")
    var made = content([.text("half"), .failed(error)])
    #expect(made.text == "half")
    #expect(made.error == error)
    made.apply(.text(" whole"))
    made.apply(.finished(.stop))
    #expect(made.text == "half whole")
    #expect(made.error == nil)
  }

  @Test(
    arguments: [
      (.finished(.stop), true), (.stopped, true), (.interrupted, true),
      (.failed(ProviderError(.streamCut, provider: "p", message: "m")), true),
      (.text(""), false), (.usage(Usage()), false), (.started(model: ""), false),
    ] as [(TurnEvent, Bool)])
  func `knows which events end a turn`(event: TurnEvent, isTerminal: Bool) {
    #expect(event.isTerminal == isTerminal)
  }
}
