import SottoCore
import SottoProviders
import Testing

@Suite struct OpenAIChatUsageTests {
  @Test(
    arguments: [
      (
        "OpenAI",
        #"{"prompt_tokens":100,"completion_tokens":50,"total_tokens":150,"prompt_tokens_details":{"cached_tokens":64,"cache_write_tokens":9},"completion_tokens_details":{"reasoning_tokens":30}}"#,
        Usage(
          inputTokens: 100, outputTokens: 50, cachedInputTokens: 64, cacheWriteTokens: 9,
          reasoningTokens: 30,
          reported: ReportedUsage(
            input: 100, output: 50, cached: 64, cacheWrite: 9, reasoning: 30, total: 150))
      ),
      (
        "xAI excludes reasoning",
        #"{"prompt_tokens":468,"completion_tokens":77,"total_tokens":1127,"completion_tokens_details":{"reasoning_tokens":582}}"#,
        Usage(
          inputTokens: 468, outputTokens: 659, reasoningTokens: 582,
          reported: ReportedUsage(input: 468, output: 77, reasoning: 582, total: 1127))
      ),
      (
        "Gemini does not name its thoughts",
        #"{"prompt_tokens":35,"completion_tokens":12,"total_tokens":109}"#,
        Usage(
          inputTokens: 35, outputTokens: 74,
          reported: ReportedUsage(input: 35, output: 12, total: 109))
      ),
      (
        "Grok on Azure names more cached than there is; the price takes no more than the input",
        #"{"prompt_tokens":7,"completion_tokens":8,"total_tokens":15,"prompt_tokens_details":{"cached_tokens":161}}"#,
        Usage(
          inputTokens: 7, outputTokens: 8, cachedInputTokens: 161,
          reported: ReportedUsage(input: 7, output: 8, cached: 161, total: 15))
      ),
      (
        "DeepSeek",
        #"{"prompt_tokens":10,"completion_tokens":20,"total_tokens":30,"prompt_cache_hit_tokens":8,"prompt_cache_miss_tokens":2}"#,
        Usage(
          inputTokens: 10, outputTokens: 20, cachedInputTokens: 8,
          reported: ReportedUsage(input: 10, output: 20, cached: 8, total: 30))
      ),
      (
        "zero is zero (T183)", #"{"prompt_tokens":0,"completion_tokens":0,"total_tokens":0}"#,
        Usage(
          inputTokens: 0, outputTokens: 0, reported: ReportedUsage(input: 0, output: 0, total: 0))
      ),
      (
        "null is unknown",
        #"{"prompt_tokens":7,"completion_tokens":null,"prompt_tokens_details":null}"#,
        Usage(inputTokens: 7, reported: ReportedUsage(input: 7))
      ),
      (
        "more reasoning than output",
        #"{"prompt_tokens":43,"completion_tokens":10,"total_tokens":53,"completion_tokens_details":{"reasoning_tokens":11}}"#,
        Usage(
          inputTokens: 43, outputTokens: 10, reasoningTokens: 11,
          reported: ReportedUsage(input: 43, output: 10, reasoning: 11, total: 53))
      ),
      (
        "figures beyond reason",
        #"{"prompt_tokens":-9223372036854775808,"completion_tokens":9223372036854775807,"total_tokens":9223372036854775807}"#,
        Usage(
          inputTokens: .min, outputTokens: .max,
          reported: ReportedUsage(input: .min, output: .max, total: .max))
      ),
    ] as [(String, String, Usage)])
  func `has one arithmetic`(name: String, usage: String, expected: Usage) {
    let body = events(
      chunk(#"{"content":"x"}"#, finish: "stop"), "{\"choices\":[],\"usage\":\(usage)}")
    #expect(decode(body).usage == expected, "\(name)")
  }

  @Test func `keeps the last figures and does not add`() {
    let decoded = decode(
      events(
        #"{"choices":[{"index":0,"delta":{"content":"a"}}],"usage":{"prompt_tokens":5,"completion_tokens":1}}"#,
        #"{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":5,"completion_tokens":2}}"#,
        #"{"choices":[],"usage":null}"#, "[DONE]"))
    #expect(decoded.usage?.outputTokens == 2)
    #expect(decoded.events.filter { if case .usage = $0 { true } else { false } }.count == 1)
  }

  @Test func `reads Groq's place`() {
    let decoded = decode(
      events(
        #"{"choices":[{"index":0,"delta":{"content":"a"},"finish_reason":"stop"}],"x_groq":{"id":"r","usage":{"prompt_tokens":5,"completion_tokens":1,"total_tokens":6}}}"#,
        "[DONE]"))
    #expect(decoded.usage?.inputTokens == 5)
  }

  @Test func `is absent when nothing was reported`() {
    #expect(decode(events(chunk(#"{"content":"a"}"#, finish: "stop"), "[DONE]")).usage == nil)
  }

  @Test(arguments: [
    (#""cost":0.000837,"is_byok":false"#, Cost(amount: 0.000837, currency: "USD")),
    (
      #""cost":{"input_tokens_cost":0.001,"total_cost":0.006}"#,
      Cost(amount: 0.006, currency: "USD")
    ),
    (#""cost":0,"is_byok":true"#, nil), (#""cost":"much""#, nil), (#""cost":-1"#, nil),
  ])
  func `takes the cost that the provider tells`(members: String, cost: Cost?) {
    let usage = #"{"prompt_tokens":5,"completion_tokens":1,"total_tokens":6,\#(members)}"#
    let decoded = decode(
      events(
        #"{"choices":[{"index":0,"delta":{"content":"a"},"finish_reason":"stop"}],"usage":\#(usage)}"#,
        "[DONE]"))
    #expect(decoded.usage?.cost == cost)
  }
}
