package import SottoCore

/// What the name of a model says about the requests it takes.
package enum GeminiModel {
  /// Whether a model thinks: Gemini 2.5 and later, except those that make pictures or speech.
  package static func thinks(_ model: String) -> Bool {
    let name = lastName(of: model)
    guard name.hasPrefix("gemini-"),
      !["image", "tts", "audio", "live", "embedding"].contains(where: name.contains)
    else { return false }
    return version(of: model).map { $0 >= 2.5 } ?? name.hasSuffix("-latest")
  }

  /// Whether a tool call needs its seal: Gemini 3 and later refuse a history without.
  package static func needsSeals(_ model: String) -> Bool {
    version(of: model).map { $0 >= 3 } ?? lastName(of: model).hasSuffix("-latest")
  }

  /// Whether a model can be held to JSON while it has tools: Gemini 3 and later.
  package static func takesFormatWithTools(_ model: String) -> Bool { needsSeals(model) }

  /// What `thinkingConfig` says of an effort, besides the thoughts' being shown: tokens for Gemini
  /// 2.5, a level for later ones; empty for a model that does not think, and without an effort.
  package static func thinking(_ effort: ReasoningEffort?, of model: String) -> JSONObject {
    guard let effort, let step = ReasoningEffort.all.firstIndex(of: effort), thinks(model) else {
      return JSONObject()
    }
    let version = version(of: model)
    if let version, version < 3 {
      let tokens = budgets(of: lastName(of: model))[step]
      return ["thinkingBudget": .integer(Int64(tokens))]
    }
    let levels = levels(of: lastName(of: model), version: version)
    let upTo = ReasoningEffort.all[...step].map(\.rawValue)
    let level = levels.last(where: upTo.contains) ?? levels.first
    return level.map { ["thinkingLevel": .string($0)] } ?? JSONObject()
  }

  /// Tokens for each step of ``ReasoningEffort/all``. Flash can be told not to think; Pro takes 128
  /// to 32768, Flash to 24576, and Flash-Lite 512 at least.
  private static func budgets(of name: String) -> [Int] {
    name.contains("-pro")
      ? [128, 512, 1024, 8192, 24_576, 32_768, 32_768]
      : [0, 512, 1024, 8192, 24_576, 24_576, 24_576]
  }

  /// The words a model takes, from the least to the most.
  private static func levels(of name: String, version: Double?) -> [String] {
    if name.contains("-pro"), version == 3 { return ["low", "high"] }
    let hasMinimal = name.contains("-flash") && (version.map { $0 < 3.7 } ?? false)
    return (hasMinimal ? ["minimal"] : []) + ["low", "medium", "high"]
  }

  /// Without its folder, in lower case.
  private static func lastName(of model: String) -> String {
    model.split(separator: "/").last.map { $0.lowercased() } ?? ""
  }

  /// The version in `gemini-2.5-flash` or `gemini-4-argon`; `nil` for names of another kind.
  private static func version(of model: String) -> Double? {
    let name = lastName(of: model)
    guard name.hasPrefix("gemini-") else { return nil }
    let version = Double(name.dropFirst("gemini-".count).prefix { $0 != "-" })
    return version.flatMap { (1..<100).contains($0) ? $0 : nil }
  }
}
