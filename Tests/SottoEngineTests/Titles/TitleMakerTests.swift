import SottoCore
import SottoEngine
import SottoTestSupport
import Testing

private let long = String(repeating: "Tell me all there is to say of herons. ", count: 3)

struct TitleMakerTests {
  @Test func `a model names a conversation that begins with a long message`() async throws {
    try await EngineRig.run(script: naming("\\\"Herons at length\\\"")) { rig in
      let hints = rig.changes.listen()
      let conversation = try await rig.conversation()
      let turn = try await rig.send(long, in: conversation)
      let report = try await rig.title(from: hints)
      #expect(
        report
          == TitleReport(
            conversationID: conversation, model: turn.model, isUsed: true,
            usage: report.usage))
      #expect(report.usage?.inputTokens == 90)
      let named = try await rig.store.conversation(conversation)
      #expect(named.title == "Herons at length")
      #expect(named.titleOrigin == .model)
      // What it took is not the answer's.
      let answer = try await rig.store.message(turn.assistantMessageID)
      #expect(answer.content.usage == nil)
      let sums = try await rig.store.usage(
        UsageQuery(
          lastDays: 2, before: WallClock.system.now() + .seconds(1), offset: 0,
          groups: [.purpose]))
      #expect(sums.rows.map(\.keys) == [["title"], ["chat"]])
      #expect(sums.rows[0].figures.inputTokens == 90)
      let sent = try #require(rig.peer.requests.elements.last).body
      let body = try JSONValue(parsing: sent)
      #expect(body["max_tokens"] == 400)
      #expect(body["messages"]?.array?.count == 2)
      #expect(body["messages"]?[1]?["content"]?.string?.contains("of herons") == true)
    }
  }

  @Test(arguments: [("Hi", TitlePolicy.model(nil)), (long, .firstMessage)])
  func `asks nothing where the first message is the title`(
    text: String, policy: TitlePolicy
  ) async throws {
    try await EngineRig.run(script: naming("Never")) { rig in
      let project = try await rig.store.activeProjectID()
      _ = try await rig.store.updateProject(project) { $0.titles = policy }
      let conversation = try await rig.conversation()
      for _ in 0..<2 {
        _ = try await rig.events(of: rig.send(text, in: conversation))
      }
      #expect(rig.peer.requests.elements.count == 2)
      #expect(try await rig.store.conversation(conversation).titleOrigin == .message)
    }
  }

  @Test func `another model can be chosen for it`() async throws {
    try await EngineRig.run(script: naming("By another")) { rig in
      let hints = rig.changes.listen()
      let project = try await rig.store.activeProjectID()
      let namer = ModelReference(provider: "mock", model: "namer")
      _ = try await rig.store.updateProject(project) { $0.titles = .model(namer) }
      _ = try await rig.send(long, in: rig.conversation())
      #expect(try await rig.title(from: hints).model == namer)
      let body = try JSONValue(parsing: try #require(rig.peer.requests.elements.last).body)
      #expect(body["model"] == "namer")
    }
  }

  @Test func `a person's title stays`() async throws {
    let asked = Signal()
    let named = Signal()
    let script = naming("From a model") {
      asked.fire()
      try await named.wait()
    }
    try await EngineRig.run(script: script) { rig in
      let hints = rig.changes.listen()
      let conversation = try await rig.conversation()
      _ = try await rig.send(long, in: conversation)
      try await asked.wait()
      _ = try await rig.store.updateConversation(
        conversation, ConversationChange(title: "Mine"), ifVersion: nil)
      named.fire()
      #expect(try await !rig.title(from: hints).isUsed)
      #expect(try await rig.store.conversation(conversation).title == "Mine")
    }
  }

  @Test func `a failed turn is not named, and what is no title is dropped`() async throws {
    try await EngineRig.run(script: naming("...", refusing: 1)) { rig in
      let hints = rig.changes.listen()
      let conversation = try await rig.conversation()
      let first = try await rig.send(long, in: conversation)
      #expect(try await rig.events(of: first).failure != nil)
      // The same message again: its answer is the first that is complete.
      _ = try await rig.engine.start(
        TurnRequest(
          id: TurnID(at: WallClock.system.now()), conversationID: conversation,
          action: .answerAgain(first.userMessageID)))
      #expect(try await !rig.title(from: hints).isUsed)
      #expect(rig.peer.requests.elements.count == 3)
      let stored = try await rig.store.conversation(conversation)
      #expect(stored.titleOrigin == .message)
      #expect(stored.title.hasPrefix("Tell me all"))
    }
  }

  @Test func `ends with the engine`() async throws {
    let asked = Signal()
    let script = naming("Never") {
      asked.fire()
      try await Signal().wait()
    }
    // Nothing is left to wait for: the rig returns although the title never comes.
    try await EngineRig.run(script: script) { rig in
      let turn = try await rig.send(long, in: rig.conversation())
      try await asked.wait()
      #expect(try await rig.store.turn(turn.id).status == .finished)
    }
  }

  @Test func `a program that ends with the answer asks for no title`() async throws {
    try await EngineRig.run(script: naming("Never")) { rig in
      let conversation = try await rig.conversation()
      for _ in 0..<2 {
        let turn = try await rig.engine.start(
          TurnRequest(
            id: TurnID(at: WallClock.system.now()), conversationID: conversation,
            action: .send([.text(long)], parent: nil), wantsTitle: false))
        _ = try await rig.events(of: turn)
      }
      #expect(rig.peer.requests.elements.count == 2)
    }
  }
}

/// Answers messages, and gives `title` where it is asked for one, after `wait`.
private func naming(
  _ title: String, refusing refused: Int = 0,
  _ wait: @escaping @Sendable () async throws -> Void = {}
) -> ScriptedPeer.Script {
  let requests = Recorder<Void>()
  return { connection in
    while true {
      let request = try await connection.request()
      requests.record(())
      let isTitle = String(decoding: request.body, as: UTF8.self).contains("The title of this")
      if requests.elements.count <= refused {
        try await connection.send("HTTP/1.1 400 No\r\nContent-Length: 2\r\n\r\n{}")
        continue
      }
      if isTitle { try await wait() }
      let usage = isTitle ? #","usage":{"prompt_tokens":90,"completion_tokens":5}"# : ""
      let body =
        #"{"choices":[{"index":0,"message":{"content":"\#(isTitle ? title : "Yes, wading.")"},"#
        + #""finish_reason":"stop"}]\#(usage)}"#
      try await connection.send(
        "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }
  }
}

extension EngineRig {
  /// The next report of a title.
  fileprivate func title(
    from hints: AsyncStream<Change>
  ) async throws -> TitleReport {
    for await change in hints {
      if case .title(let report) = change { return report }
    }
    throw CancellationError()
  }
}
