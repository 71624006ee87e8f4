import SottoCore
import SottoHTTP
import SottoStore
import SottoWeb
import Testing

@Suite struct SearchRoutesTests {
  @Test func `answers with places to open and marked text`() async throws {
    try await WebRig.run { rig in
      let project = try await rig.store.activeProjectID()
      let conversation = try await rig.store.createConversation(
        in: project, title: "Plans", id: nil)
      let turn = try await rig.store.beginTurn(
        TurnRequest(
          id: TurnID(at: conversation.createdAt), conversationID: conversation.id,
          action: .send([.text("we deploy 部署 tomorrow")], parent: nil)),
        model: ModelReference(provider: "mock", model: "mock-1")
      ).turn
      let response = try await rig.call(.get, "/api/v1/search?q=%E9%83%A8%E7%BD%B2&order=relevance")
      #expect(response.status == 200)
      let result = try #require(response.json["results"]?.array?.first)
      #expect(result["conversation_id"]?.string == conversation.id.rawValue)
      #expect(result["message_id"]?.string == turn.userMessageID.rawValue)
      #expect(result["on_chosen_path"] == .bool(true) && result["kind"]?.string == "message")
      #expect(result["snippet"]?["text"]?.string == "we deploy 部署 tomorrow")
      #expect(result["snippet"]?["marks"] == [[10, 12]])
      #expect(response.json["is_bounded"] == .bool(false))
    }
  }

  @Test(arguments: [
    "", "?q=a&order=best", "?q=a&role=summary", "?q=a&project=x", "?q=a&from=soon", "?q=a&before=1",
    "?q=a&limit=0", "?q=a&archived=maybe", "?q=a&model=none",
  ])
  func `refuses what it cannot read`(query: String) async throws {
    try await WebRig.run { rig in
      let answer = try await rig.call(.get, "/api/v1/search" + query)
      #expect(answer.status == 400)
    }
  }

  @Test(arguments: ["%22", "AND", "-", "%00", "a%22b", "%F0%9F%8E%89", "*"])
  func `any text is a search`(text: String) async throws {
    try await WebRig.run { rig in
      let answer = try await rig.call(.get, "/api/v1/search?q=" + text)
      #expect(answer.status == 200)
    }
  }
}
