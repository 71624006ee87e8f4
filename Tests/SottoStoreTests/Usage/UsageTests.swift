import SottoCore
import SottoStore
import Testing

private let other = ModelReference(provider: "away", model: "vendor/large")

/// What the clock of `TestStore` shows is 15:06 UTC of a Sunday, the first minutes of Monday in Tokyo.
private let tokyo = 9 * 60

struct UsageTests {
  @Test func `adds up turns, titles and kept answers, each money apart`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    try await test.answer(
      Usage(inputTokens: 10, outputTokens: 4, cost: usd(0.25)), in: conversation)
    // Another model answers than was asked, for other money.
    let turn = try await test.send("Again", in: conversation)
    let error = ProviderError(.overloaded, provider: "openai", message: "busy")
    let long = Usage(
      inputTokens: 100, outputTokens: 40, cachedInputTokens: 60, cacheWriteTokens: 5,
      reasoningTokens: 30, cost: Cost(amount: 2, currency: "CNY"))
    _ = try await test.store.append(
      [.fallback(to: other, because: error), .text("Ho"), .usage(long), .finished(.stop)],
      to: turn.id)
    // Out of the answer cache: no request, nothing paid, something saved.
    let mark = CachedAnswerMark(answeredAt: Timestamp(milliseconds: 1), saved: usd(0.25))
    try await test.answer(
      Usage(inputTokens: 10, outputTokens: 4, cost: usd(0), cachedAnswer: mark), in: conversation)
    // Of this one the provider says nothing, and of a failed one there is nothing to say.
    try await test.answer(nil, in: conversation)
    try await test.answer(nil, in: conversation, ending: .failed(error))
    try await test.store.addUsage(
      Usage(inputTokens: 7, outputTokens: 3, cost: usd(0.5)), of: testModel, for: .title,
      in: conversation)

    let total = try await test.usage(by: [.day]).total
    #expect(total.requests == 4)
    #expect(total.unreportedRequests == 1)
    #expect(total.unpricedRequests == 1)
    #expect((total.inputTokens, total.outputTokens) == (117, 47))
    #expect((total.cachedInputTokens, total.cacheWriteTokens) == (60, 5))
    #expect(total.reasoningTokens == 30)
    #expect(total.costs == [Cost(amount: 2, currency: "CNY"), usd(0.75)])
    #expect(total.keptAnswers == 1)
    #expect(total.saved == [usd(0.25)])

    let models = try await test.usage(by: [.provider, .model]).rows
    #expect(models.map(\.keys) == [["away", "away/vendor/large"], ["openai", "openai/gpt-test"]])
    let purposes = try await test.usage(by: [.purpose]).rows
    #expect(purposes.map(\.keys) == [["chat"], ["title"]])
    #expect(purposes[1].figures.costs == [usd(0.5)])
    let projects = try await test.usage(by: [.project]).rows
    #expect(projects.map(\.keys) == [[test.project.rawValue]])
    #expect(projects[0].projectName == "Default")
  }

  @Test func `a continued answer counts each of its turns once`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let turn = try await test.answer(
      Usage(inputTokens: 10, outputTokens: 4), in: conversation, ending: .finished(.length))
    for usage in [Usage(inputTokens: 20, outputTokens: 5), nil] {
      let more = try await test.store.begin(.continue(turn.assistantMessageID), in: conversation)
      let events = usage.map { [TurnEvent.usage($0)] } ?? []
      _ = try await test.store.append(
        [.text("more")] + events + [.finished(.length)], to: more.id)
    }
    let total = try await test.usage(by: [.day]).total
    #expect((total.requests, total.inputTokens, total.outputTokens) == (3, 30, 9))
    let message = try await test.store.message(turn.assistantMessageID)
    #expect(message.content.usage == Usage(inputTokens: 20, outputTokens: 5))
  }

  @Test func `days are those of the person's clock, and what is outside does not count`()
    async throws
  {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    for _ in 0..<3 {
      try await test.answer(Usage(inputTokens: 1), in: conversation)
      test.clock.advance(by: .seconds(6 * 3600))
    }
    let utc = try await test.usage(by: [.day]).rows
    #expect(utc.map(\.keys) == [["2025-06-15"], ["2025-06-16"]])
    #expect(utc.map(\.figures.inputTokens) == [2, 1])
    let japan = try await test.usage(by: [.day], offset: tokyo).rows
    #expect(japan.map(\.keys) == [["2025-06-16"]])
    let nepal = try await test.usage(by: [.day], offset: 5 * 60 + 45).rows
    #expect(nepal.map(\.figures.inputTokens) == [1, 2])

    let now = test.clock.clock.now()
    let today = UsageQuery(lastDays: 1, before: now, offset: tokyo, groups: [.day])
    #expect(today.from == Timestamp(milliseconds: 1_750_000_000_000 - 400_000))
    #expect(try await test.store.usage(today).total.requests == 3)
    let later = UsageQuery(from: now - .seconds(7 * 3600), to: now, groups: [.day])
    #expect(try await test.store.usage(later).total.requests == 1)
  }

  @Test func `the sums outlive what was said, but not the erasure of everything`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    try await test.answer(Usage(inputTokens: 1), in: conversation)
    _ = try await test.store.createProject(ProjectDetails(name: "Another"))
    _ = try await test.store.deleteProject(test.project)
    test.clock.advance(by: SQLiteStore.undoPeriod + .seconds(1))
    try await test.store.purge()
    // Nothing to add to.
    try await test.store.addUsage(
      Usage(inputTokens: 5), of: testModel, for: .title, in: conversation)
    let rows = try await test.usage(by: [.project]).rows
    #expect(rows.map(\.keys) == [[test.project.rawValue]])
    #expect(rows[0].projectName == nil)
    #expect(rows[0].figures.inputTokens == 1)
    try await test.store.eraseEverything(backups: true)
    #expect(try await test.usage(by: [.day]).rows.isEmpty)
  }

  @Test func `a turn says when it began, spoke and ended, and the provider's name for it`()
    async throws
  {
    let test = try await TestStore()
    let turn = try await test.send("Hi", in: try await test.conversation())
    let start = test.clock.clock.now()
    test.clock.advance(by: .seconds(2))
    _ = try await test.store.append([.started(model: "m", requestID: "req_1")], to: turn.id)
    let waiting = try await test.store.turnReport(turn.id)
    #expect((waiting.startedAt, waiting.firstWordAt, waiting.endedAt) == (start, nil, nil))
    for text in ["Ho", "ho"] {
      test.clock.advance(by: .seconds(1))
      _ = try await test.store.append([.reasoning(text)], to: turn.id)
    }
    _ = try await test.store.append([.finished(.stop)], to: turn.id)
    let report = try await test.store.turnReport(turn.id)
    #expect(report.turn.status == .finished)
    #expect(report.firstWordAt == start + .seconds(3))
    #expect(report.endedAt == start + .seconds(4))
    #expect(report.requestID == "req_1")

    let refused = try await test.send("Hi", in: turn.conversationID)
    var error = ProviderError(.badKey, provider: "openai", message: "no")
    error.requestID = "req_2"
    _ = try await test.store.append([.failed(error)], to: refused.id)
    #expect(try await test.store.turnReport(refused.id).requestID == "req_2")
    #expect(try await test.store.message(refused.assistantMessageID).content.error == error)
    #expect(try await code { _ = try await test.store.turnReport(newID()) } == .turnNotFound)
  }
}

private func usd(_ amount: Double) -> Cost { Cost(amount: amount, currency: "USD") }

extension TestStore {
  @discardableResult
  fileprivate func answer(
    _ usage: Usage?, in conversation: ConversationID, ending: TurnEvent = .finished(.stop)
  ) async throws -> Turn {
    let turn = try await send("Hi", in: conversation)
    let events = usage.map { [TurnEvent.usage($0)] } ?? []
    _ = try await store.append([.text("Ho")] + events + [ending], to: turn.id)
    return turn
  }

  fileprivate func usage(by groups: [UsageQuery.Group], offset: Int = 0) async throws -> UsageReport
  {
    try await store.usage(
      UsageQuery(
        from: Timestamp(milliseconds: 0), to: clock.clock.now() + .seconds(1), offset: offset,
        groups: groups))
  }
}
