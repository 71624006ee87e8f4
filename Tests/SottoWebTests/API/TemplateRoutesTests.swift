import SottoCore
import SottoHTTP
import SottoTestSupport
import Testing

@Suite struct TemplateRoutesTests {
  @Test func `a template becomes a project`() async throws {
    try await WebRig.run { rig in
      let made = try await rig.call(
        .post, "/api/v1/templates",
        .object([
          "name": "Tutor", "system_prompt": "Teach {{subject}}.", "opening_message": "Hello",
          "settings": .object(["temperature": .number(0.5)]),
          "behaviours": .object(["read_aloud": true, "replies": ["Again"]]),
          "variables": .array([.object(["name": "subject", "label": "Subject"])]),
        ]))
      #expect(made.status == 201)
      let id = try #require(made.json["id"]?.string)

      let missing = try await rig.call(.post, "/api/v1/templates/\(id)/project", .object([:]))
      #expect(missing.status == 400)
      #expect(missing.json["error"]?["message"]?.string?.contains("'subject'") == true)

      let project = try await rig.call(
        .post, "/api/v1/templates/\(id)/project",
        .object(["name": "Algebra", "values": .object(["subject": "algebra"])]))
      #expect(project.status == 201)
      #expect(project.json["system_prompt"]?.string == "Teach algebra.")
      #expect(project.json["opening_message"]?.string == "Hello")
      #expect(project.json["temperature"]?.double == 0.5)
      #expect(project.json["behaviours"] == made.json["behaviours"])
      #expect(project.json["behaviours"]?["read_aloud"] == true)
      #expect(project.json["behaviours"]?["replies"] == ["Again"])
    }
  }

  @Test func `one can be changed, deleted and restored`() async throws {
    try await WebRig.run { rig in
      let made = try await rig.call(.post, "/api/v1/templates", .object(["name": "Mine"]))
      let path = "/api/v1/templates/\(made.json["id"]?.string ?? "")"
      let changed = try await rig.call(.patch, path, .object(["description": "ours"]))
      #expect(changed.json["description"]?.string == "ours")
      #expect(changed.json["version"]?.int == 2)
      #expect(try await rig.call(.delete, path).status == 200)
      #expect(try await rig.call(.get, path).errorCode == "template_not_found")
      #expect(try await rig.call(.post, path + "/restore").status == 200)
      #expect(try await rig.call(.get, path).status == 200)
    }
  }

  @Test func `those of the library are listed by language and stay as they are`() async throws {
    try await WebRig.run { rig in
      let list = try await rig.call(.get, "/api/v1/templates?language=zh-Hans")
      let templates = try #require(list.json["templates"]?.array)
      #expect(templates.count == 8)
      #expect(templates.allSatisfy { $0["language"]?.string == "zh-Hans" })
      let path = "/api/v1/templates/\(templates[0]["id"]?.string ?? "")"
      let changed = try await rig.call(.patch, path, .object(["name": "Mine"]))
      #expect(changed.status == 409 && changed.errorCode == "built_in")
      #expect(try await rig.call(.delete, path).status == 409)
    }
  }

  @Test func `a misspelt field is refused wherever it is`() async throws {
    try await WebRig.run { rig in
      let bodies: [JSONValue] = [
        .object(["name": "A", "prompt": "x"]),
        .object(["name": "A", "settings": .object(["temprature": 1])]),
        .object(["name": "A", "behaviours": .object(["coppy": true])]),
        .object(["name": "A", "variables": .array([.object(["name": "a", "lable": "b"])])]),
        .object(["name": "A", "system_prompt": "{{unknown}}"]),
      ]
      for body in bodies {
        let answer = try await rig.call(.post, "/api/v1/templates", body)
        #expect(answer.status == 400)
      }
    }
  }
}
