import Foundation
import SottoCore
import SottoSealing
import SottoSecrets
import Synchronization
import Testing

private let passphrase = "the right passphrase"

struct KeyStoreTests {
  private let folder: ScratchFolder
  private let lines = Lines()

  init() throws { folder = try ScratchFolder() }

  private func store(kept: String? = passphrase) throws -> KeyStore {
    try KeyStore(
      folder: folder.path, environment: ["SOTTO_KEY_STORE": "sealed-file"],
      passphrases: PassphraseSource(kept: { try kept.map { try Passphrase($0) } }),
      report: { [lines] in lines.add($0) })
  }

  @Test func `refuses a store that is not here, and names those that are`() throws {
    let error = #expect(throws: SottoError.self) {
      try KeyStore(
        folder: folder.path, environment: ["SOTTO_KEY_STORE": "wallet"],
        passphrases: PassphraseSource(), report: { _ in })
    }
    #expect(error?.code == .usage)
    #expect(error?.hint?.contains("sealed-file") == true)
  }

  @Test func `keeps the key of the data folder apart from those of providers`() async throws {
    let keys = try store()
    let (key, place) = try await keys.keepFolderKey()
    #expect(place.store == .sealedFile)
    #expect(try !folder.read("keys.sealed").contains(key.base64))
    #expect(try await keys.secretNames() == [])
    for action in [
      { _ = try await keys.secret(named: place.name) },
      { _ = try await keys.removeSecret(named: place.name) },
      { try await keys.setSecret(Secret("sk"), named: place.name) },
    ] as [() async throws -> Void] {
      await #expect(throws: SottoError.self) { try await action() }
    }
    try await keys.setSecret(Secret("sk-openai"), named: "openai")
    // By another program, after the passphrase was changed.
    try await keys.setPassphrase(
      Passphrase("another passphrase"), current: Passphrase(passphrase))
    #expect(try await store(kept: "another passphrase").folderKey(at: place).base64 == key.base64)
    var error = await #expect(throws: SottoError.self) {
      try await store(kept: nil).folderKey(at: place)
    }
    #expect(error?.code == .locked)
    #expect(error?.hint?.contains("SOTTO_PASSPHRASE_FILE") == true)
    try await keys.removeFolderKey(at: place)
    error = await #expect(throws: SottoError.self) { try await keys.folderKey(at: place) }
    #expect(error?.code == .locked)
    #expect(error?.hint?.contains("keys.sealed") == true)
    #expect(try await keys.secretNames() == ["openai"])
    let foreign = FolderKeyPlace(store: .init(rawValue: "elsewhere"), name: place.name)
    error = await #expect(throws: SottoError.self) { try await keys.folderKey(at: foreign) }
    #expect(error?.code == .locked)
  }

  @Test func `moves the keys of the plain file and leaves nothing of it`() async throws {
    try folder.write("keys.json", "{\"openai\":\"sk-plain\",\"note\":{\"x\":1},\"b\":\"two\"}\n")
    let store = try store()
    #expect(try await store.secretNames() == ["b", "openai"])
    #expect(try await store.secret(named: "openai")?.reveal() == "sk-plain")
    #expect(!folder.has("keys.json"))
    #expect(try !folder.read("keys.sealed").contains("sk-plain"))
    #expect(lines.all.count == 1)
    #expect(lines.all[0].contains("b, openai"))
    #expect(!lines.all[0].contains("sk-plain"))
  }

  @Test func `overwrites the plain file before it goes`() async throws {
    try folder.write("keys.json", "{\"openai\":\"sk-plain\"}")
    // A second name for the same bytes on the disk.
    try FileManager.default.linkItem(
      atPath: folder.path + "/keys.json", toPath: folder.path + "/witness")
    #expect(try await store().secretNames() == ["openai"])
    #expect(try !folder.read("witness").contains("sk-plain"))
  }

  @Test func `keeps plain keys in use until the store can take them`() async throws {
    try folder.write("keys.json", "{\"openai\":\"sk-plain\"}")
    let locked = try store(kept: nil)
    #expect(try await locked.secret(named: "openai")?.reveal() == "sk-plain")
    #expect(try await locked.secretNames() == ["openai"])
    #expect(folder.has("keys.json"))
    #expect(lines.all.count == 1)
    #expect(lines.all[0].contains("sotto key passphrase"))
    try await locked.setPassphrase(Passphrase(passphrase), current: nil)
    #expect(!folder.has("keys.json"))
    #expect(try await locked.secret(named: "openai")?.reveal() == "sk-plain")
    #expect(try await store().secret(named: "openai")?.reveal() == "sk-plain")
  }

  @Test func `goes on where a move was cut short`() async throws {
    try folder.write("keys.json", "{\"a\":\"one\",\"b\":\"two\"}")
    let sealed = SealedKeyFile(
      folder: folder.path,
      passphrases: PassphraseSource(kept: { try Passphrase(passphrase) }), cost: .least)
    try await sealed.setSecret(Secret("one"), named: "a")
    try await sealed.setSecret(Secret("three"), named: "c")
    #expect(try await store().secretNames() == ["a", "b", "c"])
    #expect(try await store().secret(named: "b")?.reveal() == "two")
    #expect(!folder.has("keys.json"))
  }

  @Test func `loses no plain key when the store refuses`() async throws {
    try folder.write("keys.json", "{\"a\":\"one\"}")
    try folder.write("keys.sealed", "not a sealed file")
    let store = try store()
    #expect(try await store.secret(named: "a")?.reveal() == "one")
    #expect(try folder.read("keys.json") == "{\"a\":\"one\"}")
    #expect(lines.all.count == 1)
  }

  @Test func `moves once for all who ask at once`() async throws {
    try folder.write("keys.json", "{\"a\":\"one\"}")
    let store = try store()
    try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<8 { group.addTask { try await store.secret(named: "a")?.reveal() } }
      for try await secret in group { #expect(secret == "one") }
    }
    #expect(lines.all.count == 1)
  }
}

struct PassphraseFileTests {
  @Test func `takes the first line, from the variable or from systemd's folder`() throws {
    let folder = try ScratchFolder()
    try folder.write("sotto-passphrase", "of systemd\r\n")
    try folder.write("own", "my own\nrest")
    let own = PassphraseFile(environment: [
      "SOTTO_PASSPHRASE_FILE": folder.path + "/own", "CREDENTIALS_DIRECTORY": folder.path,
    ])
    #expect(try own?.passphrase() == Passphrase("my own"))
    let systemd = PassphraseFile(environment: ["CREDENTIALS_DIRECTORY": folder.path])
    #expect(try systemd?.passphrase() == Passphrase("of systemd"))
    #expect(PassphraseFile(environment: ["CREDENTIALS_DIRECTORY": folder.path + "/none"]) == nil)
    #expect(PassphraseFile(environment: [:]) == nil)
  }

  @Test(arguments: ["", "\n", String(repeating: "x", count: 2000)])
  func `refuses what is no passphrase`(_ text: String) throws {
    let folder = try ScratchFolder()
    try folder.write("own", text)
    let file = PassphraseFile(environment: ["SOTTO_PASSPHRASE_FILE": folder.path + "/own"])
    #expect(throws: SottoError.self) { try file?.passphrase() }
  }

  @Test func `says which file is missing`() throws {
    let file = PassphraseFile(environment: ["SOTTO_PASSPHRASE_FILE": "/nowhere/at/all"])
    let error = #expect(throws: SottoError.self) { try file?.passphrase() }
    #expect(error?.code == .keysLocked)
    #expect(error?.message.contains("/nowhere/at/all") == true)
  }
}

private final class Lines: Sendable {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  func add(_ line: String) { lines.withLock { $0.append(line) } }
}
