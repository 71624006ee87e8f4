import Foundation
import SottoCore
import SottoStore
import Testing

struct BackupTests {
  @Test func `a backup is the whole history in one file, which is the owner's only`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    try await test.exchange("question", "answer", in: conversation)
    let backup = try await test.store.backUp()
    #expect(try await test.store.backups() == [backup])
    #expect(try test.folder.names(in: "backups") == [backup.name])
    #expect(try test.folder.mode(of: "backups/" + backup.name) == 0o600)
    let restored = try ScratchFolder()
    try FileManager.default.copyItem(
      atPath: test.folder.path + "/backups/" + backup.name, toPath: restored.database)
    let copy = try await SQLiteStore.open(
      folder: restored.path, key: test.key, clock: test.clock.clock)
    #expect(try await copy.texts(in: conversation) == ["question", "answer"])
  }

  @Test func `keeps the newest, and only those`() async throws {
    let test = try await TestStore()
    try await test.store.setBackupSchedule(BackupSchedule(kept: 2))
    var made: [Backup] = []
    for _ in 0..<4 {
      made.append(try await test.store.backUp())
      test.clock.advance(by: .seconds(3600))
    }
    #expect(try await test.store.backups() == [made[3], made[2]])
  }

  @Test func `keeps the one just made when the others are from the future`() async throws {
    let test = try await TestStore()
    try await test.store.setBackupSchedule(BackupSchedule(kept: 1))
    let year: Duration = .seconds(365 * 24 * 3600)
    test.clock.advance(by: year)
    _ = try await test.store.backUp()
    test.clock.advance(by: .zero - year)
    let newest = try await test.store.backUp()
    #expect(try await test.store.backups() == [newest])
  }

  @Test func `a file stays with the backups that name it`() async throws {
    let test = try await TestStore(key: nil)
    try await test.store.setBackupSchedule(BackupSchedule(kept: 1))
    let conversation = try await test.conversation()
    let file = try await test.store.addFile(Array("hello".utf8), name: "a", mediaType: "")
    _ = try await test.store.begin(.send([.file(file)], parent: nil), in: conversation)
    _ = try await test.store.backUp()
    let kept =
      test.folder.path + "/backups/files/\(file.digest.prefix(2))/\(file.digest.dropFirst(2))"
    #expect(FileManager.default.contents(atPath: kept) == Data("hello".utf8))

    let turn = try await test.store.messages(in: conversation, before: nil, limit: 9).last?.turnID
    _ = try await test.store.append([.stopped], to: #require(turn))
    _ = try await test.store.deleteConversation(conversation)
    test.clock.advance(by: .seconds(8 * 24 * 3600))
    try await test.store.purge()
    try await test.store.purge()
    #expect(try await code { _ = try await test.store.file(file.digest) } == .fileNotFound)
    #expect(FileManager.default.fileExists(atPath: kept))

    _ = try await test.store.backUp()
    #expect(!FileManager.default.fileExists(atPath: kept))
  }

  @Test func `damage is found, told, and no backup comes of it`() async throws {
    let test = try await TestStore(key: nil)
    for _ in 0..<200 { _ = try await test.conversation() }
    _ = try await test.store.backUp()
    await test.store.close()
    // An index that lacks what its table has: nothing that reading a list would meet.
    let connection = try Connection(path: test.folder.database, mode: .readWrite)
    let page = try #require(
      try connection.firstRow(
        "SELECT rootpage FROM sqlite_schema WHERE name = 'conversations_by_time'"
      ) { Int($0.integer(0)) })
    try connection.executeScript("PRAGMA journal_mode = DELETE")
    let file = try FileHandle(
      forUpdating: URL(fileURLWithPath: test.folder.database))
    try file.seek(toOffset: UInt64((page - 1) * 4096 + 4000))
    try file.write(contentsOf: Data(repeating: 0x5A, count: 40))
    try file.close()

    let store = try await test.another()
    #expect(try await code { _ = try await store.backUp() } == .damagedDatabase)
    #expect(await store.condition().backupFailure?.hint?.contains("restore") == true)
    #expect(try await store.backups().count == 1)
    #expect(try await store.checkIntegrity().damage != nil)
    #expect(await store.condition().integrity?.damage != nil)
  }

  @Test(
    arguments: [
      (nil, 0, true), (Int64(0), 86_400_000 - 1, false), (0, 86_400_000, true), (1, 0, true),
    ] as [(Int64?, Int64, Bool)])
  func `a backup is due after its interval, or when the newest is from the future`(
    newest: Int64?, now: Int64, isDue: Bool
  ) {
    let found = BackupSchedule().isDue(
      after: newest.map(Timestamp.init(milliseconds:)), now: Timestamp(milliseconds: now))
    #expect(found == isDue)
  }

  @Test func `never is never`() {
    #expect(
      !BackupSchedule(interval: nil).isDue(after: nil, now: Timestamp(milliseconds: 0)))
  }

  @Test func `the schedule is kept`() async throws {
    let test = try await TestStore()
    #expect(try await test.store.backupSchedule() == BackupSchedule())
    for schedule in [
      BackupSchedule(interval: .seconds(5400), kept: 3), BackupSchedule(interval: nil, kept: 1),
    ] {
      try await test.store.setBackupSchedule(schedule)
      #expect(try await test.store.backupSchedule() == schedule)
    }
    for wrong in [BackupSchedule(kept: 0), BackupSchedule(interval: .seconds(1))] {
      #expect(
        try await code { try await test.store.setBackupSchedule(wrong) } == .invalidInput)
    }
  }

  @Test func `knows that a store was left without being closed until somebody looked`()
    async throws
  {
    let test = try await TestStore()
    #expect(await !test.store.condition().isUnchecked)
    // As a killed process leaves it.
    try Data().write(
      to: URL(fileURLWithPath: test.folder.path + "/owners/\(newID() as TurnID).lock"))
    #expect(await test.store.condition().isUnchecked)
    await test.store.close()
    let store = try await test.another()
    #expect(await store.condition().isUnchecked)
    #expect(try await store.checkIntegrity().damage == nil)
    #expect(await !store.condition().isUnchecked)
  }
}
