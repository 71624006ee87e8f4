import Foundation
import SottoCore
import SottoStore
import Testing

private let writeLock = """
  import sqlite3, sys
  db = sqlite3.connect(sys.argv[1], isolation_level=None)
  db.execute("BEGIN IMMEDIATE")
  db.execute("INSERT INTO settings VALUES ('other', 'program')")
  print("locked", flush=True)
  sys.stdin.readline()
  db.execute("COMMIT")
  """

private let ownerLock = """
  import fcntl, sys
  file = open(sys.argv[1], "w")
  fcntl.flock(file, fcntl.LOCK_EX)
  print("locked", flush=True)
  sys.stdin.readline()
  """

struct SharedFolderTests {
  @Test func `waits for the long transaction of another process`() async throws {
    let test = try await TestStore(key: nil)
    let conversation = try await test.conversation()
    let turn = try await test.send("Hi", in: conversation)
    let other = try PythonChild(writeLock, test.folder.database)
    async let appended = test.store.append([.text("Ho"), .finished(.stop)], to: turn.id)
    // Reading goes on meanwhile.
    #expect(try await test.store.texts(in: conversation).first == "Hi")
    other.finish()
    #expect(try await appended.count == 2)
    #expect(try await test.store.setting("other") == "program")
  }

  @Test func `says so when another process never lets go`() async throws {
    let folder = try ScratchFolder()
    let store = try await SQLiteStore.open(folder: folder.path, busyTimeout: 20)
    let other = try PythonChild(writeLock, folder.database)
    let error = await #expect(throws: SottoError.self) { try await store.setSetting("a", to: "b") }
    #expect(error?.code == .storage)
    #expect(error?.hint != nil)
    async let one = code { _ = try await store.append([.stopped], to: newID()) }
    async let two = code { _ = try await store.append([.stopped], to: newID()) }
    #expect(try await [one, two] == [.storage, .storage])
    other.kill()
    // The killed process left its transaction, which is undone.
    try await store.setSetting("a", to: "b")
    #expect(try await store.setting("other") == nil)
  }

  @Test func `notices what another process commits and not what it commits itself`() async throws {
    let test = try await TestStore(key: nil)
    let before = try await test.store.dataVersion()
    try await test.store.setSetting("a", to: "b")
    #expect(try await test.store.dataVersion() == before)
    let other = try PythonChild(writeLock, test.folder.database)
    other.finish()
    #expect(try await test.store.dataVersion() != before)
  }

  @Test func `lets two stores answer in one folder`() async throws {
    let test = try await TestStore()
    let second = try await test.another()
    let first = try await test.conversation()
    let turn = try await test.send("Hi", in: first)
    #expect(try await second.interruptAbandonedTurns() == [])
    #expect(
      try await code { _ = try await second.begin(.send([.text("x")], parent: nil), in: first) }
        == .turnRunning)
    let other = try await test.conversation()
    let otherTurn = try await second.begin(.send([.text("Hey")], parent: nil), in: other)
    for index in 0..<100 {
      async let one = test.store.append([.text("\(index) ")], to: turn.id)
      async let two = second.append([.text("\(index) ")], to: otherTurn.id)
      #expect(try await one.map(\.sequence) == [index + 1])
      #expect(try await two.map(\.sequence) == [index + 1])
    }
    let expected = (0..<100).map { "\($0) " }.joined()
    #expect(try await second.texts(in: first) == ["Hi", expected])
    #expect(try await test.store.texts(in: other) == ["Hey", expected])
  }

  @Test func `ends the turns of a store that is closed`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let turn = try await test.send("Hi", in: conversation)
    _ = try await test.store.append([.text("half")], to: turn.id)
    await test.store.close()
    #expect(try test.folder.names(in: "owners") == [])

    let second = try await test.another()
    #expect(try await second.interruptAbandonedTurns() == [turn.id])
    #expect(try await second.interruptAbandonedTurns() == [])
    let answer = try await second.path(to: turn.assistantMessageID).last
    #expect(answer?.status == .interrupted)
    #expect(answer?.content.text == "half")
    #expect(
      try await second.events(of: turn.id, after: 1, limit: 9)
        == [StoredEvent(sequence: 2, event: .interrupted)])
  }

  @Test func `leaves the turns of a live process alone until it is killed`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let turn = try await test.send("Hi", in: conversation)
    _ = try await test.store.append([.text("half")], to: turn.id)
    let name = try #require(try test.folder.names(in: "owners").first)
    await test.store.close()
    // The same lock, held by another process.
    let process = try PythonChild(ownerLock, test.folder.path + "/owners/" + name)

    let second = try await test.another()
    #expect(try await second.interruptAbandonedTurns() == [])
    #expect(try await second.turn(turn.id).status == .running)
    process.kill()
    #expect(try await second.interruptAbandonedTurns() == [turn.id])
    #expect(try test.folder.names(in: "owners").count == 1)
  }

  @Test func `begins a turn where a dead process left one`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let turn = try await test.send("Hi", in: conversation)
    _ = try await test.store.append([.text("half")], to: turn.id)
    await test.store.close()
    let second = try await test.another()
    _ = try await second.begin(.send([.text("again")], parent: nil), in: conversation)
    #expect(try await second.texts(in: conversation) == ["Hi", "half", "again", ""])
    #expect(try await second.turn(turn.id).status == .interrupted)
  }

  @Test func `keeps every committed event when the process is killed`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let turn = try await test.send("Hi", in: conversation)
    for index in 1...25 {
      _ = try await test.store.append([.text("\(index) ")], to: turn.id)
      // What is on the disk now is what a kill would leave.
      let copy = try ScratchFolder()
      for name in ["sotto.sqlite", "sotto.sqlite-wal"] {
        try FileManager.default.copyItem(
          atPath: test.folder.path + "/" + name, toPath: copy.path + "/" + name)
      }
      let store = try await SQLiteStore.open(
        folder: copy.path, key: test.key, clock: test.clock.clock)
      #expect(try await store.interruptAbandonedTurns() == [turn.id])
      let expected = (1...index).map { "\($0) " }.joined()
      #expect(try await store.texts(in: conversation) == ["Hi", expected])
    }
  }

  @Test func `opens a new folder from many at once`() async throws {
    let folder = try ScratchFolder()
    let names = try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 0..<8 {
        group.addTask {
          let store = try await SQLiteStore.open(folder: folder.path + "/deep/er")
          return try await store.projects().map(\.details.name)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(names == Array(repeating: ["Default"], count: 8))
  }

  @Test func `refuses calls after it is closed`() async throws {
    let test = try await TestStore()
    await test.store.close()
    #expect(try await code { _ = try await test.store.projects() } == .storage)
    #expect(try await code { try await test.store.setSetting("a", to: "b") } == .storage)
    #expect(
      try await code { _ = try await test.store.append([.stopped], to: newID()) } == .storage)
  }
}
