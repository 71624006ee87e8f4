import SottoCore
import SottoProviders
import Testing

private let seeds: [String] = [
  messageEvents(
    messageStart, blockStart(0, #"{"type":"thinking","thinking":"","signature":""}"#),
    blockDelta(0, #"{"type":"thinking_delta","thinking":"hm\ud83d\ude42"}"#),
    blockDelta(0, #"{"type":"signature_delta","signature":"Eu+/"}"#), blockStop(0),
    blockStart(1, #"{"type":"text","text":""}"#), textDelta(#"a\"é🙂\u00e9"#, index: 1),
    blockDelta(1, #"{"type":"citations_delta","citation":{"url":"u"}}"#), blockStop(1),
    blockStart(2, #"{"type":"tool_use","id":"a","name":"f","input":{}}"#),
    inputDelta("{\"a\":", index: 2), inputDelta("1}", index: 2), blockStop(2),
    messageDelta("tool_use"), messageStop),
  ": ping\r\n\r\nevent: message_start\r\ndata: \(messageStart)\r\n\r\n"
    + "event: error\r\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"m\"}}\r\n\r\n",
  messageEvents(
    messageStart, blockStart(0, #"{"type":"server_tool_use","id":"s","name":"f","input":{}}"#),
    inputDelta("{\"q\":1}"), blockStop(0),
    blockStart(1, #"{"type":"web_search_tool_result","tool_use_id":"s","content":[]}"#),
    blockStop(1), messageDelta("end_turn"), messageStop),
  #"{"type":"message","model":"m","content":[{"type":"text","text":"x"},{"type":"tool_use","id":"a","name":"f","input":{"a":[1.5,null]}}],"stop_reason":"tool_use","usage":{"input_tokens":1}}"#,
  [messageStart, textStart, textDelta("a"), messageStop].joined(separator: "\n"),
  #"{"type":"error","error":{"type":"api_error","message":"m"}}"#,
  "<html>\n<body>502</body></html>",
]

@Suite struct AnthropicFuzzTests {
  @Test func `ends every damaged answer in exactly one terminal event`() {
    var generator = SeededGenerator(seed: 2026)
    for round in 0..<10_000 {
      var body = Array((seeds.randomElement(using: &generator) ?? "").utf8)
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        damage(&body, using: &generator)
      }
      let statuses = [200, 200, 200, 206, 301, 400, 429, 529, 0, 999]
      let types = ["text/event-stream", "application/json", nil]
      var decoder = makeAnthropicDecoder(
        status: statuses.randomElement(using: &generator) ?? 200,
        contentType: types.randomElement(using: &generator) ?? nil)
      let whole = decodeMessages([body], with: decoder).outcome
      var events: [TurnEvent] = []
      var rest = body[...]
      while !rest.isEmpty {
        let size = Int.random(in: 1...200, using: &generator)
        events += decoder.decode(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
      }
      events += decoder.finish()
      events += decoder.decode(body) + decoder.finish()
      let isRight = events.filter(\.isTerminal).count == 1 && events.last?.isTerminal == true
      let isSame = Decoded(events: events).outcome == whole
      if !isRight || !isSame {
        Issue.record("round \(round): \(String(decoding: body, as: UTF8.self))")
      }
      // What was kept can always be written into the next request.
      let entry = ModelRequest.Entry(role: .assistant, parts: whole.parts)
      let next = AnthropicHistory.messages(of: [userEntry("a"), entry, userEntry("b")])
      #expect(next.isEmpty == false)
    }
  }

  private func damage(_ body: inout [UInt8], using generator: inout SeededGenerator) {
    guard !body.isEmpty else { return }
    let place = Int.random(in: 0..<body.count, using: &generator)
    let end = min(body.count, place + Int.random(in: 1...40, using: &generator))
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: body[place] = UInt8.random(in: 0...255, using: &generator)
    case 1: body.removeSubrange(place..<end)
    case 2: body.insert(contentsOf: body[place..<end], at: place)
    case 3: body.removeSubrange(place...)
    case 4:
      let odd: [UInt8] = [0x00, 0x0A, 0x0D, 0x22, 0x5B, 0x5C, 0x7B, 0x7D, 0xC0, 0xED, 0xF0, 0xFF]
      body.insert(odd.randomElement(using: &generator) ?? 0, at: place)
    default: body.swapAt(place, body.count - 1 - place)
    }
  }
}
