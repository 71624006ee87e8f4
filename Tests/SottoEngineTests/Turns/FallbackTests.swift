import SottoCore
import SottoEngine
import SottoTestSupport
import Testing

@Suite struct FallbackTests {
  @Test(arguments: ["HTTP/1.1 529 Busy", "HTTP/1.1 503 Gone", "HTTP/1.1 429 Slow"])
  func `a second model answers when the first cannot, and is named`(refusal: String) async throws {
    try await EngineRig.run(
      retries: RetryPolicy(base: .milliseconds(1)), script: refusing("first", with: refusal)
    ) { rig in
      let conversation = try await rig.conversation(in: rig.project(fallback: "second"))
      let turn = try await rig.send("Go", in: conversation)
      let events = try await rig.events(of: turn)
      let second = ModelReference(provider: "mock", model: "second")
      #expect(events.text == "second speaks")
      let fallbacks = events.compactMap {
        if case .fallback(let model, _) = $0.event { model } else { nil }
      }
      #expect(fallbacks == [second])
      let message = try #require(try await rig.message(turn.assistantMessageID, in: conversation))
      #expect(message.model == second)
      #expect(message.status == .complete)
      #expect(try await rig.store.turn(turn.id).model == second)
    }
  }

  @Test(arguments: [("mock", 4), ("other", 3)])
  func `while the first model's line is shut the second one answers at once`(
    provider: String, requests: Int
  ) async throws {
    let script = refusing("first", with: "HTTP/1.1 429 Slow\r\nRetry-After: 30")
    try await EngineRig.run(script: script) { rig in
      let providers = try #require(rig.store as? any ProviderStore)
      try await providers.saveProvider(
        Provider(name: "other", kind: .openAIChat, baseURL: rig.peer.url("/v1"), key: .none))
      let project = try await rig.project(fallback: "second", of: provider)
      for _ in 0..<2 {
        let turn = try await rig.send("Go", in: rig.conversation(in: project))
        let events = try await rig.events(of: turn)
        #expect(events.text == "second speaks")
        #expect(!events.contains { if case .notice = $0.event { true } else { false } })
      }
      #expect(rig.peer.requests.elements.count == requests)
    }
  }

  @Test func `a refused key is told and not handed to the second model`() async throws {
    try await EngineRig.run(script: refusing("first", with: "HTTP/1.1 401 No")) { rig in
      let turn = try await rig.send(
        "Go", in: rig.conversation(in: rig.project(fallback: "second")))
      let events = try await rig.events(of: turn)
      #expect(events.failure?.code == .badKey)
      #expect(rig.peer.requests.elements.count == 1)
    }
  }

  @Test func `a request that may have been accepted is handed to nobody`() async throws {
    let script: ScriptedPeer.Script = { connection in
      _ = try await connection.request()
      connection.reset()
    }
    try await EngineRig.run(retries: RetryPolicy(base: .milliseconds(1)), script: script) { rig in
      let turn = try await rig.send(
        "Go", in: rig.conversation(in: rig.project(fallback: "second")))
      let failure = try #require(try await rig.events(of: turn).failure)
      #expect(failure.code == .connectionFailed)
      #expect(failure.mayBeBilled)
      #expect(rig.peer.requests.elements.count == 1)
    }
  }

  @Test func `an answer that was cut before its first word may have been billed`() async throws {
    let script: ScriptedPeer.Script = { connection in
      try await Answers.head(connection)
      try await Answers.text("", to: connection)
      try await connection.send("0\r\n\r\n")
    }
    try await EngineRig.run(script: script) { rig in
      let turn = try await rig.send("Go", in: try await rig.conversation())
      let failure = try #require(try await rig.events(of: turn).failure)
      #expect(failure.code == .streamCut)
      #expect(failure.mayBeBilled)
    }
  }

  @Test func `nothing that was never sent is said to be billed`() async throws {
    // A port where nothing listens.
    try await EngineRig.run(baseURL: "http://127.0.0.1:1/v1", script: { _ in }) { rig in
      let turn = try await rig.send("Go", in: try await rig.conversation())
      let failure = try #require(try await rig.events(of: turn).failure)
      #expect(failure.code == .connectionFailed)
      #expect(!failure.mayBeBilled)
    }
  }
}

/// Refuses one model and lets all others speak.
private func refusing(_ model: String, with status: String) -> ScriptedPeer.Script {
  { connection in
    while true {
      let request = try await connection.request()
      let name = try JSONValue(parsing: request.body)["model"]?.string ?? ""
      guard name == model else {
        try await connection.send(
          "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        try await Answers.text("\(name) speaks", to: connection)
        try await Answers.end(connection)
        continue
      }
      try await connection.send("\(status)\r\nContent-Length: 0\r\n\r\n")
    }
  }
}

extension EngineRig {
  /// A project whose models are `first` and another.
  fileprivate func project(
    fallback: String, of provider: String = "mock"
  ) async throws -> ProjectID {
    try await store.createProject(
      ProjectDetails(
        name: "Two", model: ModelReference(provider: "mock", model: "first"),
        fallbackModel: ModelReference(provider: provider, model: fallback))
    ).id
  }
}
