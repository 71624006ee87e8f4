import SottoCore
import SottoProviders
import Testing

private let gemini =
  #"{"candidates":[{"content":{"parts":[{"text":"a\"é🙂\u00e9\ud83d\ude42"},"#
  + #"{"text":"t","thought":true,"thoughtSignature":"S"},{"functionCall":{"name":"f","args":{"x":[1]}}},"#
  + #"{"executableCode":{"code":"1"}}]},"groundingMetadata":{"a":1}}],"usageMetadata":{"promptTokenCount":5,"totalTokenCount":9}}"#
private let geminiEnd = #"{"candidates":[{"finishReason":"STOP"}],"modelVersion":"m"}"#
private let ollama =
  #"{"model":"m","message":{"content":"a\"é🙂\ud83d\ude42","thinking":"t","#
  + #""tool_calls":[{"function":{"name":"f","arguments":{"x":[1,{}]}}}]},"done":false}"#
private let ollamaEnd =
  #"{"model":"m","response":"b","done":true,"done_reason":"stop","eval_count":3}"#
private let error = #"{"error":{"code":429,"message":"m","details":[{"retryDelay":"3s"}]}}"#

private let seeds: [String] = [
  "data: \(gemini)\r\n\r\ndata: \(geminiEnd)\r\n\r\n", "[\(gemini)\r\n,\r\n\(geminiEnd)\r\n]",
  "\(gemini)\n\(geminiEnd)", "[\(gemini),\(error)]", "\(ollama)\n\(ollama)\n\(ollamaEnd)\n",
  "\(ollama)\n\(error)\n", "data: \(ollama)\n\nevent: error\ndata: \(error)\n\n",
  "<html>502</html>",
]

@Suite struct NativeFuzzTests {
  @Test(arguments: [true, false])
  func `ends every damaged answer in exactly one terminal event`(isGemini: Bool) {
    var generator = SeededGenerator(seed: isGemini ? 5 : 6)
    for round in 0..<5000 {
      var body = Array((seeds.randomElement(using: &generator) ?? "").utf8)
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        damage(&body, using: &generator)
      }
      let status = [200, 200, 200, 206, 400, 429, 500, 0].randomElement(using: &generator) ?? 200
      let types = ["text/event-stream", "application/json", nil]
      let head = head(status: status, contentType: types.randomElement(using: &generator) ?? nil)
      let fresh = isGemini ? geminiDecoder(head) : ollamaDecoder(head)
      var decoder = fresh
      var events: [TurnEvent] = []
      var rest = body[...]
      while !rest.isEmpty {
        let size = Int.random(in: 1...200, using: &generator)
        events += decoder.decode(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
      }
      events += decoder.finish()
      // Cut or whole, the same bytes give the same events; after the end come no more.
      let isSame = decodeAnswer([body], with: fresh).events == events
      events += decoder.decode(body) + decoder.finish()
      let hasOneEnd = events.filter(\.isTerminal).count == 1 && events.last?.isTerminal == true
      if !isSame || !hasOneEnd {
        Issue.record("round \(round): \(String(decoding: body, as: UTF8.self))")
      }
    }
  }
}
