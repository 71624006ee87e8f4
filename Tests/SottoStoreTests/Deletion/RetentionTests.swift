import Foundation
import SottoCore
import SottoStore
import Testing

@Suite struct RetentionTests {
  private static let day = Duration.seconds(24 * 3600)

  private static func keep(_ days: Int?, in test: TestStore) async throws {
    _ = try await test.store.updateProject(test.project) { $0.retentionDays = days }
  }

  /// Whether `text` is in any file of the data folder, while the store is open.
  private static func isAnywhere(_ text: String, in test: TestStore) throws -> Bool {
    let files = FileManager.default.enumerator(atPath: test.folder.path)
    while let name = files?.nextObject() as? String {
      let data = FileManager.default.contents(atPath: test.folder.path + "/" + name)
      if data?.range(of: Data(text.utf8)) != nil { return true }
    }
    return false
  }

  @Test func `erases what is older than the project keeps it, from every file`() async throws {
    let test = try await TestStore(key: nil)
    try await Self.keep(30, in: test)
    let old = try await test.conversation()
    let file = try await test.store.addFile(
      Array("an unmistakable attachment".utf8), name: "a.txt", mediaType: "text/plain")
    let turn = try await test.store.begin(
      .send([.file(file), .text("an unmistakable question")], parent: nil), in: old)
    _ = try await test.store.append(
      [.text("an unmistakable answer"), .finished(.stop)], to: turn.id)
    try await test.store.keep(
      KeptAnswer(
        content: MessageContent(text: "an unmistakable kept answer"), model: "m",
        answeredAt: test.clock.clock.now()),
      to: Array("request".utf8), in: test.project, policy: AnswerCachePolicy())
    _ = try await test.store.updateProject(test.project) { $0.answerCache = AnswerCachePolicy() }
    try test.connection().execute(
      """
      INSERT INTO sent_requests (turn_id, conversation_id, purpose, model, sent_at, method, url,
        headers, size, rest) VALUES ('t', ?, 'chat', 'm', 0, 'POST', 'u', '[]', 9, x'')
      """, [.text(old.rawValue)])
    try test.connection().execute(
      "INSERT INTO request_chunks VALUES (1, x'00', ?)",
      [.blob(Array("an unmistakable request".utf8))])
    try test.connection().executeScript(
      "INSERT INTO sent_request_chunks SELECT number, 0, 1, 1 FROM sent_requests")
    #expect(try Self.isAnywhere("an unmistakable", in: test))

    test.clock.advance(by: Self.day * 20)
    let young = try await test.conversation()
    try await test.exchange("stays", "stays too", in: young)
    test.clock.advance(by: Self.day * 11)
    #expect(try await test.store.conversationsOlder(than: 30, in: test.project) == 1)
    #expect(try await test.store.conversationsOlder(than: 11, in: test.project) == 1)
    #expect(try await test.store.purge())

    #expect(
      try await code { _ = try await test.store.conversation(old) } == .conversationNotFound)
    #expect(try await test.store.texts(in: young) == ["stays", "stays too"])
    #expect(try !Self.isAnywhere("an unmistakable", in: test))
    #expect(try Self.isAnywhere("stays too", in: test))
    await test.store.close()
  }

  @Test func `keeps a conversation that is being answered, and all of other projects`() async throws
  {
    let test = try await TestStore()
    let other = try await test.store.createProject(ProjectDetails(name: "Other"))
    let kept = try await test.store.createConversation(in: other.id, title: "kept", id: nil).id
    try await Self.keep(1, in: test)
    let conversation = try await test.conversation()
    let turn = try await test.send("Go", in: conversation)
    test.clock.advance(by: Self.day * 400)
    try await test.store.purge()
    #expect(try await test.store.texts(in: conversation).count == 2)
    _ = try await test.store.append([.text("done"), .finished(.stop)], to: turn.id)
    // Its end is a new message.
    try await test.store.purge()
    #expect(try await test.store.texts(in: conversation) == ["Go", "done"])
    #expect(try await test.store.conversation(kept).title == "kept")
  }

  @Test func `a file that was added again for a new message stays`() async throws {
    let test = try await TestStore()
    try await Self.keep(1, in: test)
    let conversation = try await test.conversation()
    let bytes = Array("a shared file".utf8)
    let file = try await test.store.addFile(bytes, name: "a.txt", mediaType: "text/plain")
    let turn = try await test.store.begin(.send([.file(file)], parent: nil), in: conversation)
    _ = try await test.store.append([.finished(.stop)], to: turn.id)
    test.clock.advance(by: Self.day * 3)
    _ = try await test.store.addFile(bytes, name: "draft.txt", mediaType: "text/plain")
    try await test.store.purge()
    #expect(try await test.store.file(file.digest) == bytes)
  }

  @Test func `a search that runs meanwhile is answered`() async throws {
    let test = try await TestStore()
    try await Self.keep(1, in: test)
    for index in 0..<60 {
      try await test.exchange("question \(index)", "answer", in: test.conversation())
    }
    test.clock.advance(by: Self.day * 2)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<50 {
            _ = try await test.store.conversations(in: test.project, after: nil, limit: 100)
          }
        }
      }
      group.addTask { try await test.store.purge() }
      try await group.waitForAll()
    }
    #expect(
      try await test.store.conversations(in: test.project, after: nil, limit: 100).isEmpty)
  }

  @Test func `old notes of what left are pruned`() async throws {
    let test = try await TestStore()
    let place = NetworkPlace(isSecure: true, host: "a.example", port: 443)
    let entry = EgressEntry(
      place: place, errand: Errand(.chat, provider: "a"), startedAt: test.clock.clock.now(),
      sentBytes: 1)
    try await test.store.saveEgress([entry])
    test.clock.advance(by: Self.day * 89)
    try await test.store.purge()
    #expect(try await test.store.egress(host: nil, before: nil, limit: 9) == [entry])
    test.clock.advance(by: Self.day * 2)
    try await test.store.purge()
    #expect(try await test.store.egressTotals().isEmpty)
  }
}
