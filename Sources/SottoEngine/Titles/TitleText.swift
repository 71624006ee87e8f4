/// The title in what a model answered when it was asked for one.
enum TitleText {
  /// The longest title, in characters.
  static let limit = 80

  /// The first line that is a title, without the quotes, marks and words that models put around it;
  /// `nil` when there is none, or none short enough.
  static func title(in answer: String) -> String? {
    var text = answer[...]
    // Models that think aloud in their answer come to the title after it.
    if let end = text.ranges(of: "</think>").last { text = text[end.upperBound...] }
    for line in text.split(whereSeparator: \.isNewline) {
      let title = cleaned(line)
      // "Here is a title:"
      if title.isEmpty || title.last == ":" { continue }
      return title.count <= limit && title.contains(where: \.isLetter) ? title : nil
    }
    return nil
  }

  private static let wrapping: Set<Character> = [
    "\"", "'", "`", "*", "_", "#", ">", "-", "“", "”", "„", "‘", "’", "«", "»", "「", "」", "『", "』",
    "《", "》",
  ]

  private static func cleaned(_ line: Substring) -> String {
    var words = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")[...]
    words = unwrapped(words)
    for label in ["Title:", "Title："] where words.lowercased().hasPrefix(label.lowercased()) {
      words = unwrapped(words.dropFirst(label.count))
    }
    while let last = words.last, last == "." || last == "。" { words = words.dropLast() }
    return String(unwrapped(words))
  }

  private static func unwrapped(_ text: Substring) -> Substring {
    let isWrapping = { (character: Character) in
      character.isWhitespace || wrapping.contains(character)
    }
    var text = text.drop(while: isWrapping)
    while let last = text.last, isWrapping(last) { text = text.dropLast() }
    return text
  }
}
