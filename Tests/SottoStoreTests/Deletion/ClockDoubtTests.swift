import SottoCore
import SottoStore
import Testing

/// A clock that jumps by years takes nothing away.
struct ClockDoubtTests {
  private let day: Duration = .seconds(24 * 3600)

  @Test func `a jump ahead does not end the time to undo, until it has lasted a day`()
    async throws
  {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    _ = try await test.store.deleteConversation(conversation)
    test.clock.advance(by: day * 3650)
    await test.store.close()
    let store = try await test.another()
    // Also when something is written meanwhile.
    _ = try await store.createConversation(in: test.project, title: "", id: nil)
    try await store.purge()
    test.clock.advance(by: .zero - day * 3650)
    try await store.purge()
    #expect(try await store.restoreConversation(conversation).id == conversation)
  }

  @Test func `a long absence delays erasing by a day`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    _ = try await test.store.deleteConversation(conversation)
    test.clock.advance(by: day * 100)
    let rows = "SELECT count(*) FROM conversations"
    try await test.store.purge()
    #expect(try test.connection().firstRow(rows) { $0.integer(0) } == 1)
    test.clock.advance(by: day)
    try await test.store.purge()
    #expect(try test.connection().firstRow(rows) { $0.integer(0) } == 0)
  }

  @Test func `a jump back keeps the order of a conversation`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    try await test.exchange("one", "1", in: conversation)
    test.clock.advance(by: .zero - day * 3650)
    try await test.exchange("two", "2", in: conversation)
    try await test.store.purge()
    test.clock.advance(by: day * 3650 * 2)
    try await test.exchange("three", "3", in: conversation)
    #expect(try await test.store.texts(in: conversation) == ["one", "1", "two", "2", "three", "3"])
    let path = try await test.store.messages(in: conversation, before: nil, limit: 9)
    #expect(path.map(\.id.rawValue) == path.map(\.id.rawValue).sorted())
  }
}
