import SottoCore
import SottoEngine
import SottoTestSupport
import Testing

@Suite struct SummaryTests {
  @Test func `older rounds become a summary, which goes in their place until it is deleted`()
    async throws
  {
    try await EngineRig.run(window: 400, counter: WordCounter(), script: answering()) { rig in
      let conversation = try await rig.conversation(context: .summarise(by: nil))
      var changes = rig.changes.listen().makeAsyncIterator()
      var last: Turn?
      for number in 0..<8 {
        let turn = try await rig.send("\(number) " + filler, in: conversation)
        _ = try await rig.events(of: turn)
        last = turn
      }
      // The summary is made beside the turns; the change after it says that it is there.
      var summaries: [Message] = []
      while summaries.isEmpty, await changes.next() != nil {
        summaries = try await rig.engine.summaries(of: conversation)
      }
      let summary = try #require(summaries.last)
      #expect(summary.role == .summary)
      #expect(summary.content.text == "the record")
      let path = try await rig.store.messages(in: conversation, before: nil, limit: 100)
      #expect(path.allSatisfy { $0.role != .summary })
      #expect(path.contains { $0.id == summary.parentID && $0.role == .assistant })

      let inspection = try await rig.engine.inspect(conversation, draft: [.text("Next")])
      #expect(inspection.blocks.map(\.origin).prefix(2) == [.system, .summary])
      #expect(inspection.omitted.contains { $0.reason == .summarised })
      let body = String(decoding: inspection.request.body, as: UTF8.self)
      #expect(body.contains("the record") && !body.contains("0 \(filler)"))

      let requests = try #require(rig.store as? any SentRequestLog)
      let turn = try #require(summary.turnID)
      #expect(try await requests.sentRequests(of: turn).map(\.purpose) == [.chat, .summary])
      _ = last
    }
  }

  @Test func `a summary that fails is not in the way and is told`() async throws {
    try await EngineRig.run(
      window: 4000, counter: WordCounter(), script: answering(summaries: false)
    ) {
      rig in
      let conversation = try await rig.conversation(context: .summarise(by: nil))
      for number in 0..<2 { try await rig.exchange("\(number)", in: conversation) }
      await #expect(throws: ProviderError.self) { _ = try await rig.engine.summarise(conversation) }
      let inspection = try await rig.engine.inspect(conversation)
      #expect(inspection.summary.problem?.code.rawValue == "server_error")
      try await rig.exchange("still", in: conversation)
      #expect(try rig.sentTexts().last?.last == "still")
    }
  }

  @Test func `one is made when it is asked for, and another branch does not have it`() async throws
  {
    try await EngineRig.run(script: answering()) { rig in
      let conversation = try await rig.conversation(context: .summarise(by: nil))
      await #expect(throws: SottoError.self) { _ = try await rig.engine.summarise(conversation) }
      let first = try await rig.send("One", in: conversation)
      _ = try await rig.events(of: first)
      await #expect(throws: SottoError.self) { _ = try await rig.engine.summarise(conversation) }
      for text in ["Two", "Three"] { try await rig.exchange(text, in: conversation) }
      let summary = try await rig.engine.summarise(conversation)
      let inspection = try await rig.engine.inspect(conversation, draft: [.text("Four")])
      #expect(inspection.blocks.map(\.origin) == [.system, .summary, .message, .message, .draft])
      #expect(inspection.blocks[1].messageID == summary.id)

      let branch = try await rig.engine.start(
        TurnRequest(
          id: TurnID(at: WallClock.system.now()), conversationID: conversation,
          action: .answerAgain(first.userMessageID)))
      _ = try await rig.events(of: branch)
      #expect(try await rig.engine.summaries(of: conversation).isEmpty)
      #expect(try rig.sentTexts().last == ["One"])
    }
  }

  @Test func `a project that wants none makes none`() async throws {
    try await EngineRig.run(script: answering()) { rig in
      let conversation = try await rig.conversation(context: .fit)
      let error = await #expect(throws: SottoError.self) {
        _ = try await rig.engine.summarise(conversation)
      }
      #expect(error?.code == .invalidInput)
    }
  }
}

private let filler = Array(repeating: "word", count: 48).joined(separator: " ")

/// Answers questions with `ok`, and those for a summary with `the record`, or with an error.
private func answering(summaries: Bool = true) -> ScriptedPeer.Script {
  { connection in
    while true {
      let request = try await connection.request()
      let isSummary = String(decoding: request.body, as: UTF8.self).contains("You keep the record")
      if isSummary, !summaries {
        try await connection.send("HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n")
        continue
      }
      try await connection.send(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
      try await Answers.text(isSummary ? "the record" : "ok", to: connection)
      try await Answers.end(connection)
    }
  }
}
