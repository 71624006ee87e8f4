import SottoCore
import SottoProviders
import Testing

private let seeds: [String] = [
  responseEvents(
    responseCreated,
    #"{"type":"response.output_item.added","output_index":0,"item":{"type":"reasoning","id":"r"}}"#,
    #"{"type":"response.reasoning_summary_text.delta","output_index":0,"summary_index":0,"delta":"h"}"#,
    #"{"type":"response.output_item.done","output_index":0,"item":{"type":"reasoning","summary":[{"type":"summary_text","text":"hm"}],"encrypted_content":"x"}}"#,
    responseText(#""a\"é🙂\u00e9""#, item: 1),
    #"{"type":"response.output_item.added","output_index":2,"item":{"type":"function_call","call_id":"c","name":"f","arguments":""}}"#,
    #"{"type":"response.function_call_arguments.delta","output_index":2,"delta":"{"}"#,
    #"{"type":"response.function_call_arguments.done","output_index":2,"arguments":"{}"}"#,
    responseCompleted()),
  ": ping\r\n\r\ndata: "
    + responseText("\"a\"")
    + "\r\n\r\nevent: error\r\ndata: {\"type\":\"error\",\"error\":{\"message\":\"m\",\"code\":null}}\r\n\r\n",
  #"{"object":"response","status":"completed","model":"m","output":[{"type":"message","content":[{"type":"output_text","text":"x","annotations":[{"type":"url_citation"}]},{"type":"refusal","refusal":"no"}]}],"usage":{"input_tokens":1}}"#,
  responseText("\"a\"") + "\n" + responseCompleted() + "\n",
  #"{"error":{"code":400,"message":"m"}}"#, "<html>\n<body>502</body></html>",
]

@Suite struct OpenAIResponsesFuzzTests {
  @Test func `ends every damaged answer in exactly one terminal event`() {
    var generator = SeededGenerator(seed: 2026)
    for round in 0..<5_000 {
      var body = Array((seeds.randomElement(using: &generator) ?? "").utf8)
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        damage(&body, using: &generator)
      }
      let statuses = [200, 200, 200, 206, 301, 400, 429, 500, 0, 999]
      let types = ["text/event-stream", "application/json", nil]
      var decoder = makeResponsesDecoder(
        status: statuses.randomElement(using: &generator) ?? 200,
        contentType: types.randomElement(using: &generator) ?? nil)
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
