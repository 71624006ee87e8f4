import SottoCore

/// How the models of a provider are told how long to think. What they do not take is not sent.
public enum ReasoningControl: Hashable, Sendable {
  /// `reasoning_effort`, for models that are named like OpenAI's.
  case openAIModels
  /// `reasoning_effort`, for Grok models that have steps; the others refuse it.
  case grokModels
  /// `reasoning_effort` of `none` or `high`, for Mistral's models that can do both.
  case mistralModels
  /// `reasoning_effort`, for Perplexity's research model.
  case perplexityModels
  /// `thinking` switches it on and off, and `reasoning_effort` has the steps of DeepSeek.
  case deepSeek
  /// `thinking` as above, and steps for GLM 5.2 and later.
  case glmModels
  /// `reasoning` with an `effort`, for every model: OpenRouter fits it to each.
  case openRouter

  /// Whether the object `thinking` switches reasoning on and off.
  var hasSwitch: Bool { self == .deepSeek || self == .glmModels }

  /// The efforts that a model takes, from the least to the most; empty where there are none.
  func efforts(of model: String) -> [ReasoningEffort] {
    let name = OpenAIModel.shortName(model)
    switch self {
    case .openAIModels: return OpenAIModel(model).efforts
    case .grokModels: return Self.grokEfforts(name)
    case .mistralModels: return Self.isAdjustableMistral(name) ? [.none, .high] : []
    case .perplexityModels:
      return name == "sonar-deep-research" ? OpenAIModel.threeSteps : []
    case .deepSeek: return [.none, .low, .high, .max]
    case .glmModels: return Self.glmEfforts(name)
    case .openRouter: return [.none, .minimal, .low, .medium, .high, .extraHigh]
    }
  }

  /// Whether it is a Grok model that thinks. It refuses `stop`.
  static func isReasoningGrok(_ model: String) -> Bool {
    let name = OpenAIModel.shortName(model)
    return name.hasPrefix("grok-") && !name.contains("non-reasoning")
  }

  private static func grokEfforts(_ name: String) -> [ReasoningEffort] {
    if name.hasPrefix("grok-3-mini") { return [.low, .high] }
    if name.hasPrefix("grok-4.3") { return [.none] + OpenAIModel.threeSteps }
    if name.hasPrefix("grok-4.5") { return OpenAIModel.threeSteps }
    if name.hasPrefix("grok-4.6") || name.hasPrefix("grok-4.7") {
      return OpenAIModel.threeSteps + [.extraHigh]
    }
    return []
  }

  /// Mistral Small 4 and Medium 3.5, which carry a date of 2026 or none.
  private static func isAdjustableMistral(_ name: String) -> Bool {
    guard name.hasPrefix("mistral-small-") || name.hasPrefix("mistral-medium-") else {
      return false
    }
    let suffix = name.split(separator: "-").dropFirst(2).joined(separator: "-")
    return ["latest", "3-5", "3.5"].contains(suffix) || (2603...2912).contains(Int(suffix) ?? 0)
  }

  /// Before 5.2 there is only on and off, from 5.3 on there is no off.
  private static func glmEfforts(_ name: String) -> [ReasoningEffort] {
    let version = name.hasPrefix("glm-") ? Double(name.dropFirst(4).prefix { $0 != "-" }) : nil
    guard let version, version >= 5.2 else { return onOff }
    return version < 5.3 ? [.none, .low, .high, .max] : [.low, .high, .max]
  }

  /// Models that can only think or not: the effort itself is not sent to them.
  static let onOff: [ReasoningEffort] = [.none, .high]
}

extension ReasoningEffort {
  /// The nearest of these steps; of two that are equally near, the one nearer to ``high``, as
  /// providers with few steps do it. `nil` when there are none, and for a word that is no effort.
  func nearest(of steps: [ReasoningEffort]) -> ReasoningEffort? {
    guard let place = Self.place(self), let high = Self.place(.high) else { return nil }
    return steps.min { first, second in
      let (one, other) = (Self.place(first) ?? 0, Self.place(second) ?? 0)
      let (near, far) = (abs(one - place), abs(other - place))
      return near == far ? abs(one - high) < abs(other - high) : near < far
    }
  }

  private static func place(_ effort: ReasoningEffort) -> Int? { all.firstIndex(of: effort) }
}
