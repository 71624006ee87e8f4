import SottoCore
import SottoHTTP
import SottoTestSupport
import Testing

/// What left, and what is erased.
@Suite struct ControlRoutesTests {
  @Test func `hosts are agreed to, listed and forgotten`() async throws {
    try await WebRig.run { rig in
      let path = "/api/v1/egress/hosts"
      let made = try await rig.call(.post, path, .object(["host": "API.example.com"]))
      #expect(made.status == 201)
      #expect(made.json["host"]?.string == "api.example.com")
      let on = try await rig.call(.patch, path, .object(["confirm_new_hosts": true]))
      #expect(on.json["confirm_new_hosts"]?.bool == true)
      #expect(on.json["hosts"]?.array?.count == 1)
      #expect(try await rig.call(.delete, path + "/api.example.com").status == 200)
      #expect(try await rig.call(.delete, path + "/api.example.com").errorCode == "host_not_found")
      #expect(try await rig.call(.post, path, .object(["host": "a/b"])).status == 400)
      #expect(try await rig.call(.post, path, .object([:])).status == 400)
    }
  }

  @Test func `a turn to a new host is refused while the person wants to be asked`() async throws {
    try await WebRig.run { rig in
      _ = try await rig.call(
        .post, "/api/v1/providers",
        .object([
          "name": "far", "base_url": "https://far.invalid/v1", "default_model": "m",
          "key": "sk-0123456789abcdef",
        ]))
      _ = try await rig.call(
        .patch, "/api/v1/egress/hosts", .object(["confirm_new_hosts": true]))
      let project = try await rig.store.activeProjectID()
      let conversation = try await rig.store.createConversation(in: project, title: "", id: nil)
      let refused = try await rig.call(
        .post, "/api/v1/conversations/\(conversation.id)/turns",
        .object([
          "id": .string(TurnID(at: WallClock.system.now()).rawValue), "text": "Hi",
          "model": "far/m",
        ]))
      #expect(refused.status == 409 && refused.errorCode == "consent_needed")
      #expect(refused.json["error"]?["message"]?.string?.contains("far.invalid") == true)
    }
  }

  @Test func `everything is erased only for the right words`() async throws {
    try await WebRig.run { rig in
      let project = try await rig.call(.post, "/api/v1/projects", .object(["name": "Mine"]))
      #expect(project.status == 201)
      for body: JSONValue in [.object([:]), .object(["confirm": "yes"])] {
        #expect(try await rig.call(.post, "/api/v1/erase", body).status == 400)
      }
      let erased = try await rig.call(
        .post, "/api/v1/erase", .object(["confirm": "delete everything"]))
      #expect(erased.status == 200)
      let list = try await rig.call(.get, "/api/v1/projects")
      #expect(list.json["projects"]?.array?.count == 1)
      #expect(list.json["projects"]?[0]?["name"]?.string == "Default")
    }
  }

  @Test func `erasing stops the answers that run`() async throws {
    let script: ScriptedPeer.Script = { connection in
      _ = try await connection.request()
      try await connection.send(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
      let chunk = #"{"choices":[{"index":0,"delta":{"content":"word"},"finish_reason":null}]}"#
      try await connection.sendChunk("data: \(chunk)\n\n")
      await connection.untilClosedByClient()
    }
    try await WebRig.run(script: script) { rig in
      let project = try await rig.store.activeProjectID()
      let conversation = try await rig.store.createConversation(in: project, title: "", id: nil)
      let id = TurnID(at: WallClock.system.now())
      let begun = try await rig.call(
        .post, "/api/v1/conversations/\(conversation.id)/turns",
        .object(["id": .string(id.rawValue), "text": "Hi", "model": "mock/mock-1"]))
      #expect(begun.status == 202)
      let erased = try await rig.call(
        .post, "/api/v1/erase", .object(["confirm": "delete everything", "keys": true]))
      #expect(erased.status == 200)
      #expect(try await rig.call(.post, "/api/v1/turns/\(id)/stop").errorCode == "turn_not_found")
    }
  }

  @Test func `a project says beforehand how many conversations would go`() async throws {
    try await WebRig.run { rig in
      let project = try await rig.store.activeProjectID()
      let path = "/api/v1/projects/\(project)/retention"
      let answer = try await rig.call(.get, path + "?days=30")
      #expect(answer.json["conversations"]?.int == 0 && answer.json["days"]?.int == 30)
      for query in ["", "?days=x", "?days=0", "?days=99999"] {
        #expect(try await rig.call(.get, path + query).status == 400)
      }
    }
  }
}
