import Foundation
import SottoCore
import SottoSecrets
import Testing

/// A new folder that is removed with this object.
private final class ScratchFolder: Sendable {
  let path: String
  var keys: String { path + "/keys.json" }

  init() throws {
    path = NSTemporaryDirectory() + "sotto-keys-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, mode: Int = 0o600) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: keys))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: keys)
  }

  func contents() throws -> String { try String(contentsOfFile: keys, encoding: .utf8) }
}

struct KeyFileTests {
  private let folder: ScratchFolder
  private let file: KeyFile

  init() throws {
    folder = try ScratchFolder()
    file = KeyFile(folder: folder.path)
  }

  @Test func `is empty before the first key`() async throws {
    #expect(try await file.secretNames() == [])
    #expect(try await file.secret(named: "openai") == nil)
    #expect(try await file.removeSecret(named: "openai") == false)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func `keeps, replaces and removes keys`() async throws {
    try await file.setSecret(Secret("sk-\"1\\"), named: "openai")
    try await file.setSecret(Secret("two"), named: "a.b_c-9")
    #expect(try await file.secretNames() == ["a.b_c-9", "openai"])
    #expect(try await file.secret(named: "openai")?.reveal() == "sk-\"1\\")
    try await file.setSecret(Secret("sk-2"), named: "openai")
    #expect(try await KeyFile(folder: folder.path).secret(named: "openai")?.reveal() == "sk-2")
    #expect(try await file.removeSecret(named: "openai"))
    #expect(try await file.secretNames() == ["a.b_c-9"])
    #expect(try folder.contents() == "{\"a.b_c-9\":\"two\"}\n")
  }

  @Test func `belongs to its owner only`() async throws {
    try await file.setSecret(Secret("one"), named: "a")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test(arguments: [0o644, 0o640, 0o604, 0o620])
  func `refuses a file that others can read or write`(_ mode: Int) async throws {
    try folder.write("{\"a\":\"one\"}", mode: mode)
    let error = await #expect(throws: SottoError.self) { _ = try await file.secret(named: "a") }
    #expect(error?.code == .dataFolder)
    #expect(error?.hint?.contains("chmod 600") == true)
    await #expect(throws: SottoError.self) {
      try await file.setSecret(Secret("two"), named: "b")
    }
    #expect(try folder.contents() == "{\"a\":\"one\"}")
  }

  @Test(arguments: ["[1]", "{\"a\":", "sk-pasted"])
  func `leaves a file alone that is not its own`(_ text: String) async throws {
    try folder.write(text)
    let error = await #expect(throws: SottoError.self) {
      try await file.setSecret(Secret("two"), named: "b")
    }
    #expect(error?.code == .storage)
    #expect(error?.message.contains(text) == false)
    #expect(try folder.contents() == text)
  }

  @Test func `keeps what it does not know`() async throws {
    try folder.write("{\"note\": {\"x\": 1}, \"a\": \"one\"}")
    try await file.setSecret(Secret("two"), named: "b")
    #expect(try await file.secretNames() == ["a", "b"])
    #expect(try folder.contents() == "{\"note\":{\"x\":1},\"a\":\"one\",\"b\":\"two\"}\n")
  }

  @Test(arguments: ["", "A", "a b", "a/b", "ä", "a\u{0}", String(repeating: "a", count: 65)])
  func `refuses a name and does not repeat it`(_ name: String) async throws {
    let error = await #expect(throws: SottoError.self) {
      try await file.setSecret(Secret("one"), named: name)
    }
    #expect(error?.code == .invalidInput)
    #expect(name.isEmpty || error?.message.contains("'\(name)'") == false)
    await #expect(throws: SottoError.self) { _ = try await file.secret(named: name) }
    await #expect(throws: SottoError.self) { _ = try await file.removeSecret(named: name) }
  }

  @Test func `takes a name of 64 characters`() async throws {
    let name = String(repeating: "a", count: 64)
    try await file.setSecret(Secret("one"), named: name)
    #expect(try await file.secretNames() == [name])
  }

  @Test func `loses no key of several writers`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        let file = KeyFile(folder: folder.path)
        group.addTask {
          for index in 0..<25 {
            try await file.setSecret(Secret("key-\(index)"), named: "w\(writer)-\(index)")
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await file.secretNames().count == 100)
  }

  @Test func `waits for the lock of another process and outlives what it left`() async throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c",
      """
      import fcntl, os, sys
      lock = open(sys.argv[1] + ".lock", "w")
      os.chmod(sys.argv[1] + ".lock", 0o600)
      fcntl.flock(lock, fcntl.LOCK_EX)
      open(sys.argv[1] + ".new", "w").write('{"half":')
      print("locked", flush=True)
      sys.stdin.readline()
      """, folder.keys,
    ]
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    _ = output.fileHandleForReading.availableData
    async let change: Void = file.setSecret(Secret("one"), named: "a")
    // Reading needs no lock.
    #expect(try await KeyFile(folder: folder.path).secretNames() == [])
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try await change
    #expect(try folder.contents() == "{\"a\":\"one\"}\n")
    #expect(!FileManager.default.fileExists(atPath: folder.keys + ".new"))
  }

  @Test func `names the path when there is no folder`() async throws {
    let file = KeyFile(folder: folder.path + "/missing")
    let error = await #expect(throws: SottoError.self) {
      try await file.setSecret(Secret("one"), named: "a")
    }
    #expect(error?.code == .dataFolder)
    #expect(error?.message.contains(folder.path) == true)
  }
}
