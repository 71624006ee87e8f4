import SottoCore
import SottoHTTP
import Testing

private let badProjects: [(body: String, status: Int, code: String)] = [
  (#"{"name":""}"#, 400, "invalid_input"),
  (#"{"name":"   "}"#, 400, "invalid_input"),
  (#"{"name":7}"#, 400, "invalid_input"),
  (#"{"name":"x","temperature":3}"#, 400, "invalid_input"),
  (#"{"name":"x","max_output_tokens":0}"#, 400, "invalid_input"),
  (#"{"name":"x","max_output_tokens":1.5}"#, 400, "invalid_input"),
  (#"{"name":"x","modle":"openai/gpt"}"#, 400, "invalid_input"),
  (#"{"name":"x","model":"nothing"}"#, 400, "invalid_input"),
  (#"{"name":"x","model":"nobody/gpt"}"#, 404, "provider_not_found"),
  (#"{"name":"x","behaviours":{"sing":true}}"#, 400, "invalid_input"),
  (#"{"name":"x","behaviours":{"copy":"on"}}"#, 400, "invalid_input"),
  (#"{"name":"x","behaviours":{"replies":[]}}"#, 400, "invalid_input"),
  (#"{"name":"x","behaviours":[]}"#, 400, "invalid_input"),
  (#"{"name":"x""#, 400, "invalid_json"),
  (#"["name"]"#, 400, "invalid_input"),
  (String(repeating: "[", count: 5000), 400, "invalid_json"),
]

@Suite struct ProjectRoutesTests {
  @Test func `a project is made, changed, chosen, deleted and restored`() async throws {
    try await WebRig.run { rig in
      let made = try await rig.call(
        .post, "/api/v1/projects",
        .object(["name": "Work", "system_prompt": "Be brief", "temperature": 0, "model": "mock/m"]))
      #expect(made.status == 201)
      let path = "/api/v1/projects/\(made.json["id"]?.string ?? "")"

      let changed = try await rig.call(
        .patch, path, .object(["description": "At work", "model": nil, "temperature": nil]))
      #expect(changed.json["name"] == "Work")
      #expect(changed.json["description"] == "At work")
      #expect(changed.json["system_prompt"] == "Be brief")
      #expect(changed.json["model"] == .null)

      #expect(try await rig.call(.post, path + "/activate").status == 200)
      let list = try await rig.call(.get, "/api/v1/projects")
      #expect(list.json["active_project_id"] == made.json["id"])
      #expect(list.json["projects"]?.array?.count == 2)

      #expect(try await rig.call(.delete, path).status == 200)
      #expect(try await rig.call(.get, path).errorCode == "project_not_found")
      #expect(try await rig.call(.post, path + "/restore").status == 200)
      #expect(try await rig.call(.get, path).json["description"] == "At work")
    }
  }

  @Test func `behaviours are set as a whole and null leaves all to each browser`() async throws {
    try await WebRig.run { rig in
      let path = "/api/v1/projects/\(try await rig.store.activeProjectID())"
      let nothing = ProjectBehaviours().json
      #expect(try await rig.call(.get, path).json["behaviours"] == nothing)
      let first = try await rig.call(
        .patch, path, .object(["behaviours": .object(["copy": true, "replies": ["Go on"]])]))
      #expect(first.json["behaviours"]?["copy"] == true)
      #expect(first.json["behaviours"]?["replies"] == ["Go on"])
      let second = try await rig.call(
        .patch, path, .object(["behaviours": .object(["notify": false])]))
      #expect(second.json["behaviours"] == ProjectBehaviours(notify: false).json)
      // What is not named stays.
      let other = try await rig.call(.patch, path, .object(["description": "d"]))
      #expect(other.json["behaviours"] == second.json["behaviours"])
      let cleared = try await rig.call(.patch, path, .object(["behaviours": nil]))
      #expect(cleared.json["behaviours"] == nothing)
    }
  }

  @Test(arguments: badProjects)
  func `a wrong project is refused and nothing is stored`(
    body: String, status: Int, code: String
  ) async throws {
    try await WebRig.run { rig in
      let answer = try await rig.call(.post, "/api/v1/projects", bytes: Array(body.utf8))
      #expect(answer.status == status)
      #expect(answer.errorCode == code)
      #expect(try await rig.store.projects().count == 1)
    }
  }

  @Test func `text that is not UTF-8 is refused`() async throws {
    try await WebRig.run { rig in
      let answer = try await rig.call(
        .post, "/api/v1/projects", bytes: Array(#"{"name":""#.utf8) + [0xFF, 0x22, 0x7D])
      #expect(answer.status == 400)
      #expect(answer.errorCode == "invalid_utf8")
    }
  }

  @Test func `the last project stays`() async throws {
    try await WebRig.run { rig in
      let id = try await rig.store.activeProjectID()
      let answer = try await rig.call(.delete, "/api/v1/projects/\(id)")
      #expect(answer.status == 409)
      #expect(answer.errorCode == "last_project")
    }
  }

  @Test(arguments: ["x", "../../etc", "01a22bdc-96dd-7692-acca-89b0475bc64e"])
  func `an unknown project is not found`(id: String) async throws {
    try await WebRig.run { rig in
      let target = "/api/v1/projects/\(id.replacing("/", with: "%2F"))"
      let shown = try await rig.call(.get, target)
      #expect(shown.errorCode == "project_not_found")
      let deleted = try await rig.call(.delete, target)
      #expect(deleted.status == 404)
    }
  }
}
