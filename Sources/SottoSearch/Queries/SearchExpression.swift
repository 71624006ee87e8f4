/// What a person looks for. Every text is one; what means nothing in it is passed over.
///
/// All words are required, in any order. Words in quotation marks follow each other. A word or a
/// quotation after `-` must not be there. A word of three letters or more is also found as the
/// beginning of a longer one, and with `*` at its end a shorter one too; in quotation marks a word is
/// only itself. Words that are written together with other signs (`e-mail`, `a.b`) follow each other.
package struct SearchExpression: Hashable, Sendable {
  /// Longer texts of a search are cut, in words.
  package static let mostWords = 32
  /// Letters from which on a word is found as a beginning.
  private static let prefixLetters = 3

  package var required: [SearchPhrase] = []
  package var excluded: [SearchPhrase] = []

  /// Whether there is nothing to look for.
  package var isEmpty: Bool { required.isEmpty }

  /// Whether the index alone does not tell what matches, so that the texts have to be read.
  package var needsTexts: Bool {
    required.contains { $0.words.count > 1 } || excluded.contains { $0.words.count > 1 }
  }

  package init(_ text: String) {
    var left = Self.mostWords
    for chunk in Self.chunks(of: text) where left > 0 {
      var phrase = SearchPhrase(chunk.text)
      phrase.words = Array(phrase.words.prefix(left))
      guard let last = phrase.words.last else { continue }
      left -= phrase.words.count
      if last.kind == .whole, !chunk.isQuoted {
        let letters = String(decoding: last.bytes, as: UTF8.self).unicodeScalars.count
        phrase.words[phrase.words.count - 1].isPrefix =
          letters >= Self.prefixLetters || chunk.text.hasSuffix("*")
      }
      if chunk.isExcluded {
        if !excluded.contains(phrase) { excluded.append(phrase) }
      } else if !required.contains(phrase) {
        required.append(phrase)
      }
    }
  }

  private struct Chunk {
    var text: String
    var isQuoted = false
    var isExcluded = false
  }

  private static let quotes: [Character: Character] = [
    "\"": "\"", "“": "”", "„": "“", "«": "»", "「": "」", "『": "』", "＂": "＂",
  ]

  /// What blanks or quotation marks keep apart. A quotation that does not end goes to the end.
  private static func chunks(of text: String) -> [Chunk] {
    var chunks: [Chunk] = []
    var rest = text.prefix(10_000)
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
        continue
      }
      var chunk = Chunk(text: "")
      if first == "-" || first == "−" {
        chunk.isExcluded = true
        rest.removeFirst()
      }
      if let open = rest.first, let close = quotes[open] {
        rest.removeFirst()
        let end = rest.firstIndex(of: close) ?? rest.endIndex
        chunk.isQuoted = true
        chunk.text = String(rest[..<end])
        rest = end == rest.endIndex ? rest[end...] : rest[rest.index(after: end)...]
      } else {
        let end = rest.firstIndex { $0.isWhitespace || quotes[$0] != nil } ?? rest.endIndex
        chunk.text = String(rest[..<end])
        rest = rest[end...]
      }
      chunks.append(chunk)
    }
    return chunks
  }
}

/// Words that follow each other.
package struct SearchPhrase: Hashable, Sendable {
  package var words: [SearchWord] = []

  init(_ text: String) {
    var scanner = WordScanner()
    scanner.scan(Array(text.utf8)) { word, folded in
      let bytes = Array(folded[word.folded])
      switch word.kind {
      // The whole has it.
      case .part: break
      case .whole: words.append(SearchWord(bytes: bytes, kind: .whole))
      case .pair: words.append(SearchWord(bytes: bytes, kind: .pair))
      case .last:
        // The pair before it has it, and goes on after it.
        if let before = words.last, before.kind == .pair, before.step == 1 {
          words[words.count - 1].step = 2
        } else {
          words.append(SearchWord(bytes: bytes, kind: .last, isPrefix: true))
        }
      case .symbol: words.append(SearchWord(bytes: bytes, kind: .symbol))
      }
    }
  }
}

/// One word of a search, as the index has it.
package struct SearchWord: Hashable, Sendable {
  package var bytes: [UInt8]
  var kind: Word.Kind
  /// Whether longer words that begin with it count. A single letter of a dense script is looked for
  /// as the beginning of pairs.
  package var isPrefix = false
  /// Of a pair, how many places after it the next word is.
  var step = 1
}
