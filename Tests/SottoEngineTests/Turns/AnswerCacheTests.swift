import SottoCore
import SottoEngine
import SottoTestSupport
import Testing

@Suite struct AnswerCacheTests {
  @Test func `the same question is answered from what was kept`() async throws {
    try await EngineRig.run(script: Answers.saying(["Hel", "lo"])) { rig in
      let project = try await rig.project(cache: AnswerCachePolicy())
      let first = try await rig.events(of: rig.send("Go", in: rig.conversation(in: project)))
      let conversation = try await rig.conversation(in: project)
      let turn = try await rig.send("Go", in: conversation)
      let second = try await rig.events(of: turn)
      #expect(second.text == "Hello")
      #expect(first.text == second.text)
      #expect(second.last?.event == first.last?.event)
      #expect(rig.peer.requests.elements.count == 1)
      let message = try #require(try await rig.message(turn.assistantMessageID, in: conversation))
      #expect(message.content.usage?.cachedAnswer != nil)
    }
  }

  @Test func `a project that did not ask for it always asks`() async throws {
    try await EngineRig.run(script: Answers.saying(["Hi"])) { rig in
      let keeping = try await rig.project(cache: AnswerCachePolicy())
      _ = try await rig.events(of: rig.send("Go", in: rig.conversation(in: keeping)))
      let other = try await rig.project(cache: nil)
      for _ in 0..<2 {
        let events = try await rig.events(of: rig.send("Go", in: rig.conversation(in: other)))
        #expect(events.usage?.cachedAnswer == nil)
      }
      #expect(rig.peer.requests.elements.count == 3)
    }
  }

  @Test func `another project's answers are not used`() async throws {
    try await EngineRig.run(script: Answers.saying(["Hi"])) { rig in
      for _ in 0..<2 {
        let project = try await rig.project(cache: AnswerCachePolicy())
        _ = try await rig.events(of: rig.send("Go", in: rig.conversation(in: project)))
      }
      #expect(rig.peer.requests.elements.count == 2)
    }
  }

  @Test func `whoever wants another answer gets one`() async throws {
    try await EngineRig.run(script: Answers.saying(["Hi"])) { rig in
      let project = try await rig.project(cache: AnswerCachePolicy())
      let conversation = try await rig.conversation(in: project)
      let turn = try await rig.send("Go", in: conversation)
      _ = try await rig.events(of: turn)
      let again = try await rig.engine.start(
        TurnRequest(
          id: TurnID(at: WallClock.system.now()), conversationID: conversation,
          action: .answerAgain(turn.userMessageID)))
      #expect(try await rig.events(of: again).usage?.cachedAnswer == nil)
      #expect(rig.peer.requests.elements.count == 2)
    }
  }

  @Test func `a cut, a failed and a length-limited answer are not kept`() async throws {
    let endings = ["cut", "error", "length"]
    let script: ScriptedPeer.Script = { connection in
      while true {
        let request = try await connection.request()
        let text = String(decoding: request.body, as: UTF8.self)
        try await connection.send(
          "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        try await Answers.text("part", to: connection)
        if text.contains("error") {
          try await connection.sendChunk(#"data: {"error":{"message":"no","code":500}}"# + "\n\n")
        }
        if text.contains("length") {
          let chunk = #"{"choices":[{"index":0,"delta":{},"finish_reason":"length"}]}"#
          try await connection.sendChunk("data: \(chunk)\n\n")
        }
        try await connection.send("0\r\n\r\n")
      }
    }
    try await EngineRig.run(script: script) { rig in
      let project = try await rig.project(cache: AnswerCachePolicy())
      for ending in endings {
        for _ in 0..<2 {
          _ = try await rig.events(of: rig.send(ending, in: rig.conversation(in: project)))
        }
      }
      #expect(rig.peer.requests.elements.count == 2 * endings.count)
    }
  }
}

extension EngineRig {
  fileprivate func project(cache: AnswerCachePolicy?) async throws -> ProjectID {
    try await store.createProject(ProjectDetails(name: "P", answerCache: cache)).id
  }
}
