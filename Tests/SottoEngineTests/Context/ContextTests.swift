import SottoCore
import SottoEngine
import SottoTestSupport
import Testing

/// What goes to a model of a long conversation, seen by its provider.
@Suite struct ContextTests {
  @Test func `exactly the last rounds are sent`() async throws {
    try await EngineRig.run(script: Answers.saying(["ok"])) { rig in
      let conversation = try await rig.conversation(context: .lastRounds(2))
      for text in ["One", "Two", "Three"] { try await rig.exchange(text, in: conversation) }
      #expect(try rig.sentTexts() == [["One"], ["One", "ok", "Two"], ["Two", "ok", "Three"]])
    }
  }

  @Test func `a history that fits is sent whole, one that does not is cut between rounds`()
    async throws
  {
    try await EngineRig.run(
      window: 240, counter: WordCounter(), script: Answers.saying(["ok"])
    ) { rig in
      let conversation = try await rig.conversation(context: .fit)
      for number in 0..<12 {
        try await rig.exchange("\(number) " + words(29), in: conversation)
      }
      let sent = try rig.sentTexts()
      // 240 less the 60 that are kept for an answer are 5 rounds of 31.
      #expect(sent[4].count == 9)
      for texts in sent { #expect(texts.joined(separator: " ").split(separator: " ").count <= 180) }
      let last = try #require(sent.last)
      #expect(last.count < 12 && last.count > 5)
      #expect(last.first?.hasSuffix(words(29)) == true)
    }
  }

  @Test func `what cannot fit is refused before it is stored`() async throws {
    try await EngineRig.run(
      window: 1000, counter: WordCounter(), script: Answers.saying(["ok"])
    ) { rig in
      let conversation = try await rig.conversation(context: .fit)
      let error = await #expect(throws: SottoError.self) {
        _ = try await rig.send(words(970), in: conversation)
      }
      #expect(error?.code == .contextTooLarge)
      #expect(error?.message.contains("1 tokens too long") == true, "\(error?.message ?? "")")
      #expect(try await rig.store.messages(in: conversation, before: nil, limit: 9).isEmpty)
      #expect(rig.peer.requests.elements.isEmpty)
      _ = try await rig.events(of: try await rig.send(words(969), in: conversation))
      #expect(rig.peer.requests.elements.count == 1)
    }
  }

  @Test func `the limit of the answer is kept free to the token`() async throws {
    try await EngineRig.run(
      window: 8192, counter: WordCounter(), script: Answers.saying(["ok"])
    ) { rig in
      let project = try await rig.store.createProject(
        ProjectDetails(name: "Tight", settings: GenerationSettings(maxOutputTokens: 1000)))
      let conversation = try await rig.conversation(in: project.id)
      await #expect(throws: SottoError.self) {
        _ = try await rig.send(words(7193), in: conversation)
      }
      let turn = try await rig.send(words(7192), in: conversation)
      #expect(try await rig.events(of: turn).text == "ok")
      let estimate = try await rig.engine.estimate(
        [.text(words(7200))], in: project.id, after: nil, model: nil)
      #expect(estimate.excess == 8)
    }
  }

  @Test func `an empty answer is left out, and the inspector says so`() async throws {
    try await EngineRig.run(script: Answers.saying([""])) { rig in
      let conversation = try await rig.conversation()
      try await rig.exchange("One", in: conversation)
      try await rig.exchange("Two", in: conversation)
      #expect(try rig.sentTexts().last == ["One\n\nTwo"])
      let inspection = try await rig.engine.inspect(conversation, draft: [.text("Three")])
      #expect(inspection.omitted.map(\.reason) == [.empty, .empty])
    }
  }

  @Test func `the inspector shows byte for byte what is then sent`() async throws {
    try await EngineRig.run(
      window: 120, counter: WordCounter(), script: Answers.saying(["ok"])
    ) { rig in
      let project = try await rig.store.createProject(
        ProjectDetails(name: "Shown", systemPrompt: "Be kind and brief"))
      let conversation = try await rig.conversation(in: project.id)
      for number in 0..<6 {
        let text = "\(number) " + words(19)
        let inspection = try await rig.engine.inspect(conversation, draft: [.text(text)])
        try await rig.exchange(text, in: conversation)
        let sent = try #require(rig.peer.requests.elements.last)
        #expect(inspection.request.body == sent.body)
        #expect(
          inspection.total
            == InputTokens(
              inspection.blocks.reduce(0) { $0 + $1.tokens.count }, isExact: true))
        #expect(inspection.total.count <= inspection.budget ?? 0)
        #expect(inspection.blocks.first?.origin == .system)
        #expect(inspection.blocks.last?.origin == .draft)
        let all = inspection.blocks.compactMap(\.messageID) + inspection.omitted.map(\.messageID)
        #expect(Set(all).count == 2 * number + 1)
        #expect(!"\(inspection.request.headers)".contains(EngineRig.key))
      }
    }
  }

  @Test func `what is sent begins with what was sent before, until the history is cut`()
    async throws
  {
    try await EngineRig.run(
      window: 300, counter: WordCounter(), script: Answers.saying(["ok"])
    ) { rig in
      let conversation = try await rig.conversation(context: .fit)
      for number in 0..<20 { try await rig.exchange("\(number) " + words(19), in: conversation) }
      let sent = try rig.sentTexts()
      let kept = zip(sent, sent.dropFirst()).count { $1.starts(with: $0) }
      #expect(kept >= 12, "\(kept) of 19")
    }
  }

  @Test func `a long conversation is read from its end only`() async throws {
    try await EngineRig.run(
      window: 100, counter: WordCounter(), script: Answers.saying(["ok"])
    ) { rig in
      let conversation = try await rig.conversation(context: .fit)
      for number in 0..<60 { try await rig.exchange("\(number) " + words(19), in: conversation) }
      let inspection = try await rig.engine.inspect(conversation, draft: [.text("Hm")])
      #expect(inspection.blocks.count < 12)
      #expect(inspection.omitted.count + inspection.blocks.count == 122)
      #expect(inspection.omitted.allSatisfy { $0.reason == .doesNotFit })
    }
  }

  @Test
  func `the instructions go when the first message is a picture, and those of a turn before all`()
    async throws
  {
    try await EngineRig.run(script: Answers.saying(["ok"])) { rig in
      let project = try await rig.store.createProject(
        ProjectDetails(name: "Pictures", systemPrompt: "Look closely"))
      let files = try #require(rig.store as? any FileStore)
      let picture = try await files.addFile(
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], name: "a.png", mediaType: "image/png")
      let conversation = try await rig.conversation(in: project.id)
      var request = TurnRequest(
        id: TurnID(at: WallClock.system.now()), conversationID: conversation,
        action: .send([.file(picture), .text("What is it?")], parent: nil))
      _ = try await rig.events(of: rig.engine.start(request))
      request.id = TurnID(at: WallClock.system.now())
      request.action = .send([.text("Again")], parent: nil)
      request.systemPrompt = "Look twice"
      _ = try await rig.events(of: rig.engine.start(request))
      let systems = try rig.peer.requests.elements.map { sent in
        try JSONValue(parsing: sent.body)["messages"]?[0]
      }
      #expect(systems.map { $0?["role"]?.string } == ["system", "system"])
      #expect(systems.map { $0?["content"]?.string } == ["Look closely", "Look twice"])
    }
  }

  @Test func `a file that the protocol has no place for is named, for good`() async throws {
    let script: ScriptedPeer.Script = { connection in
      while true {
        _ = try await connection.request()
        let body =
          #"{"model":"m","message":{"role":"assistant","content":"ok"},"done":true,"done_reason":"stop"}"#
        try await connection.send(
          "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nContent-Length: \(body.utf8.count + 1)\r\n\r\n\(body)\n"
        )
      }
    }
    try await EngineRig.run(kind: .ollama, script: script) { rig in
      let files = try #require(rig.store as? any FileStore)
      let document = try await files.addFile(
        Array("%PDF-1.4\n%%EOF".utf8), name: "report.pdf", mediaType: "application/pdf")
      let conversation = try await rig.conversation()
      let turn = try await rig.engine.start(
        TurnRequest(
          id: TurnID(at: WallClock.system.now()), conversationID: conversation,
          action: .send([.file(document), .text("Read it")], parent: nil)))
      let events = try await rig.events(of: turn)
      let named = events.compactMap { event -> String? in
        if case .notice(let notice) = event.event { notice.file?.name } else { nil }
      }
      #expect(named == ["report.pdf"])
      let message = try #require(try await rig.message(turn.assistantMessageID, in: conversation))
      guard case .fileNotSent(let file)? = message.content.notes.first else {
        Issue.record("no note: \(message.content.notes)")
        return
      }
      #expect(file.reason.contains("application/pdf"))
      let inspection = try await rig.engine.inspect(conversation)
      #expect(inspection.omitted.map(\.reason) == [.fileNotSupported])
    }
  }
}

/// So many words.
private func words(_ count: Int) -> String {
  Array(repeating: "word", count: count).joined(separator: " ")
}

extension EngineRig {
  func conversation(context: ContextPolicy) async throws -> ConversationID {
    try await conversation(
      in: store.createProject(
        // No request for a title among those that are looked at.
        ProjectDetails(name: "Chosen", context: context, titles: .firstMessage)
      ).id)
  }

  func exchange(_ text: String, in conversation: ConversationID) async throws {
    _ = try await events(of: send(text, in: conversation))
  }

  /// The texts of the messages of each request that the peer got.
  func sentTexts() throws -> [[String]] {
    try peer.requests.elements.map { request in
      let messages = try JSONValue(parsing: request.body)["messages"]?.array ?? []
      return messages.compactMap { $0["content"]?.string }
    }
  }
}
