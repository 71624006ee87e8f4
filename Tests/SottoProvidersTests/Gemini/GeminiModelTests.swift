import SottoCore
import SottoProviders
import Testing

/// What each step of ``ReasoningEffort/all`` asks of a model.
private let budgets: [(models: [String], steps: [Int])] = [
  (
    ["gemini-2.5-flash", "models/gemini-2.5-flash-lite", "gemini-2.5-flash-preview-09-2025"],
    [0, 512, 1024, 8192, 24_576, 24_576, 24_576]
  ),
  (["gemini-2.5-pro"], [128, 512, 1024, 8192, 24_576, 32_768, 32_768]),
]

private let levels: [(models: [String], steps: [String])] = [
  (
    ["gemini-3-flash-preview", "gemini-3.5-flash-lite", "gemini-3.6-flash"],
    ["minimal", "minimal", "low", "medium", "high", "high", "high"]
  ),
  (["gemini-3-pro-preview"], ["low", "low", "low", "low", "high", "high", "high"]),
  (
    [
      "gemini-3.1-pro-preview", "gemini-3.7-flash", "models/gemini-3.8-flash", "gemini-4-argon",
      "gemini-4-flash", "gemini-flash-latest",
    ], ["low", "low", "low", "medium", "high", "high", "high"]
  ),
]

@Suite struct GeminiModelTests {
  @Test(arguments: budgets) func `gives tokens to Gemini 2.5`(models: [String], steps: [Int]) {
    for model in models {
      let asked = ReasoningEffort.all.map { GeminiModel.thinking($0, of: model) }
      #expect(asked.map { $0["thinkingBudget"]?.int } == steps, "\(model)")
      #expect(asked.allSatisfy { $0.members.count == 1 })
    }
  }

  @Test(arguments: levels) func `gives levels to later ones`(models: [String], steps: [String]) {
    for model in models {
      let asked = ReasoningEffort.all.map { GeminiModel.thinking($0, of: model) }
      #expect(asked.map { $0["thinkingLevel"]?.string } == steps, "\(model)")
      #expect(asked.allSatisfy { $0.members.count == 1 })
    }
  }

  @Test func `says nothing without an effort or a model that thinks`() {
    #expect(GeminiModel.thinking(nil, of: "gemini-4-argon").members.isEmpty)
    #expect(GeminiModel.thinking(.high, of: "gemini-2.0-flash").members.isEmpty)
    #expect(GeminiModel.thinking(.high, of: "gemma-4-27b").members.isEmpty)
    let huge = ReasoningEffort(rawValue: "huge")
    #expect(GeminiModel.thinking(huge, of: "gemini-4-argon").members.isEmpty)
  }

  @Test(arguments: [
    ("gemini-2.5-pro", false), ("gemini-3-flash-preview", true), ("gemini-4-argon", true),
    ("gemini-pro-latest", true), ("gemma-4", false), ("gemini-exp-1206", false),
  ])
  func `knows which models ask for seals`(model: String, needsSeals: Bool) {
    #expect(GeminiModel.needsSeals(model) == needsSeals)
  }
}
