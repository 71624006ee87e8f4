import Foundation
import SottoCore
import SottoStore
import Testing

private let hello = Array("hello".utf8)
/// As `printf hello | sha256sum` says.
private let helloDigest = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
private let helloPath = "files/2c/" + helloDigest.dropFirst(2)

extension TestStore {
  /// A message that names a file.
  fileprivate func sendFile(
    _ digest: String, named name: String, in conversation: ConversationID
  ) async throws -> Turn {
    let file = FileReference(digest: digest, name: name, mediaType: "x/y", size: 1)
    let turn = try await store.begin(.send([.file(file)], parent: nil), in: conversation)
    _ = try await store.append([.text("Seen"), .finished(.stop)], to: turn.id)
    return turn
  }

  fileprivate var kept: [String] {
    get throws {
      try connection().rows("SELECT digest FROM files ORDER BY digest") { $0.text(0) }
    }
  }

  fileprivate func hasFile(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.path + "/" + path)
  }
}

struct FileTests {
  @Test func `keeps bytes under their digest, readable by the owner only`() async throws {
    let test = try await TestStore(key: nil)
    let file = try await test.store.addFile(hello, name: "a.md", mediaType: "text/markdown")
    #expect(
      file
        == FileReference(digest: helloDigest, name: "a.md", mediaType: "text/markdown", size: 5))
    #expect(try await test.store.file(helloDigest) == hello)
    var known = file
    known.name = ""
    #expect(try await test.store.fileReference(helloDigest) == known)
    #expect(try test.folder.mode(of: helloPath) == 0o600)
    for folder in ["files", "files/2c", "files/new"] {
      #expect(try test.folder.mode(of: folder) == 0o700)
    }
    #expect(try test.folder.names(in: "files/new").isEmpty)
  }

  @Test func `keeps the same bytes once, with the latest label`() async throws {
    let test = try await TestStore(key: nil)
    _ = try await test.store.addFile(hello, name: "a", mediaType: "text/plain")
    _ = try await test.store.addFile(hello, name: "b", mediaType: "text/csv")
    #expect(try await test.store.fileReference(helloDigest)?.mediaType == "text/csv")
    #expect(try test.folder.names(in: "files/2c").count == 1)
  }

  @Test func `two stores add the same files at once`() async throws {
    let test = try await TestStore()
    let other = try await test.another()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<40 {
        let store = index % 2 == 0 ? test.store : other
        group.addTask {
          let bytes = Array("file \(index / 4)".utf8)
          let file = try await store.addFile(bytes, name: "x", mediaType: "")
          #expect(try await store.file(file.digest) == bytes)
        }
      }
      try await group.waitForAll()
    }
    #expect(try test.kept.count == 10)
    #expect(try test.folder.names(in: "files/new").isEmpty)
  }

  @Test func `refuses what is empty or too large`() async throws {
    let test = try await TestStore()
    for bytes in [[], [UInt8](repeating: 0, count: 50_000_001)] {
      #expect(
        try await code {
          _ = try await test.store.addFile(bytes, name: "x", mediaType: "")
        } == .invalidInput)
    }
    let largest = [UInt8](repeating: 0, count: 50_000_000)
    let file = try await test.store.addFile(largest, name: "x", mediaType: "")
    #expect(try await test.store.file(file.digest).count == 50_000_000)
  }

  @Test(arguments: [
    "", "../../sotto.sqlite", helloDigest.uppercased(), helloDigest + "0",
    "../" + helloDigest.dropFirst(3), String(repeating: "é", count: 32),
  ])
  func `what is no digest names no file`(_ name: String) async throws {
    let test = try await TestStore()
    _ = try await test.store.addFile(hello, name: "x", mediaType: "")
    #expect(try await code { _ = try await test.store.file(name) } == .fileNotFound)
    #expect(try await test.store.fileReference(name) == nil)
    let conversation = try await test.conversation()
    #expect(
      try await code { _ = try await test.sendFile(name, named: "x", in: conversation) }
        == .fileNotFound)
  }

  @Test func `a damaged file is missing, and is mended by adding it again`() async throws {
    let test = try await TestStore(key: nil)
    _ = try await test.store.addFile(hello, name: "x", mediaType: "")
    let path = test.folder.path + "/" + helloPath
    for damage in ["hellO", "hell", "hello more", ""] {
      try Data(damage.utf8).write(to: URL(fileURLWithPath: path))
      let error = await #expect(throws: SottoError.self) {
        _ = try await test.store.file(helloDigest)
      }
      #expect(error?.code == .fileNotFound)
      #expect(error?.message.contains("damaged") == true)
    }
    _ = try await test.store.addFile(hello, name: "x", mediaType: "")
    #expect(try await test.store.file(helloDigest) == hello)
    try FileManager.default.removeItem(atPath: path)
    #expect(try await code { _ = try await test.store.file(helloDigest) } == .fileNotFound)
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: test.folder.database)
    #expect(try await code { _ = try await test.store.file(helloDigest) } == .fileNotFound)
  }

  @Test func `a message takes what is known of its files`() async throws {
    let test = try await TestStore()
    _ = try await test.store.addFile(hello, name: "upload", mediaType: "text/csv")
    let conversation = try await test.conversation()
    let turn = try await test.sendFile(helloDigest, named: "mine.csv", in: conversation)
    let message = try await test.store.path(to: turn.userMessageID).last
    #expect(
      message?.content.parts == [
        .file(
          FileReference(
            digest: helloDigest, name: "mine.csv", mediaType: "text/csv", size: 5))
      ])
    #expect(try await test.store.conversation(conversation).title == "mine.csv")
  }

  @Test func `a message with a file that is not kept is refused as a whole`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    #expect(
      try await code { _ = try await test.sendFile(helloDigest, named: "x", in: conversation) }
        == .fileNotFound)
    #expect(try await test.store.texts(in: conversation).isEmpty)
    let file = try await test.store.addFile(hello, name: "x", mediaType: "")
    #expect(
      try await code {
        _ = try await test.store.begin(
          .send(Array(repeating: .file(file), count: 101), parent: nil), in: conversation)
      } == .invalidInput)
  }

  @Test func `files go when the last message that names them is erased`() async throws {
    let test = try await TestStore()
    let image = Array("GIF89a".utf8) + [1, 0, 1, 0]
    let shared = try await test.store.addFile(hello, name: "x", mediaType: "")
    let single = try await test.store.addFile(image, name: "x", mediaType: "")
    #expect(single.dimensions == ImageDimensions(width: 1, height: 1))
    let first = try await test.conversation()
    let second = try await test.conversation()
    for digest in [shared.digest, single.digest, shared.digest] {
      _ = try await test.sendFile(digest, named: "x", in: first)
    }
    _ = try await test.sendFile(shared.digest, named: "x", in: second)

    _ = try await test.store.deleteConversation(first)
    test.clock.advance(by: .seconds(7 * 24 * 3600))
    try await test.store.purge()
    #expect(try test.kept.count == 2)
    test.clock.advance(by: .seconds(1))
    try await test.store.purge()
    #expect(try test.kept == [shared.digest])
    #expect(!test.hasFile("files/\(single.digest.prefix(2))/\(single.digest.dropFirst(2))"))
    #expect(try await test.store.file(shared.digest) == hello)

    _ = try await test.store.deleteConversation(second)
    test.clock.advance(by: .seconds(8 * 24 * 3600))
    try await test.store.purge()
    #expect(try test.kept.isEmpty)
    #expect(!test.hasFile(helloPath))
    let links = try test.connection().firstRow("SELECT count(*) FROM message_files") {
      $0.integer(0)
    }
    #expect(links == 0)
  }

  @Test func `the text of a document is kept with its file, and goes with it`() async throws {
    let test = try await TestStore()
    let read = DocumentText("The tides")
    try await test.store.keepDocumentText(read, of: helloDigest)
    #expect(try await test.store.documentText(helloDigest) == nil, "there is no such file")
    _ = try await test.store.addFile(hello, name: "x", mediaType: "")
    try await test.store.keepDocumentText(DocumentText(failed: .tooMuch), of: helloDigest)
    try await test.store.keepDocumentText(read, of: helloDigest)
    #expect(try await test.store.documentText(helloDigest) == read)
    test.clock.advance(by: .seconds(8 * 24 * 3600))
    try await test.store.purge()
    #expect(try await test.store.documentText(helloDigest) == nil)
  }

  @Test func `a file that was added for a message to come waits seven days`() async throws {
    let test = try await TestStore()
    _ = try await test.store.addFile(hello, name: "x", mediaType: "")
    test.clock.advance(by: .seconds(6 * 24 * 3600))
    _ = try await test.store.addFile(hello, name: "x", mediaType: "")
    test.clock.advance(by: .seconds(6 * 24 * 3600))
    try await test.store.purge()
    #expect(try await test.store.file(helloDigest) == hello)
    test.clock.advance(by: .seconds(2 * 24 * 3600))
    try await test.store.purge()
    #expect(try await code { _ = try await test.store.file(helloDigest) } == .fileNotFound)
    #expect(try await test.store.fileReference(helloDigest) == nil)
  }

  @Test func `a purge leaves a file that was added again meanwhile`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    _ = try await test.store.addFile(hello, name: "x", mediaType: "")
    _ = try await test.sendFile(helloDigest, named: "x", in: conversation)
    _ = try await test.store.deleteConversation(conversation)
    test.clock.advance(by: .seconds(8 * 24 * 3600))
    _ = try await test.store.addFile(hello, name: "x", mediaType: "")
    try await test.store.purge()
    #expect(try await test.store.file(helloDigest) == hello)
  }

  @Test func `a row and its file come and go together while others purge`() async throws {
    let test = try await TestStore(key: nil)
    // For this one everything that is unused is old.
    let later = WallClock { test.clock.clock.now() + .seconds(8 * 24 * 3600) }
    let purging = try await SQLiteStore.open(
      folder: test.folder.path, clock: later)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for _ in 0..<50 {
          _ = try await test.store.addFile(hello, name: "x", mediaType: "")
        }
      }
      for _ in 0..<50 { try await purging.purge() }
      try await group.waitForAll()
    }
    #expect(try test.kept == (test.hasFile(helloPath) ? [helloDigest] : []))
    _ = try await test.store.addFile(hello, name: "x", mediaType: "")
    #expect(try await test.store.file(helloDigest) == hello)
  }

  @Test func `what a killed process left half written is removed`() async throws {
    let test = try await TestStore()
    _ = try await test.store.addFile(hello, name: "x", mediaType: "")
    let owner = try #require(try test.folder.names(in: "owners").first).dropLast(5)
    let gone: TurnID = newID()
    for name in ["\(gone).half", "\(owner).running"] {
      try Data("half".utf8).write(
        to: URL(fileURLWithPath: test.folder.path + "/files/new/" + name))
    }
    await (try test.another()).close()
    #expect(try test.folder.names(in: "files/new") == ["\(owner).running"])
  }

  @Test func `names the disk or folder that takes no files`() async throws {
    let test = try await TestStore()
    try Data().write(to: URL(fileURLWithPath: test.folder.path + "/files"))
    let error = await #expect(throws: SottoError.self) {
      _ = try await test.store.addFile(hello, name: "x", mediaType: "")
    }
    #expect(error?.code == .dataFolder)
    #expect(error?.message.contains(test.folder.path + "/files") == true)
    #expect(try test.kept.isEmpty)
  }
}
