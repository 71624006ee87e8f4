import SottoCore
import SottoEngine
import SottoTestSupport
import Synchronization
import Testing

/// A disk that takes no flush any more, once it is told so.
private final class FailingDisk: Sendable {
  private let fails = Mutex(false)

  func fail() { fails.withLock { $0 = true } }
  func flush() -> Int32 { fails.withLock { $0 } ? 5 : 0 }
}

@Suite struct FailedFlushTests {
  @Test func `a message that may not be on the disk stops its turn, and the person is told`()
    async throws
  {
    let disk = FailingDisk()
    let asked = Signal()
    let script: ScriptedPeer.Script = { connection in
      try await Answers.head(connection)
      try await asked.wait()
    }
    try await EngineRig.run(flushFile: { _ in disk.flush() }, script: script) { rig in
      let conversation = try await rig.conversation()
      let id = TurnID(at: WallClock.system.now())
      disk.fail()
      let failure = await #expect(throws: SottoError.self) {
        _ = try await rig.engine.start(
          TurnRequest(
            id: id, conversationID: conversation, action: .send([.text("Hi")], parent: nil)))
      }
      #expect(failure?.code == .storage)
      #expect(failure?.hint != nil)
      // Those who watch learn it too, and the end is in the store for those who come later.
      var last: TurnEvent?
      for try await batch in rig.engine.watch(id, after: 0) { last = batch.last?.event }
      #expect(last?.isTerminal == true)
      let turn = try await rig.store.turn(id)
      #expect(turn.status == .stopped)
      #expect(try await rig.message(turn.userMessageID, in: conversation)?.content.text == "Hi")
      asked.fire()
    }
  }
}
