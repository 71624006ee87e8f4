import Foundation
import SottoCore
import SottoStore
import Testing

/// A real file system without space, such as `mount -t tmpfs -o size=600k tmpfs DIR`, named in
/// `SOTTO_SMALL_DISK`. Making one takes rights that a test should not have.
struct SmallDiskTests {
  private let disk = ProcessInfo.processInfo.environment["SOTTO_SMALL_DISK"]

  @Test func `loses nothing on a disk that is full`() async throws {
    guard let disk else {
      return print("left out: SOTTO_SMALL_DISK names no small file system")
    }
    let folder = disk + "/data"
    try? FileManager.default.removeItem(atPath: folder)
    let store = try await SQLiteStore.open(folder: folder)
    let conversation = try await store.createConversation(
      in: store.activeProjectID(), title: "", id: nil
    ).id
    let turn = try await store.begin(.send([.text("Hi")], parent: nil), in: conversation)
    var kept = ""
    var failure: SottoError?
    while failure == nil {
      do {
        _ = try await store.append([.text("some words ")], to: turn.id)
        kept += "some words "
      } catch let error as SottoError {
        failure = error
      }
    }
    #expect(failure?.code == .diskFull)
    #expect(try await store.texts(in: conversation) == ["Hi", kept])
    await store.close()
    let file = disk + "/ballast"
    _ = FileManager.default.createFile(atPath: file, contents: nil)
    let ballast = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
    while (try? ballast.write(contentsOf: Data(repeating: 1, count: 1024))) != nil {}
    try ballast.close()
    let error = await #expect(throws: SottoError.self) {
      let again = try await SQLiteStore.open(folder: folder)
      try await again.setSetting("large", to: String(repeating: "x", count: 500_000))
    }
    #expect(error?.code == .diskFull)

    try FileManager.default.removeItem(atPath: file)
    let again = try await SQLiteStore.open(folder: folder)
    #expect(try await again.texts(in: conversation) == ["Hi", kept])
  }
}
