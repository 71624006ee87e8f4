import SottoCore
import SottoProviders
import Testing

@Suite struct GeminiUsageTests {
  @Test(
    arguments: [
      (
        #""promptTokenCount":8,"candidatesTokenCount":7,"thoughtsTokenCount":20,"totalTokenCount":35"#,
        8, 27
      ),
      (#""promptTokenCount":10,"candidatesTokenCount":3,"totalTokenCount":13"#, 10, 3),
      (#""promptTokenCount":11,"totalTokenCount":11"#, 11, 0),
      (#""promptTokenCount":11,"thoughtsTokenCount":4,"totalTokenCount":15"#, 11, 4),
      (
        #""promptTokenCount":5,"candidatesTokenCount":2,"toolUsePromptTokenCount":9,"totalTokenCount":16"#,
        14, 2
      ),
      (#""promptTokenCount":9,"cachedContentTokenCount":8,"candidatesTokenCount":1"#, 9, 1),
      (#""thoughtsTokenCount":4"#, nil, 4), (#""promptTokenCount":9,"totalTokenCount":3"#, 9, 0),
      (#""promptTokenCount":1"#, 1, nil),
    ] as [(String, Int?, Int?)])
  func `has one arithmetic`(figures: String, input: Int?, output: Int?) throws {
    let usage = GeminiUsage.decode(try JSONValue(parsing: "{\(figures)}"))
    #expect(usage?.inputTokens == input)
    #expect(usage?.outputTokens == output)
  }

  @Test(arguments: [
    "{}", "null", "7", #"{"trafficType":"ON_DEMAND"}"#, #"{"promptTokenCount":"x"}"#,
  ])
  func `is unknown without figures`(json: String) throws {
    #expect(GeminiUsage.decode(try JSONValue(parsing: json)) == nil)
  }
}
