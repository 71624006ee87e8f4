import SottoCore
import SottoProviders
import Testing

/// What each step of ``ReasoningEffort/all`` asks of a model.
private let rows: [(models: [String], steps: [JSONValue])] = [
  (
    ["qwen3:8b", "qwen3-vl", "hf.co/Qwen/Qwen3-8B-GGUF:Q4", "deepseek-r1:7b", "magistral"],
    [false, true, true, true, true, true, true]
  ),
  (["gpt-oss:20b", "openai/gpt-oss"], ["low", "low", "low", "medium", "high", "high", "high"]),
  (
    ["qwen3.8:27b", "deepseek-v4-flash:cloud", "m", ""],
    [false, "low", "low", "medium", "high", "high", "max"]
  ),
]

@Suite struct OllamaModelTests {
  @Test(arguments: rows)
  func `asks each model as it can be asked`(models: [String], steps: [JSONValue]) {
    for model in models {
      #expect(
        ReasoningEffort.all.map { OllamaModel.think($0, of: model) } == steps, "\(model)")
    }
    #expect(OllamaModel.think(ReasoningEffort(rawValue: "huge"), of: models[0]) == nil)
  }
}
