package import SottoCore

/// What the name of a model says about the requests it takes.
package enum OllamaModel {
  /// The member `think` for an effort. Some models only know on and off and refuse a level, and
  /// gpt-oss knows three levels and cannot be switched off.
  package static func think(_ effort: ReasoningEffort, of model: String) -> JSONValue? {
    guard let step = ReasoningEffort.all.firstIndex(of: effort) else { return nil }
    let name = model.lowercased().split(separator: "/").last ?? ""
    let isThreeStepped = name.hasPrefix("gpt-oss")
    if effort == .none, !isThreeStepped { return false }
    if !isThreeStepped, isSwitchOnly(name) { return true }
    let levels = ["low", "medium", "high"] + (isThreeStepped ? [] : ["max"])
    let upTo = ReasoningEffort.all[...step].map(\.rawValue)
    return .string(levels.last(where: upTo.contains) ?? "low")
  }

  /// Families from before there were levels. Later Qwens have a point after the 3.
  private static func isSwitchOnly(_ name: Substring) -> Bool {
    if name.hasPrefix("qwen3") { return !name.hasPrefix("qwen3.") }
    return ["deepseek-r1", "deepseek-v3", "magistral", "qwq", "cogito", "granite3"]
      .contains { name.hasPrefix($0) }
  }
}
