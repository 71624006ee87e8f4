import Foundation
import SottoCore
import SottoStore
import Testing

private let fixtures = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .appendingPathComponent("Fixtures/stores").path

/// A step that succeeds on a database without projects and fails on any other.
private func failing(_ migration: Migration) -> Migration {
  Migration(
    version: migration.version,
    script: migration.script + """
      ; CREATE TABLE too_strict (id TEXT CHECK (id IS NULL));
      INSERT INTO too_strict SELECT id FROM projects;
      """)
}

/// What a person sees whose history cannot be brought to the newest schema.
struct ReadOnlyStoreTests {
  private let folder: ScratchFolder
  private let clock = StandingClock()

  init() throws {
    folder = try ScratchFolder()
    clock.advance(by: .seconds(24 * 3600))
  }

  private func open(
    _ fixture: String, migrations: [Migration], maximumPages: Int? = nil
  ) async throws -> SQLiteStore {
    try FileManager.default.copyItem(
      atPath: fixtures + "/" + fixture, toPath: folder.database)
    return try await SQLiteStore.open(
      folder: folder.path, clock: clock.clock, migrations: migrations)
  }

  private func migrations(failingAt index: Int) -> [Migration] {
    var steps = Migration.all
    steps[index] = failing(steps[index])
    return steps
  }

  @Test(arguments: [("v1.sqlite", 1), ("v1.sqlite", 2), ("v2.sqlite", 2)])
  func `shows everything when a step fails`(fixture: String, step: Int) async throws {
    let store = try await open(fixture, migrations: migrations(failingAt: step))
    let condition = await store.condition()
    #expect(condition.readOnly?.code == .readOnly)
    #expect(condition.readOnly?.hint != nil)
    // As the newest schema shows them.
    let upgraded = try ScratchFolder()
    try FileManager.default.copyItem(
      atPath: fixtures + "/" + fixture, toPath: upgraded.database)
    let whole = try await SQLiteStore.open(folder: upgraded.path, clock: clock.clock)

    let projects = try await store.projects()
    #expect(try await whole.projects() == projects)
    #expect(try await store.providers() == whole.providers())
    #expect(try await store.interruptAbandonedTurns() == [])
    for project in projects {
      let listed = try await store.conversations(in: project.id, after: nil, limit: 9)
      #expect(try await whole.conversations(in: project.id, after: nil, limit: 9) == listed)
      for conversation in listed {
        let messages = try await store.messages(in: conversation.id, before: nil, limit: 99)
        #expect(!messages.isEmpty)
        #expect(
          try await whole.messages(in: conversation.id, before: nil, limit: 99) == messages)
      }
    }
  }

  @Test func `refuses every write, says why, and writes nothing`() async throws {
    let store = try await open("v2.sqlite", migrations: migrations(failingAt: 2))
    let project = try await store.activeProjectID()
    let conversation = try #require(
      try await store.conversations(in: project, after: nil, limit: 1).first)
    let writes: [() async throws -> Void] = [
      { _ = try await store.createProject(ProjectDetails(name: "New")) },
      { _ = try await store.createConversation(in: project, title: "", id: nil) },
      { _ = try await store.begin(.send([.text("Hi")], parent: nil), in: conversation.id) },
      { _ = try await store.deleteConversation(conversation.id) },
      { _ = try await store.addFile([1], name: "a", mediaType: "") },
      { try await store.setSetting("a", to: "b") },
    ]
    for write in writes { #expect(try await code { try await write() } == .readOnly) }
    try await store.purge()
    await store.close()
    let connection = try Connection(path: folder.database, mode: .readOnly)
    #expect(try connection.firstRow("PRAGMA user_version") { $0.integer(0) } == 2)
    #expect(try connection.firstRow("SELECT count(*) FROM projects") { $0.integer(0) } == 2)
  }

  @Test func `goes on where the steps ended, once they work`() async throws {
    try await open("v1.sqlite", migrations: migrations(failingAt: 2)).close()
    let store = try await SQLiteStore.open(folder: folder.path, clock: clock.clock)
    #expect(await store.condition().readOnly == nil)
    let details = ProjectDetails(name: "New")
    #expect(try await store.createProject(details).details == details)
  }

  @Test func `a backup of what can only be read holds it`() async throws {
    let store = try await open("v2.sqlite", migrations: migrations(failingAt: 2))
    let backup = try await store.backUp()
    await store.close()
    let copy = try Connection(
      path: folder.path + "/backups/" + backup.name, mode: .readOnly)
    #expect(try copy.firstRow("PRAGMA user_version") { $0.integer(0) } == 2)
  }

  @Test func `a new database is refused when a step fails`() async throws {
    let broken = Migration(version: 1, script: "CREATE TABLE t (a); SELECT nonsense")
    #expect(
      try await code {
        _ = try await SQLiteStore.open(folder: folder.path, migrations: [broken])
      } == .storage)
  }
}
