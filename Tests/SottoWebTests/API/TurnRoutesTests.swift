import SottoCore
import SottoHTTP
import SottoTestSupport
import Testing

private let badTurns: [(body: String, code: String)] = [
  (#"{"text":"hi"}"#, "invalid_input"),
  (#"{"id":"x","text":"hi"}"#, "invalid_input"),
  (#"{"id":"01a22bdc-96dd-7692-acca-89b0475bc64e"}"#, "invalid_input"),
  (#"{"id":"01a22bdc-96dd-7692-acca-89b0475bc64e","text":""}"#, "invalid_input"),
  (#"{"id":"01a22bdc-96dd-7692-acca-89b0475bc64e","text":"  \n "}"#, "invalid_input"),
  (
    #"{"id":"01a22bdc-96dd-7692-acca-89b0475bc64e","text":"x","model":"no/m"}"#,
    "provider_not_found"
  ),
  (
    #"{"id":"01a22bdc-96dd-7692-acca-89b0475bc64e","text":"x","parent_id":"01a22bdc-96dd-7692-acca-89b0475bc64e"}"#,
    "message_not_found"
  ),
]

@Suite struct TurnRoutesTests {
  @Test func `a message is answered and read back`() async throws {
    let script: ScriptedPeer.Script = { connection in
      _ = try await connection.request()
      let body =
        #"{"choices":[{"index":0,"message":{"content":"**Hi**"},"finish_reason":"stop"}]}"#
      try await connection.send(
        "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }
    try await WebRig.run(script: script) { rig in
      let project = try await rig.store.activeProjectID()
      let made = try await rig.call(
        .post, "/api/v1/projects/\(project)/conversations", .object([:]))
      let conversation = "/api/v1/conversations/\(made.json["id"]?.string ?? "")"
      let id = TurnID(at: WallClock.system.now())
      let body: JSONValue = .object(["id": .string(id.rawValue), "text": "Hello"])

      let sent = try await rig.call(.post, conversation + "/turns", body)
      #expect(sent.status == 202)
      #expect(sent.json["turn"]?["id"] == .string(id.rawValue))
      let again = try await rig.call(.post, conversation + "/turns", body)
      #expect(again.json == sent.json)

      while try await rig.store.turn(id).status == .running { await Task.yield() }
      let messages = try await rig.call(.get, conversation + "/messages?render=html")
      let answer = messages.json["messages"]?[1]
      #expect(answer?["id"] == sent.json["assistant_message"]?["id"])
      #expect(answer?["status"] == "complete")
      #expect(answer?["parts"]?[0]?["text"] == "**Hi**")
      #expect(answer?["parts"]?[0]?["html"]?[0]?.string?.contains("<strong>Hi</strong>") == true)
      #expect(try await rig.call(.get, conversation).json["title"] == "Hello")
      #expect(try await rig.call(.post, "/api/v1/turns/\(id)/stop").status == 200)
    }
  }

  @Test(arguments: badTurns)
  func `a wrong turn is refused and nothing is stored`(body: String, code: String) async throws {
    try await WebRig.run { rig in
      let conversation = try await rig.store.createConversation(
        in: rig.store.activeProjectID(), title: "", id: nil)
      let answer = try await rig.call(
        .post, "/api/v1/conversations/\(conversation.id)/turns", bytes: Array(body.utf8))
      #expect(answer.errorCode == code)
      #expect((400...404).contains(answer.status))
      let messages = try await rig.store.messages(in: conversation.id, before: nil, limit: 10)
      #expect(messages.isEmpty)
    }
  }

  @Test(arguments: ["-1", "x", "1.5"])
  func `a place that is none is refused`(after: String) async throws {
    try await WebRig.run { rig in
      let conversation = try await rig.store.createConversation(
        in: rig.store.activeProjectID(), title: "", id: nil)
      let turn = try await rig.store.beginTurn(
        TurnRequest(
          id: TurnID(at: WallClock.system.now()), conversationID: conversation.id,
          action: .send([.text("Hi")], parent: nil)),
        model: ModelReference(provider: "mock", model: "m")
      ).turn
      let answer = try await rig.call(.get, "/api/v1/turns/\(turn.id)/events?after=\(after)")
      #expect(answer.status == 400)
    }
  }
}
