/// Looks for an expression in a text.
package struct TextMatcher {
  /// More places than these are not told, nor counted.
  private static let mostMarks = 256
  /// Half-found phrases that are kept in mind.
  private static let mostCandidates = 64

  package let expression: SearchExpression
  private var scanner = WordScanner()
  private let phrases: [SearchPhrase]
  private let heads: [WordHead]

  package init(_ expression: SearchExpression) {
    self.expression = expression
    phrases = expression.required + expression.excluded
    heads = phrases.flatMap(\.words).map(WordHead.init)
  }

  /// The beginning of a phrase that was found.
  private struct Candidate {
    var phrase: Int
    var word: Int
    var place: Int
    var start: Int
    var end: Int
    var isExact: Bool
  }

  /// What was found of each required phrase; `nil` when one is missing, or an excluded one is there.
  package mutating func match(_ text: [UInt8]) -> TextMatch? {
    var match = TextMatch(phrases: phrases.count)
    var candidates: [Candidate] = []
    let phrases = phrases
    let heads = heads
    scanner.scan(text) { word, folded in
      let head = WordHead.bytes(folded, word.folded)
      var mayMatch = false
      for index in heads.indices where heads[index].mayMatch(head) { mayMatch = true }
      guard mayMatch else { return }
      for index in phrases.indices {
        let words = phrases[index].words
        for position in words.indices {
          guard words[position].matches(word, folded) else { continue }
          let isExact =
            words[position].bytes.count == word.folded.count || words[position].kind == .last
          var found = Candidate(
            phrase: index, word: position, place: word.place, start: word.source.lowerBound,
            end: word.source.upperBound, isExact: isExact)
          if words[position].kind == .last { found.end = word.middle }
          if position > 0 {
            guard
              let before = candidates.lastIndex(where: {
                $0.phrase == index && $0.word == position - 1 && $0.place == word.place
              })
            else { continue }
            found.start = candidates[before].start
            found.isExact = isExact && candidates[before].isExact
          }
          if position == words.count - 1 {
            match.add(index, found.start..<found.end, isExact: found.isExact, Self.mostMarks)
            continue
          }
          // Where the next word is expected.
          found.place =
            words[position].kind == .pair ? word.place + words[position].step : word.next
          if candidates.count >= Self.mostCandidates {
            candidates.removeFirst(Self.mostCandidates / 2)
          }
          candidates.append(found)
        }
      }
    }
    let required = expression.required.count
    guard match.counts[..<required].allSatisfy({ $0 > 0 }),
      match.counts[required...].allSatisfy({ $0 == 0 })
    else { return nil }
    return match
  }
}

/// The first bytes of a word that is looked for: nearly all words of a text differ there.
private struct WordHead {
  private let bytes: UInt64
  private let mask: UInt64

  init(_ word: SearchWord) {
    bytes = Self.bytes(word.bytes, word.bytes.indices)
    // A word that is not a beginning must also end there.
    mask = word.isPrefix && word.bytes.count < 8 ? ~(.max >> UInt64(8 * word.bytes.count)) : .max
  }

  /// Up to eight, the first in the highest place; zeros where there are no more.
  @inline(__always)
  static func bytes(_ bytes: borrowing [UInt8], _ range: Range<Int>) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 56
    var index = range.lowerBound
    let end = min(range.upperBound, index + 8)
    while index < end {
      value |= UInt64(bytes[index]) << shift
      shift &-= 8
      index += 1
    }
    return value
  }

  @inline(__always)
  func mayMatch(_ head: UInt64) -> Bool { (head ^ bytes) & mask == 0 }
}

/// Where an expression was found in a text.
package struct TextMatch: Sendable {
  package struct Mark: Hashable, Sendable {
    package var phrase: Int
    /// In the text, in bytes.
    package var range: Range<Int>
  }

  /// How often each phrase was found.
  package private(set) var counts: [Int]
  /// How often as it was asked for, and not as the beginning of something longer.
  package private(set) var exactCounts: [Int]
  /// In the order of the text.
  package private(set) var marks: [Mark] = []

  init(phrases: Int) {
    counts = Array(repeating: 0, count: phrases)
    exactCounts = counts
  }

  mutating func add(_ phrase: Int, _ range: Range<Int>, isExact: Bool, _ most: Int) {
    counts[phrase] += 1
    if isExact { exactCounts[phrase] += 1 }
    if marks.count < most { marks.append(Mark(phrase: phrase, range: range)) }
  }
}

extension SearchWord {
  @inline(__always)
  func matches(_ word: Word, _ folded: borrowing [UInt8]) -> Bool {
    let length = word.folded.count
    guard isPrefix ? length >= bytes.count : length == bytes.count else { return false }
    let start = word.folded.lowerBound
    var index = 0
    while index < bytes.count {
      if folded[start + index] != bytes[index] { return false }
      index += 1
    }
    return true
  }
}
