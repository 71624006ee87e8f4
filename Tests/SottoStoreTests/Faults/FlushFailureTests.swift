import Foundation
import SottoCore
import SottoStore
import Synchronization
import Testing

/// A disk that does not take a flush: the system may count as written what is not.
struct FlushFailureTests {
  /// Fails once somebody says so.
  private final class FailingDisk: Sendable {
    private let fails = Mutex(false)

    var flush: FileFlush { { _ in self.fails.withLock { $0 } ? 5 : 0 } }

    func fail(_ value: Bool) { fails.withLock { $0 = value } }
  }

  private let folder: ScratchFolder
  private let disk = FailingDisk()

  init() throws { folder = try ScratchFolder() }

  @Test func `nothing new is promised after a flush has failed, also when the next would not`()
    async throws
  {
    let store = try await SQLiteStore.open(folder: folder.path, flushFile: disk.flush)
    let project = try await store.activeProjectID()
    let conversation = try await store.createConversation(in: project, title: "", id: nil)
    let turn = try await store.begin(.send([.text("Hi")], parent: nil), in: conversation.id)
    disk.fail(true)
    #expect(try await code { try await store.flush() } == .storage)
    disk.fail(false)
    #expect(try await code { try await store.flush() } == .storage)
    #expect(try await code { try await store.setSetting("a", to: "b") } == .readOnly)
    #expect(await store.condition().readOnly?.hint != nil)
    // What runs may still be written down, without a promise; reading goes on.
    _ = try await store.append([.text("half")], to: turn.id)
    #expect(try await code { _ = try await store.append([.stopped], to: turn.id) } == .storage)
    #expect(try await store.texts(in: conversation.id) == ["Hi", "half"])
    await store.close()

    let again = try await SQLiteStore.open(folder: folder.path)
    #expect(await again.condition().readOnly == nil)
    #expect(try await again.texts(in: conversation.id) == ["Hi", "half"])
    try await again.setSetting("a", to: "b")
  }

  @Test func `a repeated send is one turn after its flush was lost`() async throws {
    let store = try await SQLiteStore.open(folder: folder.path, flushFile: disk.flush)
    let project = try await store.activeProjectID()
    let conversation = try await store.createConversation(in: project, title: "", id: nil).id
    disk.fail(true)
    let id: TurnID = newID()
    let first = try await store.begin(.send([.text("Hi")], parent: nil), in: conversation, id: id)
    #expect(try await code { try await store.flush() } == .storage)
    await store.close()

    let again = try await SQLiteStore.open(folder: folder.path)
    _ = try await again.interruptAbandonedTurns()
    let second = try await again.begin(.send([.text("Hi")], parent: nil), in: conversation, id: id)
    #expect(second.userMessageID == first.userMessageID)
    #expect(try await again.texts(in: conversation) == ["Hi", ""])
  }
}
