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

  @Test(arguments: endings)
  func `writes the message when the turn ends`(_ ending: Ending) async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let turn = try await test.send("Hi", in: conversation)
    test.clock.advance(by: .seconds(5))
    let usage = Usage(inputTokens: 3, outputTokens: nil, reported: ReportedUsage(total: 9))
    let events: [TurnEvent] = [.reasoning("Hm"), .text("Ho"), .usage(usage), ending.event]
    _ = try await test.store.append(events, to: turn.id)

    let answer = try await test.store.path(to: turn.assistantMessageID).last
    #expect(answer?.status == ending.message)
    #expect(answer?.content.parts == [.reasoning("Hm"), .text("Ho")])
    #expect(answer?.content.usage == usage)
    #expect(answer?.content.error == ending.error)
    #expect(answer?.content.stopReason == ending.stopReason)
    #expect(try await test.store.turn(turn.id).status == ending.turn)
    let stored = try await test.store.conversation(conversation)
    #expect(stored.runningTurnID == nil)
    #expect(stored.updatedAt == test.clock.clock.now())
  }

  @Test func `ends only once`() async throws {
    let test = try await TestStore()
    let turn = try await test.exchange("Hi", "Ho", in: try await test.conversation())
    #expect(try await test.store.append([.stopped], to: turn.id) == [])
    #expect(
      try await code { _ = try await test.store.append([.text("late")], to: turn.id) }
        == .turnNotFound)
    #expect(try await test.store.turn(turn.id).status == .finished)
    #expect(try await test.store.events(of: turn.id, after: 0, limit: 9).count == 2)
  }

  @Test func `drops what comes after the end`() async throws {
    let test = try await TestStore()
    let turn = try await test.send("Hi", in: try await test.conversation())
    let stored = try await test.store.append(
      [.text("a"), .text("b"), .stopped, .text("c"), .finished(.stop)], to: turn.id)
    #expect(stored.map(\.event) == [.text("ab"), .stopped])
    #expect(try await test.store.events(of: turn.id, after: 0, limit: 9) == stored)
  }

  @Test func `does not know a turn that was never begun`() async throws {
    let test = try await TestStore()
    let id: TurnID = newID()
    #expect(try await code { _ = try await test.store.turn(id) } == .turnNotFound)
    #expect(try await code { _ = try await test.store.append([.stopped], to: id) } == .turnNotFound)
    #expect(
      try await code { _ = try await test.store.events(of: id, after: 0, limit: 1) }
        == .turnNotFound)
    #expect(try await test.store.append([], to: id) == [])
  }

  @Test func `refuses a piece of 200 MB and keeps what was there`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let turn = try await test.send("Hi", in: conversation)
    _ = try await test.store.append([.text("kept")], to: turn.id)
    let huge = String(repeating: "x", count: 200_000_000)
    #expect(
      try await code { _ = try await test.store.append([.text(huge)], to: turn.id) }
        == .invalidInput)
    #expect(
      try await code { _ = try await test.send(huge, in: try await test.conversation()) }
        == .invalidInput)
    _ = try await test.store.append([.finished(.length)], to: turn.id)
    await test.store.close()
    #expect(try await test.another().texts(in: conversation) == ["Hi", "kept"])
  }

  @Test func `commits the events of many turns, each with its own numbers`() async throws {
    let test = try await TestStore()
    var turns: [Turn] = []
    for index in 0..<20 {
      turns.append(try await test.send("q\(index)", in: try await test.conversation()))
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for turn in turns {
        group.addTask {
          for round in 1...50 {
            let stored = try await test.store.append([.text("\(round) ")], to: turn.id)
            #expect(stored.map(\.sequence) == [round])
          }
          // One that is refused must not take the others of its commit with it.
          _ = try? await test.store.append([.text("x")], to: newID())
        }
      }
      try await group.waitForAll()
    }
    let expected = (1...50).map { "\($0) " }.joined()
    for turn in turns {
      #expect(try await test.store.path(to: turn.assistantMessageID).last?.content.text == expected)
    }
  }
}

struct Ending: Sendable {
  var event: TurnEvent
  var turn: Turn.Status
  var message: Message.Status
  var stopReason: StopReason?
  var error: ProviderError?
}

private let someError = ProviderError(
  .rateLimited, provider: "openai", message: "too many", hint: "wait", isRetryable: true,
  status: 429, upstreamType: "t", upstreamCode: "c", retryAfter: .milliseconds(1500), details: "d")

let endings = [
  Ending(event: .finished(.length), turn: .finished, message: .complete, stopReason: .length),
  Ending(event: .stopped, turn: .stopped, message: .stopped),
  Ending(event: .interrupted, turn: .interrupted, message: .interrupted),
  Ending(event: .failed(someError), turn: .failed, message: .failed, error: someError),
]
