import SottoTokens
import Testing

/// The example of OpenAI's cookbook, with the counts that it reports from the API.
private let weather = DescribedTool(
  name: "get_current_weather", description: "Get the current weather in a given location",
  properties: [
    .init(
      key: "location", type: "string",
      description: "The city and state, e.g. San Francisco, CA"),
    .init(
      key: "unit", type: "string", description: "The unit of temperature to return",
      values: ["celsius", "fahrenheit"]),
  ])
private let messages = [
  ("system", "You are a helpful assistant that can answer to questions about the weather."),
  ("user", "What's the weather like in San Francisco?"),
]

@Suite struct ToolOverheadTests {
  @Test(arguments: [("gpt-3.5-turbo", 105), ("gpt-4", 105), ("gpt-4o", 101), ("gpt-4o-mini", 101)])
  func `counts a request with a function as the provider does`(model: String, expected: Int)
    throws
  {
    let tokenizer = ModelTokenizer(model: model)
    let encoding = try #require(tokenizer.encoding)
    guard let encoder = try InstalledVocabularies.encoder(for: encoding) else { return }
    let counted = messages.map { role, content in
      CountedMessage(
        role: TokenCount(encoder.count(role), isExact: true),
        content: TokenCount(encoder.count(content), isExact: true))
    }
    let tools = ToolOverhead(model: model).count([weather]) { encoder.count($0) }
    let sum = MessageOverhead(model: model).count(counted) + tools
    #expect(sum == TokenCount(expected, isExact: false))
  }

  @Test(
    arguments: [
      ("gpt-4o", 7), ("gpt-5.2", 7), ("openai/gpt-4.1", 7), ("claude-opus-5", 7), ("gpt-4", 10),
      ("gpt-4-turbo", 10), ("gpt-35-turbo", 10),
    ])
  func `adds what surrounds each part`(model: String, perTool: Int) {
    let overhead = ToolOverhead(model: model)
    let noTools: [DescribedTool] = []
    #expect(overhead.count(noTools) { _ in 1 } == TokenCount(0, isExact: true))
    let plain = [DescribedTool(name: "a"), DescribedTool(name: "b")]
    #expect(overhead.count(plain) { _ in 1 }.value == 12 + 2 * (perTool + 1))
    let one = 12 + perTool + 1 + 3 + 2 * (3 + 1) - 3 + 2 * (3 + 1)
    #expect(overhead.count([weather]) { _ in 1 }.value == one)
  }

  @Test func `leaves out the full stop at a description's end`() {
    var seen: [String] = []
    let tool = DescribedTool(
      name: "f", description: "Does it.",
      properties: [.init(key: "k", type: "string", description: "A key.", values: ["a."])])
    _ = ToolOverhead(model: "gpt-4o").count([tool]) {
      seen.append($0)
      return 1
    }
    #expect(seen == ["f:Does it", "k:string:A key", "a."])
  }
}
