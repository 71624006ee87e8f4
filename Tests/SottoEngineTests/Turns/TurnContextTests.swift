import SottoCore
import SottoEngine
import SottoTestSupport
import Testing

@Suite struct TurnContextTests {
  @Test func `a project's words reach its own requests only`() async throws {
    try await EngineRig.run(script: Answers.saying(["ok"])) { rig in
      var projects: [ProjectID] = []
      for canary in ["ZEBRA", "OKAPI"] {
        let project = try await rig.store.createProject(
          ProjectDetails(
            name: canary, systemPrompt: "Think of \(canary)",
            settings: GenerationSettings(temperature: 0.5)))
        projects.append(project.id)
      }
      for (project, canary) in zip(projects, ["ZEBRA", "OKAPI"]) {
        let conversation = try await rig.conversation(in: project)
        for _ in 0..<2 {
          _ = try await rig.events(of: rig.send("Tell me of \(canary)", in: conversation))
        }
      }
      let bodies = rig.peer.requests.elements.map { String(decoding: $0.body, as: UTF8.self) }
      #expect(bodies.count == 4)
      for (index, body) in bodies.enumerated() {
        let (own, other) = index < 2 ? ("ZEBRA", "OKAPI") : ("OKAPI", "ZEBRA")
        #expect(body.contains("Think of \(own)"))
        #expect(!body.contains(other))
      }
    }
  }

  @Test func `the second request begins with the bytes of the first`() async throws {
    try await EngineRig.run(script: Answers.saying(["ok"])) { rig in
      let conversation = try await rig.conversation()
      for text in ["One", "Two"] {
        _ = try await rig.events(of: rig.send(text, in: conversation))
      }
      let bodies = rig.peer.requests.elements.map { String(decoding: $0.body, as: UTF8.self) }
      let end = #""content":"One""#
      let prefixes = bodies.map { $0.split(separator: end, maxSplits: 1)[0] }
      #expect(prefixes[0] == prefixes[1])
      #expect(prefixes[0].contains("messages"))
    }
  }

  @Test func `a stopped answer is continued in the same message`() async throws {
    let script: ScriptedPeer.Script = { connection in
      let request = try await connection.request()
      let isContinuation = String(decoding: request.body, as: UTF8.self).contains("Do not repeat")
      try await connection.send(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
      try await Answers.text(isContinuation ? " and more" : "a start", to: connection)
      if isContinuation { return try await Answers.end(connection) }
      await connection.untilClosedByClient()
    }
    try await EngineRig.run(script: script) { rig in
      let conversation = try await rig.conversation()
      let first = try await rig.send("Go", in: conversation)
      for try await batch in rig.engine.watch(first.id, after: 0) where !batch.text.isEmpty {
        break
      }
      try await rig.engine.stop(first.id)
      let second = try await rig.engine.start(
        TurnRequest(
          id: TurnID(at: WallClock.system.now()), conversationID: conversation,
          action: .continue(first.assistantMessageID)))
      #expect(second.assistantMessageID == first.assistantMessageID)
      #expect(second.base.text == "a start")
      #expect(try await rig.events(of: second).text == " and more")
      let message = try #require(try await rig.message(first.assistantMessageID, in: conversation))
      #expect(message.content.text == "a start and more")
      #expect(message.status == .complete)
    }
  }

  @Test func `a failed answer is asked for again without a second message of the person`()
    async throws
  {
    let failures = Recorder<Int>()
    let script: ScriptedPeer.Script = { connection in
      while true {
        if failures.elements.isEmpty {
          failures.record(1)
          _ = try await connection.request()
          try await connection.send("HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n")
        } else {
          try await Answers.head(connection)
          try await Answers.text("better", to: connection)
          try await Answers.end(connection)
        }
      }
    }
    try await EngineRig.run(script: script) { rig in
      let conversation = try await rig.conversation()
      let first = try await rig.send("Go", in: conversation)
      _ = try await rig.events(of: first)
      let second = try await rig.engine.start(
        TurnRequest(
          id: TurnID(at: WallClock.system.now()), conversationID: conversation,
          action: .answerAgain(first.userMessageID)))
      #expect(try await rig.events(of: second).text == "better")
      let messages = try await rig.store.messages(in: conversation, before: nil, limit: 10)
      #expect(messages.map(\.content.text) == ["Go", "better"])
    }
  }

  @Test func `an answer that is asked for whole comes whole`() async throws {
    let script: ScriptedPeer.Script = { connection in
      _ = try await connection.request()
      let body =
        #"{"choices":[{"index":0,"message":{"role":"assistant","content":"whole"},"finish_reason":"stop"}]}"#
      try await connection.send(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
      )
    }
    try await EngineRig.run(script: script) { rig in
      let turn = try await rig.engine.start(
        TurnRequest(
          id: TurnID(at: WallClock.system.now()), conversationID: try await rig.conversation(),
          action: .send([.text("Go")], parent: nil), isStreamed: false, systemPrompt: "Be brief"))
      #expect(try await rig.events(of: turn).text == "whole")
      let body = String(decoding: rig.peer.requests.elements[0].body, as: UTF8.self)
      #expect(body.contains("Be brief"))
      #expect(!body.contains(#""stream":true"#))
    }
  }
}
