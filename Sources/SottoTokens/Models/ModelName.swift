/// A model's name without what providers put before it.
struct ModelName {
  /// In lower case, without `openai/` or `ft:`.
  let base: String

  init(_ name: String) {
    let last = name.lowercased().split(separator: "/").last.map(String.init) ?? ""
    base = last.hasPrefix("ft:") ? String(last.dropFirst(3)) : last
  }

  /// `gpt-4` is the family of `gpt-4-turbo` and `gpt-4:latest`, not of `gpt-4x` or `gpt-4.1`.
  func belongs(to families: [String]) -> Bool {
    families.contains { family in
      guard base.hasPrefix(family) else { return false }
      guard let next = base.dropFirst(family.count).first else { return true }
      return "-:@".contains(next) || next == "." && !isDigit(after: family.count)
    }
  }

  /// The version after a word, as `gpt-5.2-pro` has 5.2 after `gpt` and `claude-opus-4-7` has 4.7
  /// after `claude`: the first number of at most two digits, and a second right behind it. A date is
  /// no number here. `nil` when the word is not there or has no number behind it.
  func version(after word: String) -> Version? {
    let parts = base.split(whereSeparator: { "-.:@_".contains($0) })
    guard let place = parts.firstIndex(where: { $0 == word }) else { return nil }
    let rest = parts[parts.index(after: place)...]
    guard let first = rest.firstIndex(where: { Self.number($0) != nil }),
      let major = Self.number(rest[first])
    else { return nil }
    let next = rest.index(after: first)
    return Version(major: major, minor: next < rest.endIndex ? Self.number(rest[next]) ?? 0 : 0)
  }

  private static func number(_ text: Substring) -> Int? { text.count <= 2 ? Int(text) : nil }

  private func isDigit(after count: Int) -> Bool {
    base.dropFirst(count + 1).first?.isNumber == true
  }

  struct Version: Comparable {
    var major: Int
    var minor: Int

    static func < (left: Version, right: Version) -> Bool {
      (left.major, left.minor) < (right.major, right.minor)
    }
  }
}
