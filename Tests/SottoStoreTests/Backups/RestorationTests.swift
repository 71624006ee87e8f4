import Foundation
import SottoCore
import SottoStore
import Testing

struct RestorationTests {
  /// A closed store with one conversation that has a file.
  private struct Scene {
    let test: TestStore
    let conversation: ConversationID
    let file: FileReference

    init() async throws {
      test = try await TestStore()
      conversation = try await test.conversation()
      file = try await test.store.addFile(Array("hello".utf8), name: "a", mediaType: "")
      let turn = try await test.store.begin(
        .send([.file(file), .text("question")], parent: nil), in: conversation)
      _ = try await test.store.append([.text("answer"), .finished(.stop)], to: turn.id)
    }

    func check(_ store: SQLiteStore) async throws {
      #expect(try await store.texts(in: conversation) == ["question", "answer"])
      #expect(try await store.file(file.digest) == Array("hello".utf8))
      #expect(try await store.checkIntegrity().damage == nil)
    }

    func restoration() throws -> StoreRestoration {
      try StoreRestoration(folder: test.folder.path, key: test.key, clock: test.clock.clock)
    }
  }

  @Test func `brings back the latest, with its files, and keeps what was there`() async throws {
    let scene = try await Scene()
    _ = try await scene.test.store.backUp()
    let later = try await scene.test.conversation()
    try await scene.test.exchange("later", "yes", in: later)
    await scene.test.store.close()
    try FileManager.default.removeItem(atPath: scene.test.folder.path + "/files")

    let outcome = try scene.restoration().restore("latest")
    let store = try await scene.test.another()
    try await scene.check(store)
    #expect(try await code { _ = try await store.conversation(later) } == .conversationNotFound)
    let replaced = try scene.test.connection(to: #require(outcome.replaced), .readOnly)
    #expect(
      try replaced.firstRow("SELECT count(*) FROM conversations") { $0.integer(0) } == 2)
  }

  @Test func `one file brings everything to another place`() async throws {
    let scene = try await Scene()
    let elsewhere = try ScratchFolder()
    let file = elsewhere.path + "/copy.sqlite"
    try await scene.test.store.backUp(to: file)
    #expect(
      try await code { try await scene.test.store.backUp(to: file) } == .invalidInput)
    let data = elsewhere.path + "/data"
    let outcome = try StoreRestoration(folder: data, key: scene.test.key).restore(file)
    #expect(outcome.replaced == nil)
    let store = try await SQLiteStore.open(
      folder: data, key: scene.test.key, clock: scene.test.clock.clock)
    try await scene.check(store)
    let connection = try scene.test.connection(to: data + "/sotto.sqlite", .readOnly)
    let table = try connection.firstRow(
      "SELECT 1 FROM sqlite_schema WHERE name = 'backup_files'"
    ) { _ in true }
    #expect(table == nil)
  }

  @Test func `refuses while the folder is in use`() async throws {
    let scene = try await Scene()
    let backup = try await scene.test.store.backUp()
    #expect(
      try await code { _ = try scene.restoration().restore(backup.name) } == .dataFolderInUse)
    try await scene.check(scene.test.store)
  }

  @Test func `replaces a damaged history`() async throws {
    let scene = try await Scene()
    _ = try await scene.test.store.backUp()
    await scene.test.store.close()
    let noise = Data(repeating: 0x5A, count: 20_000)
    try noise.write(to: URL(fileURLWithPath: scene.test.folder.database))
    let outcome = try scene.restoration().restore("latest")
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: #require(outcome.replaced))) == noise)
    try await scene.check(scene.test.another())
  }

  @Test(arguments: [0, 100, 5000])
  func `leaves everything as it was when the copy is no good`(offset: UInt64) async throws {
    let scene = try await Scene()
    let backup = try await scene.test.store.backUp()
    await scene.test.store.close()
    let path = scene.test.folder.path + "/backups/" + backup.name
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try file.seek(toOffset: offset)
    try file.write(contentsOf: Data(repeating: 0x5A, count: 9000))
    try file.close()
    #expect(
      try await code { _ = try scene.restoration().restore(backup.name) } == .damagedDatabase)
    #expect(!FileManager.default.fileExists(atPath: scene.test.folder.database + ".restoring"))
    try await scene.check(scene.test.another())
  }

  @Test func `refuses what is not there, no history, or newer`() async throws {
    let scene = try await Scene()
    await scene.test.store.close()
    let restoration = try scene.restoration()
    for name in ["latest", "nothing.sqlite", "/nowhere/at/all"] {
      #expect(try await code { _ = try restoration.restore(name) } == .backupNotFound)
    }
    let other = try ScratchFolder()
    let connection = try scene.test.connection(to: other.database, .create)
    try connection.executeScript("CREATE TABLE recipes (name TEXT)")
    #expect(try await code { _ = try restoration.restore(other.database) } == .damagedDatabase)
    try connection.executeScript(
      "PRAGMA application_id = \(0x536F_7474); PRAGMA user_version = 999")
    #expect(try await code { _ = try restoration.restore(other.database) } == .newerDatabase)
    try await scene.check(scene.test.another())
  }
}
