import Foundation
import SottoCore
import SottoSealing
import SottoSecrets
import Synchronization
import Testing

private let right = "the right passphrase"

struct SealedKeyFileTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// A store whose passphrase is at hand.
  private func store(_ passphrase: String? = right) -> SealedKeyFile {
    SealedKeyFile(
      folder: folder.path,
      passphrases: PassphraseSource(kept: { try passphrase.map { try Passphrase($0) } }),
      cost: .least)
  }

  private func code(_ body: () async throws -> Void) async -> SottoError.Code? {
    do {
      try await body()
      return nil
    } catch {
      return (error as? SottoError)?.code
    }
  }

  @Test func `is empty before the first key, whoever asks`() async throws {
    for store in [store(), store(nil)] {
      #expect(try await store.secretNames() == [])
      #expect(try await store.secret(named: "openai") == nil)
      #expect(try await store.removeSecret(named: "openai") == false)
    }
    #expect(try folder.names == [])
  }

  @Test func `keeps, replaces and removes keys`() async throws {
    let file = store()
    try await file.setSecret(Secret("sk-\"1\\"), named: "openai")
    try await file.setSecret(Secret("two"), named: "a.b_c-9")
    try await file.setSecret(Secret("other"), named: "open")
    #expect(try await file.secretNames() == ["a.b_c-9", "open", "openai"])
    #expect(try await file.secret(named: "openai")?.reveal() == "sk-\"1\\")
    try await file.setSecret(Secret("sk-2"), named: "openai")
    #expect(try await store().secret(named: "openai")?.reveal() == "sk-2")
    #expect(try await file.removeSecret(named: "openai"))
    #expect(try await file.removeSecret(named: "openai") == false)
    #expect(try await store().secretNames() == ["a.b_c-9", "open"])
    #expect(try await file.secret(named: "open")?.reveal() == "other")
  }

  @Test func `has no key and no passphrase in it, and belongs to its owner`() async throws {
    try await store().setSecret(Secret("sk-very-visible-canary"), named: "openai")
    let text = try folder.read("keys.sealed")
    #expect(text.contains("openai"))
    #expect(!text.contains("canary"))
    #expect(!text.contains(right))
    for name in try folder.names {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test func `the data folder's passphrase may be another, which is no mistake`() async throws {
    try await store().setSecret(Secret("one"), named: "a")
    let other = SealedKeyFile(
      folder: folder.path,
      passphrases: PassphraseSource(
        kept: { try Passphrase("that of the data folder") }, isFolders: true),
      cost: .least)
    #expect(try await other.state().isLocked)
    #expect(await code { _ = try await other.secret(named: "a") } == .keysLocked)
    try await other.unlock(with: Passphrase(right))
    #expect(try await other.secret(named: "a")?.reveal() == "one")
    let same = SealedKeyFile(
      folder: folder.path,
      passphrases: PassphraseSource(kept: { try Passphrase(right) }, isFolders: true), cost: .least)
    #expect(try await same.secret(named: "a")?.reveal() == "one")
  }

  @Test func `is locked without its passphrase, and says what is in it all the same`() async throws
  {
    try await store().setSecret(Secret("one"), named: "a")
    let locked = store(nil)
    #expect(try await locked.secretNames() == ["a"])
    #expect(try await locked.secret(named: "b") == nil)
    #expect(
      try await locked.state()
        == SecretStoreState(kind: .sealedFile, isLocked: true, hasPassphrase: true))
    #expect(await code { _ = try await locked.secret(named: "a") } == .keysLocked)
    #expect(await code { try await locked.setSecret(Secret("x"), named: "b") } == .keysLocked)
    #expect(await code { _ = try await locked.removeSecret(named: "a") } == .keysLocked)
    try await locked.unlock(with: Passphrase(right))
    #expect(try await locked.secret(named: "a")?.reveal() == "one")
    #expect(try await locked.state().isLocked == false)
  }

  @Test func `asks for a passphrase to be chosen before the first key`() async throws {
    let file = store(nil)
    #expect(try await file.state().isLocked)
    #expect(try await file.state().hasPassphrase == false)
    #expect(await code { try await file.setSecret(Secret("x"), named: "a") } == .keysLocked)
    #expect(await code { try await file.unlock(with: Passphrase(right)) } == .keysLocked)
    try await file.setPassphrase(Passphrase(right), current: nil)
    try await file.setSecret(Secret("x"), named: "a")
    #expect(try await store().secret(named: "a")?.reveal() == "x")
  }

  @Test func `changes its passphrase for everybody`() async throws {
    let file = store()
    try await file.setSecret(Secret("one"), named: "a")
    let witness = store(nil)
    try await witness.unlock(with: Passphrase(right))
    #expect(
      await code { try await file.setPassphrase(Passphrase("new one"), current: nil) }
        == .wrongPassphrase)
    #expect(
      await code {
        try await file.setPassphrase(Passphrase("new one"), current: Passphrase("wrong"))
      } == .wrongPassphrase)
    try await file.setPassphrase(Passphrase("new one"), current: Passphrase(right))
    #expect(try await file.secret(named: "a")?.reveal() == "one")
    // Another process that had it open has to open it again.
    #expect(await code { _ = try await witness.secret(named: "a") } == .keysLocked)
    #expect(await code { _ = try await store().secret(named: "a") } == .wrongPassphrase)
    #expect(try await store("new one").secret(named: "a")?.reveal() == "one")
  }

  @Test func `makes whoever guesses wait longer each time`() async throws {
    try await store().setSecret(Secret("one"), named: "a")
    let time = SettableTime()
    let file = SealedKeyFile(folder: folder.path, cost: .least, now: { time.now })
    let guess: () async -> SottoError.Code? = { [self] in
      await code { try await file.unlock(with: Passphrase("a guess")) }
    }
    #expect(await guess() == .wrongPassphrase)
    #expect(await guess() == .wrongPassphrase)
    #expect(await guess() == .tooManyAttempts)
    #expect(await code { try await file.unlock(with: Passphrase(right)) } == .tooManyAttempts)
    time.advance(by: .seconds(1))
    #expect(await guess() == .wrongPassphrase)
    time.advance(by: .seconds(1))
    #expect(await guess() == .tooManyAttempts)
    time.advance(by: .seconds(1))
    #expect(await code { try await file.unlock(with: Passphrase(right)) } == nil)
    #expect(await guess() == .wrongPassphrase)
    #expect(await guess() == .wrongPassphrase)
  }

  @Test func `asks a person once, however many need it, and not again when declined`() async throws
  {
    try await store().setSecret(Secret("one"), named: "a")
    let count = Counter()
    let file = SealedKeyFile(
      folder: folder.path,
      passphrases: PassphraseSource(ask: { _ in
        count.add()
        return try Passphrase(right)
      }))
    let found = try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<8 { group.addTask { try await file.secret(named: "a")?.reveal() } }
      return try await group.reduce(into: [String?]()) { $0.append($1) }
    }
    #expect(found == Array(repeating: "one", count: 8))
    #expect(count.value == 1)
    let declined = Counter()
    let silent = SealedKeyFile(
      folder: folder.path,
      passphrases: PassphraseSource(ask: { _ in
        declined.add()
        return nil
      }))
    for _ in 0..<3 {
      #expect(await code { _ = try await silent.secret(named: "a") } == .keysLocked)
    }
    #expect(declined.value == 1)
  }

  @Test(arguments: [0o644, 0o640, 0o604, 0o620])
  func `refuses a file that others can read or write`(_ mode: Int) async throws {
    try await store().setSecret(Secret("one"), named: "a")
    try folder.write("keys.sealed", folder.read("keys.sealed"), mode: mode)
    let error = await #expect(throws: SottoError.self) { _ = try await store().secret(named: "a") }
    #expect(error?.code == .dataFolder)
    #expect(error?.hint?.contains("chmod 600") == true)
  }

  @Test(arguments: ["", "[1]", "{\"version\":1}", "{\"version\":2}", "sk-pasted"])
  func `leaves a file alone that is not its own`(_ text: String) async throws {
    try folder.write("keys.sealed", text)
    #expect(await code { try await store().setSecret(Secret("two"), named: "b") } == .storage)
    #expect(try folder.read("keys.sealed") == text)
  }

  @Test func `sees a name that was changed`() async throws {
    let file = store()
    try await file.setSecret(Secret("one"), named: "openai")
    let text = try folder.read("keys.sealed").replacingOccurrences(of: "openai", with: "mallory")
    try folder.write("keys.sealed", text)
    #expect(await code { _ = try await file.secret(named: "mallory") } == .storage)
    #expect(await code { _ = try await store().secret(named: "mallory") } == .wrongPassphrase)
  }

  @Test(arguments: ["", "A", "a b", "a/b", "ä", "a\u{0}", String(repeating: "a", count: 65)])
  func `refuses a name and does not repeat it`(_ name: String) async throws {
    let error = await #expect(throws: SottoError.self) {
      try await store().setSecret(Secret("one"), named: name)
    }
    #expect(error?.code == .invalidInput)
    #expect(name.isEmpty || error?.message.contains("'\(name)'") == false)
    #expect(await code { _ = try await store().secret(named: name) } == .invalidInput)
  }

  @Test func `loses no key of several writers`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        let file = store()
        group.addTask {
          for index in 0..<25 {
            try await file.setSecret(Secret("key-\(index)"), named: "w\(writer)-\(index)")
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await store().secretNames().count == 100)
    #expect(try await store().secret(named: "w3-24")?.reveal() == "key-24")
  }

  @Test func `waits for the lock of another process and outlives what it left`() async throws {
    try await store().setSecret(Secret("zero"), named: "z")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c",
      """
      import fcntl, os, sys
      lock = open(sys.argv[1] + ".lock", "w")
      fcntl.flock(lock, fcntl.LOCK_EX)
      open(sys.argv[1] + ".new", "w").write('{"half":')
      print("locked", flush=True)
      sys.stdin.readline()
      """, folder.path + "/keys.sealed",
    ]
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    _ = output.fileHandleForReading.availableData
    let file = store()
    async let change: Void = file.setSecret(Secret("one"), named: "a")
    // Reading needs no lock.
    #expect(try await store().secret(named: "z")?.reveal() == "zero")
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try await change
    #expect(try await store().secretNames() == ["a", "z"])
    #expect(!folder.has("keys.sealed.new"))
  }

  @Test func `names the path when there is no folder`() async throws {
    let file = SealedKeyFile(
      folder: folder.path + "/missing",
      passphrases: PassphraseSource(kept: { try Passphrase(right) }), cost: .least)
    let error = await #expect(throws: SottoError.self) {
      try await file.setSecret(Secret("one"), named: "a")
    }
    #expect(error?.code == .dataFolder)
    #expect(error?.message.contains(folder.path) == true)
  }
}

private final class SettableTime: Sendable {
  private let time = Mutex(ContinuousClock.now)
  var now: ContinuousClock.Instant { time.withLock { $0 } }
  func advance(by duration: Duration) { time.withLock { $0 += duration } }
}

private final class Counter: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock { $0 } }
  func add() { count.withLock { $0 += 1 } }
}
