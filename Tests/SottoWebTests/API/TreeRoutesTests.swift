import SottoCore
import SottoHTTP
import SottoTestSupport
import Testing

/// Edit, walk, hide, branch, archive and move over the API.
struct TreeRoutesTests {
  @Test func `a message is edited, sent again and walked back to`() async throws {
    try await WebRig.run { rig in
      let tree = try await Tree(rig)
      let path = "/api/v1/conversations/\(tree.id)"
      let first = try await tree.exchange("q1", "a1")
      let edited = try await tree.exchange("q1b", "a1b", ["parent_id": .null])
      let shown = try await rig.call(.get, path + "/messages")
      #expect(shown.json["has_more"] == false)
      let head = shown.json["messages"]?[0]
      #expect(head?["id"]?.string == edited.userMessageID.rawValue)
      #expect(head?["parent_id"] == .null)
      #expect(
        head?["siblings"]
          == .object([
            "index": 2, "count": 2, "previous_id": .string(first.userMessageID.rawValue),
            "next_id": .null,
          ]))
      #expect(shown.json["messages"]?[1]?["siblings"] == nil)
      let walked = try await rig.call(
        .put, path + "/path?render=html",
        .object(["message_id": .string(first.userMessageID.rawValue)]))
      #expect(walked.status == 200)
      let part = walked.json["messages"]?[1]?["parts"]?[0]
      #expect(part?["html"]?[0]?.string?.contains("a1</p>") == true)
      #expect(try await tree.texts() == ["q1", "a1"])
      for body: JSONObject in [[:], ["message_id": "x"], ["message_id": .null]] {
        #expect(try await rig.call(.put, path + "/path", .object(body)).status == 400)
      }
      let unknown = try await rig.call(
        .put, path + "/path", .object(["message_id": .string(tree.id.rawValue)]))
      #expect(unknown.errorCode == "message_not_found")
    }
  }

  @Test func `a message is changed in its place, once for each version`() async throws {
    try await WebRig.run { rig in
      let tree = try await Tree(rig)
      let turn = try await tree.exchange("q", "a")
      let path = "/api/v1/messages/\(turn.userMessageID)"
      let edited = try await rig.call(
        .patch, path, .object(["text": "Q", "pinned": true, "version": 1]))
      #expect(edited.status == 200)
      #expect(edited.json["version"] == 2)
      #expect(edited.json["edited_at"]?.int != nil)
      #expect(edited.json["pinned_at"]?.int != nil)
      let refused = try await rig.call(.patch, path, .object(["text": "mine", "version": 1]))
      #expect(refused.status == 409)
      #expect(refused.errorCode == "version_conflict")
      #expect(refused.json["error"]?["hint"]?.string != nil)
      #expect(refused.json["error"]?["current"] == edited.json)
      #expect(try await rig.call(.patch, path, .object(["text": "mine"])).status == 200)
      #expect(try await tree.texts() == ["mine", "a"])
      for body: JSONObject in [[:], ["version": 3], ["text": ""], ["pinned": 1], ["parts": []]] {
        #expect(try await rig.call(.patch, path, .object(body)).status == 400)
      }
      #expect(
        try await rig.call(.patch, "/api/v1/messages/x", .object(["text": "x"])).status == 404)
    }
  }

  @Test func `a message is deleted and restored`() async throws {
    try await WebRig.run { rig in
      let tree = try await Tree(rig)
      let turn = try await tree.exchange("q", "a")
      let path = "/api/v1/messages/\(turn.assistantMessageID)"
      let deleted = try await rig.call(.delete, path)
      #expect(deleted.status == 200)
      #expect(deleted.json["undo_until"]?.int != nil)
      #expect(try await tree.texts() == ["q"])
      #expect(try await rig.call(.delete, path).errorCode == "message_not_found")
      let restored = try await rig.call(.post, path + "/restore")
      #expect(restored.json["id"]?.string == turn.assistantMessageID.rawValue)
      #expect(try await tree.texts() == ["q", "a"])

      let running = try await tree.begin("more", [:])
      for method in [HTTPMethod.delete, .patch] {
        let answer = try await rig.call(
          method, "/api/v1/messages/\(running.assistantMessageID)",
          method == .patch ? .object(["text": "x"]) : nil)
        #expect(answer.status == 409)
        #expect(answer.errorCode == "turn_running")
      }
    }
  }

  @Test func `a conversation is archived, moved and branched`() async throws {
    try await WebRig.run { rig in
      let tree = try await Tree(rig)
      let turn = try await tree.exchange("q", "a")
      let path = "/api/v1/conversations/\(tree.id)"
      let branch = try await rig.call(
        .post, path + "/branch", .object(["message_id": .string(turn.userMessageID.rawValue)]))
      #expect(branch.status == 201)
      let copy = try await rig.call(
        .get, "/api/v1/conversations/\(branch.json["id"]?.string ?? "")/messages")
      #expect(copy.json["messages"]?.array?.count == 1)
      #expect(copy.json["messages"]?[0]?["id"]?.string != turn.userMessageID.rawValue)

      let archived = try await rig.call(.patch, path, .object(["archived": true, "version": 1]))
      #expect(archived.json["archived_at"]?.int != nil)
      let project = try await rig.store.activeProjectID()
      let list = "/api/v1/projects/\(project)/conversations"
      #expect(try await rig.call(.get, list).json["conversations"]?.array?.count == 1)
      let listed = try await rig.call(.get, list + "?archived=true")
      #expect(listed.json["conversations"] == .array([archived.json]))

      let other = try await rig.store.createProject(ProjectDetails(name: "Other"))
      let moved = try await rig.call(
        .patch, path, .object(["project_id": .string(other.id.rawValue), "title": "New"]))
      #expect(moved.json["project_id"]?.string == other.id.rawValue)
      #expect(moved.json["title_origin"] == "person")
      let refused = try await rig.call(.patch, path, .object(["title": "Old", "version": 1]))
      #expect(refused.errorCode == "version_conflict")
      #expect(refused.json["error"]?["current"] == moved.json)
      #expect(try await rig.call(.patch, path, .object([:])).status == 400)

      let stale = try await rig.call(
        .patch, "/api/v1/projects/\(other.id)", .object(["name": "x", "version": 9]))
      #expect(stale.errorCode == "version_conflict")
      #expect(stale.json["error"]?["current"]?["name"] == "Other")
    }
  }
}

/// A conversation whose answers are written straight into the store.
private struct Tree {
  let rig: WebRig
  let id: ConversationID

  init(_ rig: WebRig) async throws {
    self.rig = rig
    id = try await rig.store.createConversation(
      in: rig.store.activeProjectID(), title: "", id: nil
    ).id
  }

  /// A turn that no engine runs.
  func begin(_ text: String, _ fields: JSONObject) async throws -> Turn {
    let action: TurnRequest.Action =
      fields["parent_id"] == .null ? .sendFirst([.text(text)]) : .send([.text(text)], parent: nil)
    let request = TurnRequest(
      id: TurnID(at: WallClock.system.now()), conversationID: id, action: action)
    return try await rig.store.beginTurn(
      request, model: ModelReference(provider: "mock", model: "m")
    ).turn
  }

  func exchange(_ question: String, _ answer: String, _ fields: JSONObject = [:]) async throws
    -> Turn
  {
    let turn = try await begin(question, fields)
    _ = try await rig.store.append([.text(answer), .finished(.stop)], to: turn.id)
    return turn
  }

  func texts() async throws -> [String] {
    try await rig.store.messages(in: id, before: nil, limit: 99).map(\.content.text)
  }
}
