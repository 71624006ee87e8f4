import SottoCore
import SottoHTTP
import Testing

@Suite struct ExchangeRoutesTests {
  private static let file = Array(
    """
    [{"title": "From afar", "create_time": 1717200000, "id": "x", "mapping": {"m": {"parent": null,
      "message": {"id": "m", "author": {"role": "user"}, "content": {"content_type": "text", "parts": ["hi"]}}}}}]
    """.utf8)

  @Test func `a file is taken, and its import ends with a balance`() async throws {
    try await WebRig.run { rig in
      let begun = try await rig.call(.post, "/api/v1/imports?name=a.json", bytes: Self.file)
      #expect(begun.status == 202)
      let id = try #require(begun.json["id"]?.string)
      // Cancelling what has ended, or is about to end, tells how it ended.
      let ended = try await Self.end(of: id, rig)
      #expect(ended["state"] == "finished")
      #expect(ended["name"] == "a.json")
      #expect(ended["balance"]?["conversations"]?["imported"] == 1)
      #expect(ended["fraction"]?.double == 1)
      let projects = try await rig.store.projects()
      #expect(projects.map(\.details.name) == ["ChatGPT", "Default"])
    }
  }

  @Test func `a file of no known format fails with the reason`() async throws {
    try await WebRig.run { rig in
      let begun = try await rig.call(.post, "/api/v1/imports", bytes: [0, 1, 2])
      let ended = try await Self.end(of: try #require(begun.json["id"]?.string), rig)
      #expect(ended["state"] == "failed")
      #expect(ended["error"]?["code"] == "invalid_input")
      #expect(ended["error"]?["hint"]?.string != nil)
    }
  }

  @Test func `what is asked for in a wrong way is refused`() async throws {
    try await WebRig.run { rig in
      let none = "00000000-0000-7000-8000-000000000000"
      let wrong: [(HTTPMethod, String, Int)] = [
        (.get, "/api/v1/imports/\(none)", 404), (.delete, "/api/v1/imports/nothing", 404),
        (.post, "/api/v1/imports?format=word", 400), (.post, "/api/v1/imports?project=x", 400),
        (.post, "/api/v1/imports?project=\(none)", 404), (.get, "/api/v1/export?format=pdf", 400),
        (.get, "/api/v1/export?project=\(none)", 404),
        (.get, "/api/v1/export?conversation=\(none)", 404),
      ]
      for (method, target, status) in wrong {
        let bytes = method == .post ? Self.file : []
        let answer = try await rig.call(method, target, bytes: bytes)
        #expect(answer.status == status, "\(target)")
        #expect(answer.errorCode != nil)
      }
    }
  }

  @Test func `an export is a file with a name`() async throws {
    try await WebRig.run { rig in
      let answer = try await rig.call(.get, "/api/v1/export?format=json")
      #expect(answer.status == 200)
      #expect(
        answer.response.header("Content-Disposition")
          == "attachment; filename*=UTF-8''sotto-export.json")
      let zip = try await rig.call(.get, "/api/v1/export")
      #expect(zip.response.header("Content-Type") == "application/zip")
    }
  }

  /// Waits for it by asking again, as a page does.
  private static func end(of id: String, _ rig: WebRig) async throws -> JSONValue {
    while true {
      let job = try await rig.call(.get, "/api/v1/imports/\(id)").json
      if job["state"] != "waiting", job["state"] != "running" { return job }
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}
