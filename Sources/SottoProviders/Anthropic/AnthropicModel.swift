/// What the name of a model says about the requests it takes. Other vendors' models behind this
/// protocol take what Claude 4 took.
package enum AnthropicModel {
  /// How a model is told to think.
  package enum Thinking: Hashable, Sendable {
    /// It does not.
    case none
    /// By a number of tokens: from 3.7 to 4.5, and other vendors' models.
    case budget
    /// By an effort, and the model decides: 4.6 and later.
    case adaptive
    /// As `adaptive`, but it can only be kept from thinking before it begins: Sonnet from 5.5.
    case betweenTools
    /// As `adaptive`, and it cannot be switched off: Opus from 5.5, Fable, Mythos.
    case always
  }

  /// How this model is told to think.
  package static func thinking(of model: String) -> Thinking {
    guard let version = version(of: model) else { return .budget }
    if version < (3, 7) { return .none }
    if version < (4, 6) { return .budget }
    if isOf(["fable", "mythos"], model) { return .always }
    if version < (5, 5) { return .adaptive }
    if isOf(["opus"], model) { return .always }
    return isOf(["sonnet"], model) ? .betweenTools : .adaptive
  }

  /// The words of `output_config.effort` that a model takes, from the least to the most; empty when it
  /// takes none.
  package static func efforts(of model: String) -> [String] {
    guard let version = version(of: model) else { return [] }
    let upToHigh = ["low", "medium", "high"]
    if version >= (4, 7) { return upToHigh + ["xhigh", "max"] }
    switch version {
    case (4, 6): return isOf(["opus"], model) ? upToHigh + ["max"] : upToHigh
    case (4, 5): return isOf(["opus"], model) ? upToHigh : []
    default: return []
    }
  }

  /// Whether a model keeps to a schema: Claude 4.1 and later.
  package static func takesOutputFormat(_ model: String) -> Bool {
    version(of: model).map { $0 >= (4, 1) } ?? false
  }

  /// Whether a model takes a temperature. Claude 4.7 and later answer 400 to any.
  package static func takesTemperature(_ model: String) -> Bool {
    guard let version = version(of: model) else { return true }
    return version < (4, 7)
  }

  /// Whether the model's thoughts only come when they are asked for: Claude 4.7 and later.
  package static func hidesThoughts(_ model: String) -> Bool {
    version(of: model).map { $0 >= (4, 7) } ?? false
  }

  /// Whether a model only takes a thought back when nothing before it has changed: Fable and Mythos
  /// from 5.1, the others from 5.5.
  package static func bindsThoughts(_ model: String) -> Bool {
    guard let version = version(of: model) else { return false }
    return version >= (isOf(["fable", "mythos"], model) ? (5, 1) : (5, 5))
  }

  private static func isOf(_ families: [String], _ model: String) -> Bool {
    families.contains(where: model.lowercased().contains)
  }

  /// The version in `claude-opus-4-7`, `claude-opus-4.7`, `claude-sonnet-4-20250514` or
  /// `claude-3-5-sonnet-20240620`, whatever stands in front; `nil` for names of another kind.
  private static func version(of model: String) -> (Int, Int)? {
    let name = model.lowercased()
    guard let start = name.firstRange(of: "claude-")?.upperBound else { return nil }
    let words = name[start...].split { "-.@:".contains($0) }
    guard let place = words.firstIndex(where: { isVersion($0) }), let major = Int(words[place])
    else { return nil }
    let next = words[place...].dropFirst().first
    let minor = next.flatMap { isVersion($0) ? Int($0) : nil }
    return (major, minor ?? 0)
  }

  /// Dates have eight digits.
  private static func isVersion(_ word: Substring) -> Bool {
    word.utf8.count <= 2 && word.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
