import SottoCore
import SottoEngine
import SottoTestSupport
import Testing

@Suite struct OpeningMessageTests {
  @Test func `a conversation begins with the model's words, which it is told of`() async throws {
    let requests = Recorder<String>()
    let script: ScriptedPeer.Script = { connection in
      requests.record(String(decoding: try await connection.request().body, as: UTF8.self))
      try await connection.send(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
      try await Answers.end(connection)
    }
    try await EngineRig.run(script: script) { rig in
      let project = try await rig.store.createProject(
        ProjectDetails(name: "Tutor", systemPrompt: "Be kind.", openingMessage: "What do you know?")
      )
      let conversation = try await rig.conversation(in: project.id)
      let opening = try await rig.store.messages(in: conversation, before: nil, limit: 5)
      #expect(opening.map(\.content.text) == ["What do you know?"])
      #expect(opening.map(\.role) == [.assistant])

      _ = try await rig.events(of: rig.send("Nothing", in: conversation))
      let body = try #require(requests.elements.first)
      let json = try JSONValue(parsing: body)
      let messages = try #require(json["messages"]?.array)
      // Most protocols want a person's message first.
      #expect(messages.map { $0["role"]?.string } == ["system", "user", "assistant", "user"])
      #expect(messages.compactMap { $0["content"]?.string }.last == "Nothing")
      #expect(messages[0]["content"] == "Be kind.")
      #expect(messages[2]["content"] == "What do you know?")
      let path = try await rig.store.messages(in: conversation, before: nil, limit: 5)
      #expect(path.map(\.role) == [.assistant, .user, .assistant])
    }
  }
}
