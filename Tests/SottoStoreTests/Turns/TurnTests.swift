import SottoCore
import SottoStore
import Testing

struct TurnTests {
  @Test func `keeps the person's message and an empty answer at once`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let turn = try await test.send("Hello there", in: conversation)
    #expect(turn.status == .running)

    let messages = try await test.store.messages(in: conversation, before: nil, limit: 10)
    #expect(messages.map(\.role) == [.user, .assistant])
    #expect(messages.map(\.status) == [.complete, .waiting])
    #expect(messages.map(\.id) == [turn.userMessageID, turn.assistantMessageID])
    #expect(messages[1].parentID == messages[0].id)
    #expect(messages[1].model == testModel)
    #expect(messages[1].turnID == turn.id)

    let stored = try await test.store.conversation(conversation)
    #expect(stored.title == "Hello there")
    #expect(stored.leafID == turn.assistantMessageID)
    #expect(stored.runningTurnID == turn.id)
  }

  @Test func `numbers events from 1 and shows them before the turn ends`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let turn = try await test.send("Hi", in: conversation)
    let first = try await test.store.append([.started(model: "m"), .text("Good ")], to: turn.id)
    let second = try await test.store.append([.text("day")], to: turn.id)
    #expect(first.map(\.sequence) == [1, 2])
    #expect(second == [StoredEvent(sequence: 3, event: .text("day"))])

    let answer = try await test.store.path(to: turn.assistantMessageID).last
    #expect(answer?.content.text == "Good day")
    #expect(answer?.status == .streaming)
    let later = try await test.store.events(of: turn.id, after: 1, limit: 1)
    #expect(later == [StoredEvent(sequence: 2, event: .text("Good "))])
  }
}
