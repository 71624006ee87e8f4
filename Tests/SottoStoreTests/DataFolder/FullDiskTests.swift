import SottoCore
import SottoStore
import Testing

struct FullDiskTests {
  @Test func `loses nothing when there is no space left`() async throws {
    let folder = try ScratchFolder()
    let store = try await SQLiteStore.open(folder: folder.path, maximumPages: 80)
    let conversation = try await store.createConversation(
      in: store.activeProjectID(), title: "", id: nil
    ).id
    let turn = try await store.begin(.send([.text("Hi")], parent: nil), in: conversation)
    var kept = ""
    var failure: SottoError?
    while failure == nil {
      let piece = String(repeating: "x", count: 10_000)
      do {
        _ = try await store.append([.text(piece)], to: turn.id)
        kept += piece
      } catch let error as SottoError {
        failure = error
      }
    }
    #expect(failure?.code == .diskFull)
    #expect(failure?.hint != nil)
    #expect(!kept.isEmpty)
    #expect(try await store.texts(in: conversation) == ["Hi", kept])
    #expect(
      try await code {
        _ = try await store.beginTurn(
          TurnRequest(
            id: newID(), conversationID: conversation, action: .send([.text("x")], parent: nil)),
          model: testModel)
      } == .turnRunning)
    await store.close()

    // With space again, everything goes on.
    let again = try await SQLiteStore.open(folder: folder.path)
    #expect(try await again.interruptAbandonedTurns() == [turn.id])
    #expect(try await again.texts(in: conversation) == ["Hi", kept])
    let check = try Connection(path: folder.database, mode: .readOnly)
    #expect(try check.firstRow("PRAGMA integrity_check") { $0.text(0) } == "ok")
  }

  @Test func `stores what still fits when a common commit does not`() async throws {
    let folder = try ScratchFolder()
    let store = try await SQLiteStore.open(folder: folder.path, maximumPages: 80)
    var turns: [Turn] = []
    for _ in 0..<6 {
      let conversation = try await store.createConversation(
        in: store.activeProjectID(), title: "", id: nil)
      turns.append(try await store.begin(.send([.text("Hi")], parent: nil), in: conversation.id))
    }
    let big = turns.removeFirst()
    let huge = String(repeating: "x", count: 1_000_000)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        try await code { _ = try await store.append([.text(huge)], to: big.id) } == .diskFull
      }
      for turn in turns {
        group.addTask { try await store.append([.text("small")], to: turn.id).count == 1 }
      }
      for try await isAsExpected in group { #expect(isAsExpected) }
    }
  }
}
