import SottoCore
import SottoProviders
import Testing

/// What each step of ``ReasoningEffort/all`` asks of a model with `max_tokens` 64000: the member
/// `thinking`, and the word of `output_config`.
private struct Row: Sendable, CustomTestStringConvertible {
  var models: [String]
  var thinking: [String]
  var efforts: [String?]

  var testDescription: String { models[0] }
}

private let disabled = #"{"type":"disabled"}"#
private let adaptive = #"{"type":"adaptive"}"#
private let shown = #"{"type":"adaptive","display":"summarized"}"#
private let unset = [String?](repeating: nil, count: 7)

private func enabled(_ tokens: Int) -> String {
  #"{"type":"enabled","budget_tokens":\#(tokens)}"#
}

private let budgets =
  [disabled] + [1024, 2048, 8192, 16_384, 24_576, 32_000].map { enabled($0) }

private let rows: [Row] = [
  Row(
    models: ["claude-3-5-sonnet-20240620", "claude-3-opus-latest"],
    thinking: [String](repeating: "", count: 7), efforts: unset),
  Row(
    models: [
      "claude-3-7-sonnet-latest", "claude-sonnet-4-20250514", "claude-opus-4-1",
      "claude-haiku-4-5-20251001", "deepseek-v4-pro", "m",
    ], thinking: budgets, efforts: unset),
  Row(
    models: ["claude-opus-4-5"], thinking: budgets,
    efforts: [nil, "low", "low", "medium", "high", "high", "high"]),
  Row(
    models: ["claude-sonnet-4-6"],
    thinking: [disabled] + [String](repeating: adaptive, count: 6),
    efforts: [nil, "low", "low", "medium", "high", "high", "high"]),
  Row(
    models: ["claude-opus-4-6", "anthropic/claude-opus-4.6"],
    thinking: [disabled] + [String](repeating: adaptive, count: 6),
    efforts: [nil, "low", "low", "medium", "high", "high", "max"]),
  Row(
    models: [
      "claude-opus-4-7", "claude-opus-5", "claude-sonnet-5", "claude-haiku-5-5",
    ],
    thinking: [disabled] + [String](repeating: shown, count: 6),
    efforts: [nil, "low", "low", "medium", "high", "xhigh", "max"]),
  Row(
    models: ["claude-sonnet-5-5", "claude-sonnet-6"],
    thinking: [#"{"type":"between_tools"}"#] + [String](repeating: shown, count: 6),
    efforts: [nil, "low", "low", "medium", "high", "xhigh", "max"]),
  Row(
    models: ["claude-opus-5-5", "claude-fable-5", "claude-fable-5-2", "claude-opus-6"],
    thinking: [String](repeating: shown, count: 7),
    efforts: ["low", "low", "low", "medium", "high", "xhigh", "max"]),
]

@Suite struct AnthropicThinkingTests {
  @Test(arguments: rows) private func `asks each model as it can be asked`(row: Row) {
    for model in row.models {
      let made = ReasoningEffort.all.map {
        AnthropicThinking(effort: $0, model: model, limit: 64_000)
      }
      #expect(
        made.map { $0.member.map { JSONValue.object($0).encodedText } ?? "" } == row.thinking,
        "\(model)")
      #expect(made.map(\.effort) == row.efforts, "\(model)")
    }
  }

  @Test(arguments: rows.flatMap(\.models)) func `says nothing without an effort`(model: String) {
    let thinking = AnthropicThinking(effort: nil, model: model, limit: 64_000)
    #expect(thinking.member == nil && thinking.effort == nil)
    #expect(thinking.isOn == [.always, .betweenTools].contains(AnthropicModel.thinking(of: model)))
    let other = AnthropicThinking(
      effort: ReasoningEffort(rawValue: "huge"), model: model, limit: 64_000)
    #expect(other == thinking)
  }

  @Test(arguments: [
    (1, nil), (1024, nil), (1025, 1024), (1400, 1050), (2000, 1500), (8192, 6144), (9000, 6750),
    (30_000, 16_384),
  ])
  func `leaves a quarter of the limit for the answer`(limit: Int, budget: Int?) {
    #expect(AnthropicThinking.budget(for: .high, limit: limit) == budget)
  }

  @Test func `does not think where there is no room or a loop began without thinking`() {
    for (limit, isInBareLoop) in [(100, false), (9000, true)] {
      let thinking = AnthropicThinking(
        effort: .high, model: "claude-opus-4-5", limit: limit, isInBareLoop: isInBareLoop)
      #expect(thinking.member == nil && !thinking.isOn)
    }
    let adaptive = AnthropicThinking(
      effort: .high, model: "claude-opus-4-6", limit: 9000, isInBareLoop: true)
    #expect(adaptive.isOn)
  }
}
