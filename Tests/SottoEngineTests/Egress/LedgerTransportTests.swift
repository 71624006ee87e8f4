import SottoCore
import SottoEngine
import SottoTestSupport
import Testing

@Suite struct LedgerTransportTests {
  @Test func `notes where a request went, what for, how much and how it ended`() async throws {
    try await EngineRig.run(script: Answers.saying(["Hello"])) { rig in
      let turn = try await rig.send("Hi", in: rig.conversation())
      _ = try await rig.events(of: turn)
      let entry = try #require(try await rig.ledger.entries(limit: 10).first)
      #expect(entry.place.host == "127.0.0.1")
      #expect(entry.errand == Errand(.chat, provider: "mock"))
      #expect(entry.status == 200 && entry.outcome == .complete)
      #expect(entry.sentBytes > 50 && entry.receivedBytes > 50)
      let total = try #require(try await rig.ledger.totals().first)
      #expect(total.host == "127.0.0.1")
      #expect(total.requests == 1 && total.refused == 0)
    }
  }

  @Test func `an answer that is stopped is noted as stopped`() async throws {
    let script: ScriptedPeer.Script = { connection in
      try await Answers.head(connection)
      try await Answers.text("Never", to: connection)
      await connection.untilClosedByClient()
    }
    try await EngineRig.run(script: script) { rig in
      let turn = try await rig.send("Hi", in: rig.conversation())
      for try await batch in rig.engine.watch(turn.id, after: 0) where !batch.text.isEmpty { break }
      #expect(try await rig.ledger.entries(limit: 10).map(\.outcome) == [.open])
      try await rig.engine.stop(turn.id)
      #expect(try await rig.ledger.entries(limit: 10).map(\.outcome) == [.stopped])
    }
  }

  @Test func `the page of a ledger goes on where the last one ended`() async throws {
    try await EngineRig.run(script: Answers.saying(["Hello"])) { rig in
      let conversation = try await rig.conversation()
      for _ in 0..<3 { _ = try await rig.events(of: rig.send("Hi", in: conversation)) }
      let first = try await rig.ledger.entries(limit: 2)
      let rest = try await rig.ledger.entries(before: first.last?.id, limit: 2)
      #expect(first.count == 2 && rest.count == 1)
      #expect(Set((first + rest).map(\.id)).count == 3)
      #expect(try await rig.ledger.entries(host: "elsewhere", limit: 2).isEmpty)
    }
  }
}
