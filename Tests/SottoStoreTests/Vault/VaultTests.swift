import Foundation
import SottoCore
import SottoSealing
import SottoStore
import Testing

private var passphrase: VaultOpener {
  get throws { try .passphrase(Passphrase("correct horse battery staple")) }
}
/// A key as a key store has it.
private func stored() throws -> (VaultOpener, FolderKeyPlace) {
  let place = FolderKeyPlace(store: .secretService, name: "data-folder:\(UUID().uuidString)")
  return (.stored(try SealingKey(), at: place), place)
}
/// As little as there can be: what is tested is not how dear it is.
private let cheap = KeyDerivation.Cost.least

private let fixtures = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .appendingPathComponent("Fixtures/stores").path

/// A folder with a conversation, a file and a snapshot, in the clear and closed.
private struct PlainFolder {
  let scratch: ScratchFolder
  let clock: StandingClock
  let digest: String
  let conversation: ConversationID
  let backup: Backup

  init() async throws {
    let test = try await TestStore(key: nil)
    scratch = test.folder
    clock = test.clock
    conversation = try await test.conversation()
    try await test.exchange("Where is the treasure?", "Under the old oak.", in: conversation)
    let file = try await test.store.addFile(
      Array("a map of the island".utf8), name: "map.txt", mediaType: "text/plain")
    digest = file.digest
    try await test.store.flush()
    backup = try await test.store.backUp()
    await test.store.close()
  }

  var vault: Vault { get throws { try Vault(folder: scratch.path) } }

  /// Opens the folder and looks for everything.
  func expectEverything(key: SealingKey?) async throws {
    let store = try await SQLiteStore.open(folder: scratch.path, key: key, clock: clock.clock)
    #expect(
      try await store.texts(in: conversation) == ["Where is the treasure?", "Under the old oak."])
    #expect(try await store.file(digest) == Array("a map of the island".utf8))
    #expect(try await store.checkIntegrity().damage == nil)
    await store.close()
  }

  /// The files that have one of the texts in them, or their names.
  func leaks() throws -> [String] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: scratch.path)
    return names.filter { name in
      guard let data = FileManager.default.contents(atPath: scratch.path + "/" + name) else {
        return false
      }
      let texts = ["treasure", "old oak", "island", "map.txt", "SQLite format", "CREATE TABLE"]
      return name.contains(digest.dropFirst(2)) || texts.contains { Array(data).contains($0) }
    }
  }
}

struct VaultTests {
  @Test func `everything in the folder is encrypted, and opens with the passphrase`() async throws {
    let folder = try await PlainFolder()
    #expect(try folder.leaks().count >= 3)
    #expect(try folder.vault.status() == .plain)
    try folder.vault.encrypt(with: passphrase, cost: cheap)
    #expect(try folder.vault.status() == VaultStatus(lock: .passphrase))
    #expect(try folder.leaks().isEmpty)
    #expect(try folder.scratch.mode(of: "vault.json") == 0o600)
    #expect(try folder.scratch.names(in: "").filter { $0.hasPrefix("vault.") } == ["vault.json"])
    let key = try folder.vault.unlock(with: passphrase)
    try await folder.expectEverything(key: key)
    #expect(try folder.leaks().isEmpty)
    let snapshot = try Connection(
      path: folder.scratch.path + "/backups/" + folder.backup.name, mode: .readOnly,
      cipher: PageCipher(key: key))
    #expect(try snapshot.firstRow("SELECT count(*) FROM messages") { $0.integer(0) } == 2)
  }

  @Test func `decrypting gives everything back`() async throws {
    let folder = try await PlainFolder()
    try folder.vault.encrypt(with: passphrase, cost: cheap)
    try folder.vault.decrypt(with: passphrase)
    #expect(try folder.vault.status() == .plain)
    #expect(try folder.scratch.names(in: "").filter { $0.hasPrefix("vault.") }.isEmpty)
    try await folder.expectEverything(key: nil)
    try folder.vault.encrypt(with: passphrase, cost: cheap)
    try await folder.expectEverything(key: folder.vault.unlock(with: passphrase))
  }

  @Test func `a wrong passphrase and none are told apart, and change nothing`() async throws {
    let folder = try await PlainFolder()
    try folder.vault.encrypt(with: passphrase, cost: cheap)
    for wrong in ["c", "Correct horse battery staple"] {
      #expect(
        try await code { _ = try folder.vault.unlock(with: .passphrase(Passphrase(wrong))) }
          == .wrongPassphrase)
      #expect(
        try await code { try folder.vault.decrypt(with: .passphrase(Passphrase(wrong))) }
          == .wrongPassphrase)
    }
    #expect(
      try await code { _ = try await SQLiteStore.open(folder: folder.scratch.path) } == .locked)
    #expect(
      try await code {
        _ = try await SQLiteStore.open(folder: folder.scratch.path, key: SealingKey())
      } == .damagedDatabase)
    try await folder.expectEverything(key: folder.vault.unlock(with: passphrase))
  }

  @Test func `another passphrase opens the same data, and the old one no more`() async throws {
    let folder = try await PlainFolder()
    try folder.vault.encrypt(with: passphrase, cost: cheap)
    let new = try VaultOpener.passphrase(Passphrase("tр0ubador & Drei größere Wörter"))
    try folder.vault.changeLock(from: passphrase, to: new, cost: cheap)
    #expect(try await code { _ = try folder.vault.unlock(with: passphrase) } == .wrongPassphrase)
    try await folder.expectEverything(key: folder.vault.unlock(with: new))
    #expect(
      try await code {
        try folder.vault.changeLock(from: new, to: .passphrase(Passphrase("short")), cost: cheap)
      } == .invalidInput)
  }

  @Test func `a key store and a passphrase take each other's place, and no page changes`()
    async throws
  {
    let folder = try await PlainFolder()
    let (opener, place) = try stored()
    try folder.vault.encrypt(with: opener)
    #expect(try folder.vault.status() == VaultStatus(lock: .keyStore(place)))
    #expect(try folder.leaks().isEmpty)
    try await folder.expectEverything(key: folder.vault.unlock(with: opener))
    let pages = try EncryptedDatabase.bytes(of: folder.scratch.database)

    try folder.vault.changeLock(from: opener, to: passphrase, cost: cheap)
    #expect(try folder.vault.status() == VaultStatus(lock: .passphrase))
    #expect(try await code { _ = try folder.vault.unlock(with: opener) } == .locked)
    _ = try folder.vault.unlock(with: passphrase)
    let (other, otherPlace) = try stored()
    try folder.vault.changeLock(from: passphrase, to: other)
    // Another key under the right name, the right key under another name, and a passphrase.
    let wrong = try [
      VaultOpener.stored(SealingKey(), at: otherPlace), opener, passphrase,
    ]
    for wrong in wrong {
      #expect(try await code { _ = try folder.vault.unlock(with: wrong) } == .locked)
      #expect(try await code { try folder.vault.decrypt(with: wrong) } == .locked)
    }
    #expect(try EncryptedDatabase.bytes(of: folder.scratch.database) == pages)
    try await folder.expectEverything(key: folder.vault.unlock(with: other))
    try folder.vault.decrypt(with: other)
    try await folder.expectEverything(key: nil)
  }

  @Test func `a folder that is open is not converted`() async throws {
    let test = try await TestStore(key: nil)
    let vault = try Vault(folder: test.folder.path)
    #expect(
      try await code { try vault.encrypt(with: passphrase, cost: cheap) }
        == .dataFolderInUse)
    await test.store.close()
    try vault.encrypt(with: passphrase, cost: cheap)
    #expect(
      try await code { try vault.encrypt(with: passphrase, cost: cheap) } == .invalidInput)
  }

  @Test func `an empty folder is encrypted from the start`() async throws {
    let scratch = try ScratchFolder()
    let vault = try Vault(folder: scratch.path)
    try vault.encrypt(with: passphrase, cost: cheap)
    let store = try await SQLiteStore.open(
      folder: scratch.path, key: vault.unlock(with: passphrase))
    #expect(try await store.projects().count == 1)
    await store.close()
    #expect(try !EncryptedDatabase.bytes(of: scratch.database).contains("Default"))
  }

  @Test(arguments: ["v1.sqlite", "v2.sqlite"])
  func `a store of an older schema is encrypted, then upgraded with an encrypted snapshot`(
    _ name: String
  ) async throws {
    let scratch = try ScratchFolder()
    try FileManager.default.copyItem(atPath: fixtures + "/" + name, toPath: scratch.database)
    let vault = try Vault(folder: scratch.path)
    try vault.encrypt(with: passphrase, cost: cheap)
    let store = try await SQLiteStore.open(
      folder: scratch.path, key: vault.unlock(with: passphrase), clock: StandingClock().clock)
    #expect(try await store.projects().contains { $0.details.name == "Poems" })
    await store.close()
    let snapshot = try #require(try scratch.names(in: "backups").first)
    let bytes = try EncryptedDatabase.bytes(of: scratch.path + "/backups/" + snapshot)
    #expect(!bytes.contains("Poems") && !bytes.contains("CREATE"))
  }

  @Test func `attached files are bound to their names, and damage is found`() async throws {
    let test = try await TestStore(key: SealingKey())
    let first = try await test.store.addFile(Array("first".utf8), name: "a", mediaType: "")
    let second = try await test.store.addFile(Array("second".utf8), name: "b", mediaType: "")
    let names = try FileManager.default.subpathsOfDirectory(atPath: test.folder.path + "/files")
      .filter { $0.count > 60 }
    #expect(names.count == 2)
    #expect(!names.contains { $0.contains(first.digest.dropFirst(2)) })
    let paths = names.map { test.folder.path + "/files/" + $0 }
    let contents = try paths.map(EncryptedDatabase.bytes(of:))
    #expect(contents.allSatisfy { !$0.contains("first") && !$0.contains("second") })
    // In each other's place, then a flipped bit, then cut.
    for changed in [contents.reversed(), contents.map { [$0[0] ^ 1] + $0.dropFirst() }, [[], []]] {
      for (path, bytes) in zip(paths, changed) {
        try EncryptedDatabase.change(path) { $0 = bytes }
      }
      for file in [first, second] {
        #expect(try await code { _ = try await test.store.file(file.digest) } == .fileNotFound)
      }
    }
    _ = try await test.store.addFile(Array("first".utf8), name: "a", mediaType: "")
    #expect(try await test.store.file(first.digest) == Array("first".utf8))
  }

  @Test(arguments: [true, false])
  func `a copy made before the conversion brings everything back`(isKept: Bool) async throws {
    let folder = try await PlainFolder()
    let files = folder.scratch.path + "/files"
    // Where only the copy still has the attached file.
    if !isKept { try FileManager.default.removeItem(atPath: files) }
    try folder.vault.encrypt(with: passphrase, cost: cheap)
    let key = try folder.vault.unlock(with: passphrase)
    for name in ["files", "sotto.sqlite"] {
      try FileManager.default.removeItem(atPath: folder.scratch.path + "/" + name)
    }
    #expect(
      try await code {
        _ = try StoreRestoration(folder: folder.scratch.path).restore("latest")
      } == .locked)
    _ = try StoreRestoration(folder: folder.scratch.path, key: key).restore("latest")
    #expect(try folder.leaks().isEmpty)
    try await folder.expectEverything(key: key)
  }

  @Test func `a copy that is not encrypted is not restored into a folder that is`() async throws {
    let folder = try await PlainFolder()
    let copy = try ScratchFolder()
    try FileManager.default.copyItem(atPath: folder.scratch.database, toPath: copy.database)
    try folder.vault.encrypt(with: passphrase, cost: cheap)
    let key = try folder.vault.unlock(with: passphrase)
    #expect(
      try await code {
        _ = try StoreRestoration(folder: folder.scratch.path, key: key).restore(copy.database)
      } == .invalidInput)
    try await folder.expectEverything(key: key)
  }

  @Test func `an encrypted copy says what it needs where it does not open`() async throws {
    let folder = try await PlainFolder()
    try folder.vault.encrypt(with: passphrase, cost: cheap)
    for key in [nil, try SealingKey()] {
      let other = try ScratchFolder()
      let error = #expect(throws: SottoError.self) {
        _ = try StoreRestoration(folder: other.path, key: key).restore(folder.scratch.database)
      }
      #expect(error?.code == .invalidInput)
      #expect(error?.hint?.contains("vault.json") == true)
    }
  }

  @Test func `what a killed copy, restore or import left goes, and a copy's log is kept`()
    async throws
  {
    let folder = try await PlainFolder()
    let path = folder.scratch.path
    try FileManager.default.createDirectory(
      atPath: path + "/uploads", withIntermediateDirectories: true)
    for name in ["uploads/export.json", "backups/new-1.sqlite", "sotto.sqlite.restoring"] {
      try Data("treasure".utf8).write(to: URL(fileURLWithPath: path + "/" + name))
    }
    let aside = path + "/backups/replaced-1.sqlite"
    let saved = try ScratchFolder()
    try FileManager.default.copyItem(atPath: folder.scratch.database, toPath: saved.database)
    let connection = try Connection(path: saved.database, mode: .readWrite)
    try connection.executeScript("PRAGMA journal_mode = WAL; CREATE TABLE treasure (a)")
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: saved.database + suffix, toPath: aside + suffix)
    }
    try folder.vault.encrypt(with: passphrase, cost: cheap)
    #expect(try folder.leaks().isEmpty)
    let key = try folder.vault.unlock(with: passphrase)
    let kept = try Connection(path: aside, mode: .readOnly, cipher: PageCipher(key: key))
    #expect(try kept.firstRow("SELECT count(*) FROM treasure") { $0.integer(0) } == 0)
  }

  @Test func `a file that is no copy of the database stops the conversion before it begins`()
    async throws
  {
    let folder = try await PlainFolder()
    try Data("notes".utf8).write(to: URL(fileURLWithPath: folder.scratch.path + "/backups/notes"))
    #expect(
      try await code { try folder.vault.encrypt(with: passphrase, cost: cheap) }
        == .dataFolder)
    #expect(try folder.vault.status() == .plain)
    #expect(try folder.scratch.names(in: "").filter { $0.hasPrefix("vault.") }.isEmpty)
    try await folder.expectEverything(key: nil)
  }

  @Test(arguments: [
    "[]", "{}", #"{"version":2}"#,
    #"{"version":1,"lock":"key-store","store":"secret-service","key":{"nonce":"","sealed":""}}"#,
    #"{"version":1,"lock":"passphrase","derivation":{"algorithm":"argon2id","operations":99999,"memory":8192,"salt":"AAAAAAAAAAAAAAAAAAAAAA=="},"key":{"nonce":"","sealed":""}}"#,
  ])
  func `a vault file that cannot be read is told, and nothing is opened`(_ text: String)
    async throws
  {
    let folder = try await PlainFolder()
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.scratch.path + "/vault.json"))
    #expect(try await code { _ = try folder.vault.status() } == .dataFolder)
    #expect(
      try await code { _ = try await SQLiteStore.open(folder: folder.scratch.path) } == .dataFolder)
  }
}

/// A conversion is cut short after each of its steps, and the folder opened again.
struct VaultSwapTests {
  /// The states of a folder between the steps: what lies where. `new` is complete from the first on.
  private static let moved: [[String]] = [
    [], ["sotto.sqlite"], ["sotto.sqlite", "files"], ["sotto.sqlite", "files", "backups"],
    ["sotto.sqlite", "files", "backups", "vault.json"],
  ]

  @Test(arguments: moved, [false, true])
  func `a swap that was cut short is brought to its end`(_ done: [String], isHalf: Bool)
    async throws
  {
    let before = try await PlainFolder()
    let manager = FileManager.default
    let path = before.scratch.path
    let saved = try ScratchFolder()
    for name in ["sotto.sqlite", "files", "backups"] {
      try manager.copyItem(atPath: "\(path)/\(name)", toPath: "\(saved.path)/\(name)")
    }
    try before.vault.encrypt(with: passphrase, cost: cheap)
    let key = try before.vault.unlock(with: passphrase)

    // Back to where it was when the steps in `done` were made, and with `isHalf` half of the next.
    try manager.createDirectory(atPath: path + "/vault.new", withIntermediateDirectories: true)
    try manager.createDirectory(atPath: path + "/vault.old", withIntermediateDirectories: true)
    try Data("encrypted".utf8).write(to: URL(fileURLWithPath: path + "/vault.new/ready"))
    let all = ["sotto.sqlite", "files", "backups", "vault.json"]
    let next = all.first { !done.contains($0) }
    for name in all {
      let old = "\(saved.path)/\(name)"
      let isMovedAway = done.contains(name) || (isHalf && name == next)
      if !done.contains(name) {
        try manager.moveItem(atPath: "\(path)/\(name)", toPath: "\(path)/vault.new/\(name)")
      }
      guard manager.fileExists(atPath: old) else { continue }
      try manager.moveItem(
        atPath: old, toPath: isMovedAway ? "\(path)/vault.old/\(name)" : "\(path)/\(name)")
    }

    #expect(try before.vault.status() == VaultStatus(lock: .passphrase))
    #expect(try before.leaks().isEmpty)
    #expect(try before.scratch.names(in: "").filter { $0.hasPrefix("vault.") } == ["vault.json"])
    try await before.expectEverything(key: key)
  }

  @Test func `what is not complete is removed, and the old things stay`() async throws {
    let folder = try await PlainFolder()
    let new = folder.scratch.path + "/vault.new"
    try FileManager.default.createDirectory(
      atPath: new + "/files/ab", withIntermediateDirectories: true)
    try Data("half of something".utf8).write(to: URL(fileURLWithPath: new + "/files/ab/cd"))
    #expect(try folder.vault.status() == .plain)
    #expect(!FileManager.default.fileExists(atPath: new))
    try await folder.expectEverything(key: nil)
  }
}
