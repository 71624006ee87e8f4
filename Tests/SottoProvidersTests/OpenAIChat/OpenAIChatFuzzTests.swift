import SottoCore
import SottoProviders
import Testing

private let seeds: [String] = [
  events(
    chunk(#"{"role":"assistant","content":""}"#), chunk(#"{"content":"a\"é🙂\u00e9"}"#),
    chunk(#"{"reasoning":"hm","reasoning_details":[{"type":"reasoning.text","text":"hm"}]}"#),
    chunk(#"{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{"}}]}"#),
    chunk(#"{"tool_calls":[{"index":0,"function":{"arguments":"}"}}]}"#, finish: "tool_calls"),
    #"{"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":2,"total_tokens":7}}"#, "[DONE]"),
  ": ping\r\n\r\nevent: x\r\nid: 1\r\ndata: "
    + chunk(
      #"{"content":[{"type":"thinking","thinking":[{"text":"a"}]},{"type":"text","text":"b"}]}"#)
    + "\r\n\r\ndata: {\"error\":{\"message\":\"m\",\"code\":429}}\r\n\r\n",
  #"{"model":"m","choices":[{"index":0,"message":{"content":"x","refusal":"no"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1}}"#,
  chunk(#"{"content":"a"}"#) + "\n" + chunk(#"{"content":"b"}"#, finish: "stop") + "\n",
  #"[{"error":{"code":400,"message":"m","details":[{"retryDelay":"3s"}]}}]"#,
  "<html>\n<body>502</body></html>",
]

@Suite struct OpenAIChatFuzzTests {
  @Test func `ends every damaged answer in exactly one terminal event`() {
    var generator = SeededGenerator(seed: 2026)
    for round in 0..<10_000 {
      var body = Array((seeds.randomElement(using: &generator) ?? "").utf8)
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        damage(&body, using: &generator)
      }
      let statuses = [200, 200, 200, 206, 301, 400, 429, 500, 0, 999]
      let status = statuses.randomElement(using: &generator) ?? 200
      let types = ["text/event-stream", "application/json", nil]
      var decoder = makeDecoder(
        status: status, contentType: types.randomElement(using: &generator) ?? nil)
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
      if !isRight { Issue.record("round \(round): \(String(decoding: body, as: UTF8.self))") }
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
