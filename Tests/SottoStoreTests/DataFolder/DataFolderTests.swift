import Foundation
import SottoCore
import SottoStore
import Testing

struct DataFolderTests {
  @Test func `keeps everything to its owner`() async throws {
    let folder = try ScratchFolder()
    let store = try await SQLiteStore.open(folder: folder.path + "/data")
    try await store.setSetting("a", to: "b")
    #expect(try folder.mode(of: "data") == 0o700)
    for name in ["sotto.sqlite", "sotto.sqlite-wal", "sotto.sqlite-shm"] {
      #expect(try folder.mode(of: "data/" + name) == 0o600)
    }
  }

  @Test func `takes an open database from everybody else`() async throws {
    let folder = try ScratchFolder()
    try await SQLiteStore.open(folder: folder.path).close()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: folder.database)
    try await SQLiteStore.open(folder: folder.path).close()
    #expect(try folder.mode(of: "sotto.sqlite") == 0o600)
  }

  @Test func `names the path and the way out when there is a file instead`() async throws {
    let folder = try ScratchFolder()
    try Data().write(to: URL(fileURLWithPath: folder.path + "/file"))
    for path in [folder.path + "/file", folder.path + "/file/below"] {
      let error = await #expect(throws: SottoError.self) {
        _ = try await SQLiteStore.open(folder: path)
      }
      #expect(error?.code == .dataFolder)
      #expect(error?.message.contains(folder.path + "/file") == true)
      #expect(error?.hint?.contains("--data") == true)
    }
  }

  @Test func `names the path when the folder cannot be written`() async throws {
    guard geteuid() != 0 else {
      return print("left out: root can write in every folder")
    }
    let folder = try ScratchFolder()
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path)
    let error = await #expect(throws: SottoError.self) {
      _ = try await SQLiteStore.open(folder: folder.path)
    }
    #expect(error?.code == .dataFolder)
    #expect(error?.message.contains(folder.path) == true)
  }
}
