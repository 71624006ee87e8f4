import SottoCore
import SottoEngine
import SottoTestSupport
import Testing

@Suite struct TurnEngineTests {
  @Test func `an answer is streamed, stored and complete`() async throws {
    try await EngineRig.run(script: Answers.saying(["Hel", "lo"])) { rig in
      let conversation = try await rig.conversation()
      let turn = try await rig.send("Say hello", in: conversation)
      let events = try await rig.events(of: turn)
      #expect(events.text == "Hello")
      #expect(events.map(\.sequence) == Array(1...events.count))
      #expect(events.last?.event == .finished(.stop))
      let message = try #require(try await rig.message(turn.assistantMessageID, in: conversation))
      #expect(message.content.text == "Hello")
      #expect(message.status == .complete)
      #expect(try await rig.store.conversation(conversation).title == "Say hello")
    }
  }

  @Test func `nobody sees an event that is not stored`() async throws {
    try await EngineRig.run(script: Answers.saying((0..<50).map { "w\($0) " })) { rig in
      let turn = try await rig.send("Count", in: try await rig.conversation())
      for try await batch in rig.engine.watch(turn.id, after: 0) {
        let first = try #require(batch.first?.sequence)
        let stored = try await rig.store.events(of: turn.id, after: first - 1, limit: batch.count)
        #expect(stored == batch)
      }
    }
  }

  @Test func `three watchers that resume anywhere see each event once`() async throws {
    try await EngineRig.run(script: Answers.saying((0..<40).map { "w\($0) " })) { rig in
      let turn = try await rig.send("Count", in: try await rig.conversation())
      async let first = rig.events(of: turn)
      async let second = rig.events(of: turn)
      let whole = try await first
      #expect(try await second == whole)
      for start in 0...whole.count {
        #expect(try await rig.events(of: turn, after: start) == Array(whole.dropFirst(start)))
      }
    }
  }

  @Test func `the turn goes on when its watcher leaves`() async throws {
    let goOn = Signal()
    let script: ScriptedPeer.Script = { connection in
      try await Answers.head(connection)
      try await Answers.text("first ", to: connection)
      try await goOn.wait()
      try await Answers.text("second", to: connection)
      try await Answers.end(connection)
    }
    try await EngineRig.run(script: script) { rig in
      let turn = try await rig.send("Go", in: try await rig.conversation())
      let watcher = Task {
        for try await batch in rig.engine.watch(turn.id, after: 0) where !batch.text.isEmpty {
          return
        }
      }
      try await watcher.value
      goOn.fire()
      #expect(try await rig.events(of: turn).text == "first second")
    }
  }

  @Test func `stop closes the request and keeps the text and the person's message`() async throws {
    let script: ScriptedPeer.Script = { connection in
      try await Answers.head(connection)
      try await Answers.text("kept", to: connection)
      await connection.untilClosedByClient()
    }
    try await EngineRig.run(script: script) { rig in
      let conversation = try await rig.conversation()
      let turn = try await rig.send("Go", in: conversation)
      for try await batch in rig.engine.watch(turn.id, after: 0) where !batch.text.isEmpty { break }
      try await rig.engine.stop(turn.id)
      _ = try await rig.peer.closedByClient.wait(for: 1)
      let messages = try await rig.store.messages(in: conversation, before: nil, limit: 10)
      #expect(messages.map(\.content.text) == ["Go", "kept"])
      #expect(messages.last?.status == .stopped)
      // Stopping again changes nothing.
      try await rig.engine.stop(turn.id)
    }
  }

  @Test func `stop before the first byte keeps the person's message`() async throws {
    let script: ScriptedPeer.Script = { connection in
      _ = try await connection.request()
      await connection.untilClosedByClient()
    }
    try await EngineRig.run(script: script) { rig in
      let conversation = try await rig.conversation()
      let turn = try await rig.send("Go", in: conversation)
      _ = try await rig.peer.requests.wait(for: 1)
      try await rig.engine.stop(turn.id)
      _ = try await rig.peer.closedByClient.wait(for: 1)
      let messages = try await rig.store.messages(in: conversation, before: nil, limit: 10)
      #expect(messages.map(\.content.text) == ["Go", ""])
      #expect(messages.last?.status == .stopped)
    }
  }

  @Test func `the same id sent at once from many places is one turn`() async throws {
    try await EngineRig.run(script: Answers.saying(["once"])) { rig in
      let conversation = try await rig.conversation()
      let request = TurnRequest(
        id: TurnID(at: WallClock.system.now()), conversationID: conversation,
        action: .send([.text("Go")], parent: nil))
      let turns = try await withThrowingTaskGroup(of: Turn.self) { group in
        for _ in 0..<8 { group.addTask { try await rig.engine.start(request) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(Set(turns.map(\.assistantMessageID)).count == 1)
      _ = try await rig.events(of: turns[0])
      #expect(rig.peer.requests.elements.count == 1)
      #expect(try await rig.store.messages(in: conversation, before: nil, limit: 10).count == 2)
    }
  }

  @Test func `a second send waits for no answer but is refused`() async throws {
    let script: ScriptedPeer.Script = { connection in
      try await Answers.head(connection)
      await connection.untilClosedByClient()
    }
    try await EngineRig.run(script: script) { rig in
      let conversation = try await rig.conversation()
      let turn = try await rig.send("One", in: conversation)
      await #expect {
        _ = try await rig.send("Two", in: conversation)
      } throws: { ($0 as? SottoError)?.code == .turnRunning }
      try await rig.engine.stop(turn.id)
    }
  }

  @Test func `a cut stream is a failure and its text stays`() async throws {
    let script: ScriptedPeer.Script = { connection in
      try await Answers.head(connection)
      try await Answers.text("half an ans", to: connection)
      connection.reset()
    }
    try await EngineRig.run(script: script) { rig in
      let conversation = try await rig.conversation()
      let turn = try await rig.send("Go", in: conversation)
      let events = try await rig.events(of: turn)
      guard case .failed(let error)? = events.last?.event else {
        Issue.record("no failure but \(String(describing: events.last))")
        return
      }
      #expect(error.code == .streamCut)
      #expect(error.isRetryable)
      let message = try #require(try await rig.message(turn.assistantMessageID, in: conversation))
      #expect(message.content.text == "half an ans")
      #expect(message.status == .failed)
    }
  }

  @Test func `a key that the provider repeats is blanked`() async throws {
    let script: ScriptedPeer.Script = { connection in
      _ = try await connection.request()
      let body = #"{"error":{"message":"bad key \#(EngineRig.key)","type":"auth"}}"#
      try await connection.send(
        "HTTP/1.1 401 No\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
      )
    }
    try await EngineRig.run(script: script) { rig in
      let turn = try await rig.send("Go", in: try await rig.conversation())
      let events = try await rig.events(of: turn)
      guard case .failed(let error)? = events.last?.event else {
        Issue.record("no failure but \(String(describing: events.last))")
        return
      }
      #expect(error.code == .badKey)
      #expect(error.details?.contains("•••") == true)
      #expect(!error.json.encodedText.contains(EngineRig.key))
    }
  }

  @Test func `nothing is stored for a provider that is not there`() async throws {
    try await EngineRig.run(script: Answers.saying(["x"])) { rig in
      let conversation = try await rig.conversation()
      await #expect {
        _ = try await rig.engine.start(
          TurnRequest(
            id: TurnID(at: WallClock.system.now()), conversationID: conversation,
            action: .send([.text("Go")], parent: nil),
            model: ModelReference(provider: "nobody", model: "x")))
      } throws: { ($0 as? SottoError)?.code == .providerNotFound }
      #expect(try await rig.store.messages(in: conversation, before: nil, limit: 10).isEmpty)
    }
  }

  @Test func `the end of the engine interrupts what runs`() async throws {
    let script: ScriptedPeer.Script = { connection in
      try await Answers.head(connection)
      try await Answers.text("kept", to: connection)
      await connection.untilClosedByClient()
    }
    try await EngineRig.run(script: script) { rig in
      let engine = TurnEngine(
        TurnEngine.Parts(
          store: rig.store, models: rig.models, formats: rig.formats))
      let running = Task { await engine.run() }
      let conversation = try await rig.conversation()
      let turn = try await engine.start(
        TurnRequest(
          id: TurnID(at: WallClock.system.now()), conversationID: conversation,
          action: .send([.text("Go")], parent: nil)))
      for try await batch in engine.watch(turn.id, after: 0) where !batch.text.isEmpty { break }
      running.cancel()
      await running.value
      let message = try #require(try await rig.message(turn.assistantMessageID, in: conversation))
      #expect(message.status == .interrupted)
      #expect(message.content.text == "kept")
    }
  }
}
