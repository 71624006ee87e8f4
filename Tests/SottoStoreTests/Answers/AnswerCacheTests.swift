import SottoCore
import SottoStore
import Testing

private let request = Array(#"{"messages":[]}"#.utf8)
private let policy = AnswerCachePolicy(lifetime: .seconds(3600), maximumSize: 10_000)

extension TestStore {
  fileprivate func answer(_ text: String) -> KeptAnswer {
    KeptAnswer(
      content: MessageContent(text: text), model: "gpt-test", answeredAt: clock.clock.now())
  }

  fileprivate func kept(
    _ request: [UInt8] = request, policy: AnswerCachePolicy = policy
  ) async throws -> String? {
    try await store.answer(to: request, in: project, policy: policy)?.content.text
  }

  fileprivate var answerCount: Int64? {
    get throws {
      try connection().firstRow("SELECT count(*) FROM answers") { $0.integer(0) }
    }
  }
}

struct AnswerCacheTests {
  @Test func `gives a whole answer back to the same request of the same project`() async throws {
    let test = try await TestStore()
    let content = MessageContent(
      parts: [
        .reasoning("Hm"), .signature("seal"), .text("Ho \u{0}\n"),
        .toolCall(ToolCall(id: "1", name: "f", arguments: "{")), .opaque("{}"),
      ],
      usage: Usage(inputTokens: 1, outputTokens: 2, cost: Cost(amount: 0.25, currency: "USD")),
      stopReason: .toolCalls)
    _ = try await test.store.updateProject(test.project) { $0.answerCache = policy }
    let answer = KeptAnswer(content: content, model: "m", answeredAt: test.clock.clock.now())
    try await test.store.keep(answer, to: request, in: test.project, policy: policy)
    let store = try await test.another()
    #expect(try await store.answer(to: request, in: test.project, policy: policy) == answer)
    #expect(try await test.kept(request + [0x20]) == nil)
    #expect(try await test.kept([]) == nil)
    let other = try await test.store.createProject(ProjectDetails(name: "Other"))
    #expect(try await store.answer(to: request, in: other.id, policy: policy) == nil)
  }

  @Test func `an answer lives as long as the project says, and the newest counts`() async throws {
    let test = try await TestStore()
    try await test.store.keep(test.answer("one"), to: request, in: test.project, policy: policy)
    test.clock.advance(by: .seconds(3600))
    #expect(try await test.kept() == "one")
    test.clock.advance(by: .seconds(1))
    #expect(try await test.kept() == nil)
    let longer = AnswerCachePolicy(lifetime: .seconds(7200), maximumSize: 10_000)
    #expect(try await test.kept(policy: longer) == "one")
    try await test.store.keep(test.answer("two"), to: request, in: test.project, policy: policy)
    #expect(try await test.kept() == "two")
    #expect(try test.answerCount == 1)
    // From here on it is from the future.
    test.clock.advance(by: .seconds(-3601))
    #expect(try await test.kept() == nil)
  }

  @Test func `the oldest go first, each project its own`() async throws {
    let test = try await TestStore()
    let other = try await test.store.createProject(ProjectDetails(name: "Other")).id
    try await test.store.keep(test.answer("x"), to: request, in: other, policy: policy)
    let text = String(repeating: "x", count: 3000)
    for index in 0..<5 {
      test.clock.advance(by: .seconds(1))
      try await test.store.keep(
        test.answer(text), to: [UInt8(index)], in: test.project, policy: policy)
    }
    var kept: [Int] = []
    for index in 0..<5 where try await test.kept([UInt8(index)]) != nil { kept.append(index) }
    #expect(kept == [2, 3, 4])
    #expect(try await test.store.answer(to: request, in: other, policy: policy) != nil)

    let huge = String(repeating: "x", count: 10_000)
    try await test.store.keep(test.answer(huge), to: [9], in: test.project, policy: policy)
    #expect(try await test.kept([9]) == nil)
    #expect(try await test.kept([4]) == text)

    test.clock.advance(by: .seconds(3601))
    try await test.store.keep(test.answer("new"), to: [8], in: test.project, policy: policy)
    #expect(try test.answerCount == 2)
  }

  @Test(arguments: [
    "", "{", #"{"parts":"x"}"#, #"{"parts":[]}"#,
    #"{"parts":[{"type":"text","text":"a"},{"type":"new"}]}"#,
  ])
  func `a row that cannot be read is no answer`(_ content: String) async throws {
    let test = try await TestStore()
    try await test.store.keep(test.answer("one"), to: request, in: test.project, policy: policy)
    try test.connection().execute("UPDATE answers SET content = ?", [.text(content)])
    #expect(try await test.kept() == nil)
    try await test.store.keep(test.answer("two"), to: request, in: test.project, policy: policy)
    #expect(try await test.kept() == "two")
  }

  @Test func `a deleted project keeps no more, and its answers are erased with it`() async throws {
    let test = try await TestStore()
    let policy = AnswerCachePolicy()
    let details = ProjectDetails(name: "Other", answerCache: policy)
    let other = try await test.store.createProject(details).id
    for index in 0..<300 {
      try await test.store.keep(
        test.answer("a"), to: [UInt8(index % 256), UInt8(index / 256)], in: other, policy: policy)
    }
    _ = try await test.store.deleteProject(other)
    #expect(
      try await code {
        try await test.store.keep(test.answer("b"), to: request, in: other, policy: policy)
      } == .projectNotFound)
    test.clock.advance(by: .seconds(7 * 24 * 3600))
    try await test.store.purge()
    #expect(try test.answerCount == 300)
    test.clock.advance(by: .seconds(1))
    try await test.store.purge()
    #expect(try test.answerCount == 0)
    #expect(try await code { _ = try await test.store.restoreProject(other) } == .projectNotFound)
  }

  @Test func `a project that keeps nothing any more is emptied`() async throws {
    let test = try await TestStore()
    _ = try await test.store.updateProject(test.project) { $0.answerCache = policy }
    try await test.store.keep(test.answer("a"), to: request, in: test.project, policy: policy)
    try await test.store.purge()
    #expect(try await test.kept() == "a")
    _ = try await test.store.updateProject(test.project) { $0.answerCache = nil }
    try await test.store.purge()
    #expect(try test.answerCount == 0)
  }
}
