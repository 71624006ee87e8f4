import SottoCore
import SottoProviders
import Testing

@Suite struct AnthropicUsageTests {
  @Test(
    arguments: [
      (
        "cached tokens are beside the input",
        #"{"input_tokens":10,"cache_creation_input_tokens":3,"cache_read_input_tokens":7351,"output_tokens":40,"output_tokens_details":{"thinking_tokens":33}}"#,
        Usage(
          inputTokens: 7364, outputTokens: 40, cachedInputTokens: 7351, cacheWriteTokens: 3,
          reasoningTokens: 33,
          reported: ReportedUsage(
            input: 10, output: 40, cached: 7351, cacheWrite: 3, reasoning: 33))
      ),
      (
        "zero is zero (T183)", #"{"input_tokens":0,"output_tokens":0}"#,
        Usage(inputTokens: 0, outputTokens: 0, reported: ReportedUsage(input: 0, output: 0))
      ),
      (
        "null is unknown",
        #"{"input_tokens":7,"output_tokens":null,"cache_read_input_tokens":null}"#,
        Usage(inputTokens: 7, reported: ReportedUsage(input: 7))
      ),
      (
        "figures beyond reason",
        #"{"input_tokens":9223372036854775807,"cache_read_input_tokens":9223372036854775807}"#,
        Usage(
          cachedInputTokens: .max, reported: ReportedUsage(input: .max, cached: .max))
      ),
    ] as [(String, String, Usage)])
  func `has one arithmetic`(name: String, usage: String, expected: Usage) {
    let body = messageEvents(
      textStart, textDelta("x"), messageDelta("end_turn", usage: usage), messageStop)
    #expect(decodeMessages(body).usage == expected, "\(name)")
  }

  @Test func `takes the last of each figure and does not add`() {
    let decoded = decodeMessages(
      messageEvents(
        #"{"type":"message_start","message":{"model":"m","usage":{"input_tokens":100,"cache_read_input_tokens":50,"cache_creation_input_tokens":5,"output_tokens":1}}}"#,
        messageDelta(
          "end_turn", usage: #"{"input_tokens":120,"cache_read_input_tokens":0,"output_tokens":7}"#),
        messageDelta("end_turn", usage: #"{"input_tokens":null,"output_tokens":9}"#), messageStop))
    #expect(
      decoded.usage?.reported == ReportedUsage(input: 120, output: 9, cached: 0, cacheWrite: 5))
    #expect(decoded.usage?.inputTokens == 125)
    #expect(decoded.events.filter { if case .usage = $0 { true } else { false } }.count == 1)
  }

  @Test func `is absent when nothing was reported`() {
    #expect(decodeMessages(messageEvents(textStart, textDelta("x"), messageStop)).usage == nil)
  }
}
