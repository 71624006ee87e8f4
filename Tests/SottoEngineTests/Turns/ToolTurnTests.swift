import SottoCore
import SottoEngine
import SottoTestSupport
import Testing

@Suite struct ToolTurnTests {
  @Test func `a tool call, its result and the answer go round`() async throws {
    let script: ScriptedPeer.Script = { connection in
      while true {
        let request = try await connection.request()
        let hasResult = String(decoding: request.body, as: UTF8.self).contains("21 degrees")
        try await connection.send(
          "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        if hasResult {
          try await Answers.text("Warm.", to: connection)
          try await Answers.end(connection)
          continue
        }
        for chunk in [
          #"{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"weather","arguments":""}}]}}]}"#,
          #"{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"city\":\"Rome\"}"}}]}}]}"#,
          #"{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}"#,
        ] {
          try await connection.sendChunk("data: \(chunk)\n\n")
        }
        try await connection.send("0\r\n\r\n")
      }
    }
    try await EngineRig.run(script: script) { rig in
      let conversation = try await rig.conversation()
      let tool = ToolDefinition(
        name: "weather", description: "The weather of a city",
        parameters: .object(["type": "object"]))
      var request = TurnRequest(
        id: TurnID(at: WallClock.system.now()), conversationID: conversation,
        action: .send([.text("How is Rome?")], parent: nil))
      request.tools = [tool]
      let turn = try await rig.engine.start(request)
      #expect(try await rig.events(of: turn).last?.event == .finished(.toolCalls))
      let asked = try #require(try await rig.message(turn.assistantMessageID, in: conversation))
      #expect(
        asked.content.parts == [
          .toolCall(ToolCall(id: "c1", name: "weather", arguments: #"{"city":"Rome"}"#))
        ])
      let result = ToolResult(callID: "c1", name: "weather", text: "21 degrees")
      request.id = TurnID(at: WallClock.system.now())
      request.action = .send([.toolResult(result)], parent: nil)
      #expect(try await rig.events(of: rig.engine.start(request)).text == "Warm.")
      let sent = try JSONValue(parsing: rig.peer.requests.elements[1].body)
      let messages = sent["messages"]?.array ?? []
      #expect(messages.map { $0["role"]?.string } == ["user", "assistant", "tool"])
      #expect(messages.last?["tool_call_id"]?.string == "c1")
      #expect(sent["tools"]?.array?.count == 1)
    }
  }
}
