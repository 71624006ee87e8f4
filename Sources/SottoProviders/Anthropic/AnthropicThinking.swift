package import SottoCore

/// What a request says about thinking, by the generation of the model.
package struct AnthropicThinking: Hashable, Sendable {
  /// The member `thinking`; `nil` leaves it to the model.
  package let member: JSONObject?
  /// The member `output_config.effort`; `nil` leaves it to the model.
  package let effort: String?
  /// Whether the model thinks with this, or cannot but think. It then takes no temperature and no
  /// forced tool.
  package let isOn: Bool

  /// - Parameters:
  ///   - effort: `nil` says nothing to the model.
  ///   - model: the model's own name.
  ///   - limit: the request's `max_tokens`.
  ///   - isInBareLoop: whether the history ends in a tool's result whose call did not begin with
  ///     thinking. Models with a budget refuse to think there.
  package init(
    effort: ReasoningEffort?, model: String, limit: Int, isInBareLoop: Bool = false
  ) {
    let kind = AnthropicModel.thinking(of: model)
    guard let effort, ReasoningEffort.all.contains(effort), kind != .none else {
      self.init(member: nil, effort: nil, isOn: kind == .always || kind == .betweenTools)
      return
    }
    let word = Self.nearest(effort, of: AnthropicModel.efforts(of: model))
    switch kind {
    case .adaptive where effort == .none, .budget where effort == .none:
      self.init(member: ["type": "disabled"], effort: nil, isOn: false)
    case .betweenTools where effort == .none:
      self.init(member: ["type": "between_tools"], effort: nil, isOn: true)
    case .adaptive, .betweenTools, .always:
      var member: JSONObject = ["type": "adaptive"]
      if AnthropicModel.hidesThoughts(model) { member["display"] = "summarized" }
      self.init(member: member, effort: word, isOn: true)
    case .none, .budget:
      let budget = isInBareLoop ? nil : Self.budget(for: effort, limit: limit)
      self.init(
        member: budget.map { ["type": "enabled", "budget_tokens": .integer(Int64($0))] },
        effort: word, isOn: budget != nil)
    }
  }

  private init(member: JSONObject?, effort: String?, isOn: Bool) {
    self.member = member
    self.effort = effort
    self.isOn = isOn
  }

  /// The most of these words that is not more than asked for, or else the first.
  static func nearest(_ effort: ReasoningEffort, of words: [String]) -> String? {
    let place = ReasoningEffort.all.firstIndex(of: effort) ?? 0
    let upTo = ReasoningEffort.all[...place].map(\.rawValue)
    return words.last(where: upTo.contains) ?? words.first
  }

  /// Tokens for thinking: at least 1024, which is the protocol's least, and a quarter of the limit is
  /// left for the answer; `nil` when the limit has no room for that.
  package static func budget(for effort: ReasoningEffort, limit: Int) -> Int? {
    guard limit > leastBudget else { return nil }
    let wanted =
      switch effort {
      case .minimal: leastBudget
      case .low: 2048
      case .medium: 8192
      case .high: 16_384
      case .extraHigh: 24_576
      default: 32_000
      }
    return max(leastBudget, min(wanted, limit - (limit + 3) / 4))
  }

  private static let leastBudget = 1024
}
