import SottoCore
import SottoStore
import Testing

extension TestStore {
  /// A conversation whose answer asks for tools.
  fileprivate func conversation(
    asking calls: [ToolCall]
  ) async throws -> (id: ConversationID, turn: Turn) {
    let conversation = try await conversation()
    let turn = try await send("Weather?", in: conversation)
    var events: [TurnEvent] = [.text("Let me look.")]
    for (index, call) in calls.enumerated() {
      events.append(
        .toolCall(
          ToolCallFragment(
            index: index, id: call.id, name: call.name, argumentsDelta: call.arguments)))
    }
    _ = try await store.append(events + [.finished(.toolCalls)], to: turn.id)
    return (conversation, turn)
  }

  fileprivate func sendResults(
    _ results: [ToolResult], in conversation: ConversationID, parent: MessageID? = nil
  ) async throws -> [Part] {
    let turn = try await store.begin(
      .send(results.map(Part.toolResult), parent: parent), in: conversation)
    return try await store.path(to: turn.userMessageID).last?.content.parts ?? []
  }
}

struct ToolResultTests {
  private let calls = [
    ToolCall(id: "c1", name: "weather", arguments: "{}"),
    ToolCall(id: "c2", name: "time", arguments: "{}"),
  ]

  @Test func `a result answers a call of the answer before, and gets its name`() async throws {
    let test = try await TestStore()
    let (conversation, turn) = try await test.conversation(asking: calls)
    let results = [
      ToolResult(callID: "c2", name: "", text: "noon"),
      ToolResult(callID: "c1", name: "other", text: "broken", isError: true),
    ]
    let named = [
      ToolResult(callID: "c2", name: "time", text: "noon"),
      ToolResult(callID: "c1", name: "weather", text: "broken", isError: true),
    ]
    #expect(
      try await test.sendResults(results, in: conversation) == named.map(Part.toolResult))
    // Another branch may have other results.
    let running = try #require(try await test.store.conversation(conversation).runningTurnID)
    _ = try await test.store.append([.stopped], to: running)
    _ = try await test.sendResults(
      results, in: conversation, parent: turn.assistantMessageID)
  }

  @Test(arguments: [["c3"], [""], ["c1", "c1"], ["c1", "c2", "c2"]])
  func `refuses a result without a call, or a second one`(_ ids: [String]) async throws {
    let test = try await TestStore()
    let (conversation, _) = try await test.conversation(asking: calls)
    let results = ids.map { ToolResult(callID: $0, name: "", text: "x") }
    let error = await #expect(throws: SottoError.self) {
      _ = try await test.sendResults(results, in: conversation)
    }
    #expect(error?.code == .invalidInput)
    #expect(error?.message.contains("'\(ids.last ?? "")'") == true)
    #expect(try await test.store.messages(in: conversation, before: nil, limit: 9).count == 2)
  }

  @Test func `refuses a result at the beginning and after an answer without calls`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let results = [ToolResult(callID: "c1", name: "weather", text: "x")]
    for _ in 0..<2 {
      #expect(
        try await code { _ = try await test.sendResults(results, in: conversation) }
          == .invalidInput)
      try await test.exchange("Hi", "Ho", in: conversation)
    }
  }

  @Test func `tells calls without ids, or with the same, apart by name`() async throws {
    let test = try await TestStore()
    for id in ["", "same"] {
      let calls = ["a", "b"].map { ToolCall(id: id, name: $0, arguments: "") }
      let (conversation, _) = try await test.conversation(asking: calls)
      let results = ["b", "a"].map { ToolResult(callID: id, name: $0, text: $0) }
      #expect(
        try await code {
          _ = try await test.sendResults(results + [results[0]], in: conversation)
        } == .invalidInput)
      #expect(
        try await test.sendResults(results, in: conversation) == results.map(Part.toolResult))
    }
  }
}
