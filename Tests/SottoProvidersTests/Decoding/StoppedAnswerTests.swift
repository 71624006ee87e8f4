import SottoCore
import SottoProviders
import Testing

/// The beginning of an answer, cut off by the person who asked.
private struct Case: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var wire: WireProtocol
  var body: String
  var usage: Usage?
}

private let cases: [Case] = [
  Case(
    testDescription: "the input figures of message_start", wire: .anthropic,
    body: messageEvents(
      #"{"type":"message_start","message":{"model":"m","content":[],"usage":{"input_tokens":5,"cache_read_input_tokens":20,"output_tokens":1}}}"#,
      textStart, textDelta("a")),
    usage: Usage(
      inputTokens: 25, outputTokens: 1, cachedInputTokens: 20,
      reported: ReportedUsage(input: 5, output: 1, cached: 20))),
  Case(
    testDescription: "Gemini's growing figures", wire: .gemini,
    body: events(
      #"{"candidates":[{"content":{"parts":[{"text":"a"}]}}],"usageMetadata":{"promptTokenCount":5,"totalTokenCount":5}}"#,
      #"{"candidates":[{"content":{"parts":[{"text":"b"}]}}],"usageMetadata":{"promptTokenCount":5,"candidatesTokenCount":2,"thoughtsTokenCount":3,"totalTokenCount":10}}"#
    ),
    usage: Usage(
      inputTokens: 5, outputTokens: 5, reasoningTokens: 3,
      reported: ReportedUsage(input: 5, output: 2, reasoning: 3, total: 10))),
  Case(
    testDescription: "figures in each chunk (Perplexity, vLLM)", wire: .openAIChat,
    body: events(
      #"{"choices":[{"index":0,"delta":{"content":"a"}}],"usage":{"prompt_tokens":5,"completion_tokens":1,"total_tokens":6}}"#,
      #"{"choices":[{"index":0,"delta":{"content":"b"}}],"usage":{"prompt_tokens":5,"completion_tokens":2,"total_tokens":7}}"#,
      #"{"choices":[{"index":0,"delta":{"content":"c"}}],"usage":null}"#),
    usage: Usage(
      inputTokens: 5, outputTokens: 2, reported: ReportedUsage(input: 5, output: 2, total: 7))),
  Case(
    testDescription: "figures in a response that goes on", wire: .openAIResponses,
    body: responseEvents(
      #"{"type":"response.in_progress","response":{"model":"m","status":"in_progress","usage":{"input_tokens":5,"output_tokens":0,"total_tokens":5}}}"#,
      responseText("\"a\"")),
    usage: Usage(
      inputTokens: 5, outputTokens: 0, reported: ReportedUsage(input: 5, output: 0, total: 5))),
  Case(
    testDescription: "figures in a line that is not the last", wire: .ollama,
    body: #"{"model":"m","message":{"content":"a"},"done":false,"prompt_eval_count":5}"# + "\n",
    usage: Usage(inputTokens: 5, reported: ReportedUsage(input: 5))),
  Case(
    testDescription: "none", wire: .openAIChat, body: events(chunk(#"{"content":"a"}"#)), usage: nil
  ),
]

@Suite struct StoppedAnswerTests {
  @Test(arguments: cases)
  private func `gives the figures known so far, then the failure`(testCase: Case) {
    for rest in ["", "data: {\"ch", "\n{\"mod"] {
      var decoder = answerDecoder(for: testCase.wire)
      let before = decoder.decode(Array((testCase.body + rest).utf8))
      let noUsage = before.allSatisfy { if case .usage = $0 { false } else { !$0.isTerminal } }
      #expect(noUsage)
      var end = decoder.finish()
      guard case .failed(let error) = end.popLast() else {
        Issue.record("no failure")
        return
      }
      #expect(error.code == .streamCut)
      #expect(end == (testCase.usage.map { [.usage($0)] } ?? []))
    }
  }
}
