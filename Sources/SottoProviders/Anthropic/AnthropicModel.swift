/// What the name of a model says about the requests it takes.
package enum AnthropicModel {
  /// Whether a model takes a temperature. Claude 4.7 and later answer 400 to any; other vendors'
  /// models behind this protocol take one.
  package static func takesTemperature(_ model: String) -> Bool {
    guard let version = version(of: model) else { return true }
    return version < (4, 7)
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
