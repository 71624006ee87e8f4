import Foundation
import SottoCore
import SottoStore
import Testing

private let newest = Migration.all.count
private let next = Migration(
  version: newest + 1, script: "ALTER TABLE projects ADD COLUMN color TEXT NOT NULL DEFAULT 'none'")

struct MigratorTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func write(_ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: folder.database))
  }

  private func failure(opening migrations: [Migration] = Migration.all) async -> SottoError? {
    await #expect(throws: SottoError.self) {
      _ = try await SQLiteStore.open(folder: folder.path, migrations: migrations)
    }
  }

  @Test func `marks the file as ours with its version`() async throws {
    try await SQLiteStore.open(folder: folder.path).close()
    let connection = try Connection(path: folder.database, mode: .readOnly)
    #expect(try connection.firstRow("PRAGMA application_id") { $0.integer(0) } == 0x536F_7474)
    #expect(try connection.firstRow("PRAGMA user_version") { Int($0.integer(0)) } == newest)
  }

  @Test func `refuses a database of a newer version and leaves it as it is`() async throws {
    try await SQLiteStore.open(
      folder: folder.path, migrations: Migration.all + [next]
    ).close()
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.database))
    let error = await failure()
    #expect(error?.code == .newerDatabase)
    #expect(error?.hint?.contains("update") == true)
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.database)) == before)
  }

  @Test(arguments: [
    Array("This is a letter, not a database. ".utf8), [UInt8](repeating: 0, count: 5000),
    Array("SQLite format 3\u{0}".utf8) + [UInt8](repeating: 255, count: 5000),
  ])
  func `refuses a file that is no database`(_ bytes: [UInt8]) async throws {
    try write(bytes)
    let error = await failure()
    #expect(error?.code == .damagedDatabase)
    #expect(error?.hint != nil)
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.database)) == Data(bytes))
  }

  @Test func `refuses the database of another program`() async throws {
    let other = try Connection(path: folder.database, mode: .create)
    try other.executeScript("CREATE TABLE recipes (name TEXT)")
    #expect(await failure()?.code == .damagedDatabase)
    #expect(try other.firstRow("SELECT count(*) FROM recipes") { $0.integer(0) } == 0)
  }

  @Test func `says that a file with overwritten pages is damaged`() async throws {
    let store = try await SQLiteStore.open(folder: folder.path)
    let project = try await store.activeProjectID()
    for index in 0..<200 {
      _ = try await store.createConversation(in: project, title: "t\(index)", id: nil)
    }
    await store.close()
    var bytes = try Array(Data(contentsOf: URL(fileURLWithPath: folder.database)))
    for index in bytes.indices where index >= 4096 * 2 { bytes[index] = 0xA5 }
    try write(bytes)
    #expect(await failure()?.code == .damagedDatabase)
  }

  @Test func `takes a snapshot before it changes an older database`() async throws {
    let store = try await SQLiteStore.open(folder: folder.path)
    let projects = try await store.projects()
    await store.close()
    let upgraded = try await SQLiteStore.open(
      folder: folder.path, migrations: Migration.all + [next])
    #expect(try await upgraded.projects() == projects)
    let connection = try Connection(path: folder.database, mode: .readOnly)
    #expect(try connection.firstRow("SELECT color FROM projects") { $0.text(0) } == "none")

    let name = try #require(try folder.names(in: "backups").first)
    #expect(try folder.mode(of: "backups/" + name) == 0o600)
    let restored = try ScratchFolder()
    try FileManager.default.copyItem(
      atPath: folder.path + "/backups/" + name, toPath: restored.database)
    let old = try await SQLiteStore.open(folder: restored.path)
    #expect(try await old.projects() == projects)
  }

  @Test func `makes a new database of an empty file`() async throws {
    try write([])
    let store = try await SQLiteStore.open(folder: folder.path)
    #expect(try await store.projects().count == 1)
  }
}
