/// Reads the words of a text: the one place that says what can be found.
///
/// - Case, accents, full width and other compatibility forms make no difference (``FoldingPairs``).
/// - A word is a run of letters and digits. What is written without spaces (Chinese, Japanese, Korean,
///   Thai, …) is read letter by letter, in overlapping pairs.
/// - `snake_case` and `camelCase` are found whole (`snakecase`) and by each part.
/// - `*`, `_`, `` ` `` and `~` inside a word join it, up to three in a row, so that Markdown's marks
///   hide nothing; everywhere else they separate, as all other signs do.
/// - A folded word longer than ``longest`` bytes is cut there.
///
/// Linear in the text, whatever it holds; memory for the longest run of letters of one kind.
package struct WordScanner {
  /// In bytes of UTF-8.
  package static let longest = 48
  /// How many joiners in a row stay inside a word.
  private static let joiners = 3

  /// The folded letters that the last words point into.
  package private(set) var folded: [UInt8] = []

  private struct Letter {
    var folded: Int
    var source: Int
    var end: Int
  }

  private let table = ScalarTable.shared
  /// The begins of the parts of the word being read; of a dense run those of its letters.
  private var letters: [Letter] = []
  private var isDense = false
  /// The upper-case letters at the end of the part being read, and where the last of them is.
  private var uppers = 0
  private var lastUpper = Letter(folded: 0, source: 0, end: 0)
  private var sourceEnd = 0
  private var pendingJoiners = 0
  private var place = 0

  package init() {}

  /// Calls `body` for each word, in the order of their places, parts before their whole. The second
  /// argument is ``folded``.
  package mutating func scan(
    _ text: [UInt8], _ body: (Word, borrowing [UInt8]) throws -> Void
  ) rethrows {
    folded.removeAll(keepingCapacity: true)
    letters.removeAll(keepingCapacity: true)
    place = 0
    var index = 0
    let count = text.count
    while index < count {
      let start = index
      let first = text[index]
      if first < 0x80 {
        index += 1
        switch Self.asciiKinds[Int(first)] {
        case .letter: try add(first, .letter, start..<index, body)
        case .digit: try add(first, .digit, start..<index, body)
        case .upper: try add(first | 0x20, .upper, start..<index, body)
        case .joiner: try join(body)
        default: try finish(body)
        }
        continue
      }
      if Self.isPlainDense(text, start) {
        index += 3
        try addDense(text, start, body)
        continue
      }
      let value = Self.decode(text, &index)
      try add(value, start..<index, text, body)
    }
    try finish(body)
  }

  private static let asciiKinds = (UInt8(0)..<128).map { ScalarKind(Unicode.Scalar($0)) }

  /// Whether a Han letter (U+4E00 to U+9FFF) or a Hangul syllable (up to U+D7FF) begins there: nearly
  /// all of a Chinese or Korean text, and none of them folds.
  @inline(__always)
  private static func isPlainDense(_ text: [UInt8], _ index: Int) -> Bool {
    let first = text[index]
    guard first >= 0xE4, first <= 0xED, index + 2 < text.count, text[index + 1] & 0xC0 == 0x80,
      text[index + 2] & 0xC0 == 0x80
    else { return false }
    switch first {
    case 0xE4: return text[index + 1] >= 0xB8
    case 0xE5...0xE9: return true
    case 0xEA: return text[index + 1] >= 0xB0
    default: return first < 0xED || text[index + 1] < 0x9E
    }
  }

  @inline(__always)
  private mutating func addDense(
    _ text: [UInt8], _ start: Int, _ body: (Word, borrowing [UInt8]) throws -> Void
  ) rethrows {
    try begin(isDense: true, body)
    letters.append(Letter(folded: folded.count, source: start, end: start + 3))
    folded.append(text[start])
    folded.append(text[start + 1])
    folded.append(text[start + 2])
    sourceEnd = start + 3
    pendingJoiners = 0
  }

  /// The scalar at `index`, which moves on; U+FFFD for what is not UTF-8.
  @inline(__always)
  private static func decode(_ text: [UInt8], _ index: inout Int) -> UInt32 {
    let first = text[index]
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard first >= 0xC2, first < 0xF5, index + length <= text.count else {
      index += 1
      return 0xFFFD
    }
    var value = UInt32(first) & (0x7F >> UInt32(length))
    var next = index + 1
    while next < index + length {
      guard text[next] & 0xC0 == 0x80 else {
        index += 1
        return 0xFFFD
      }
      value = value << 6 | UInt32(text[next] & 0x3F)
      next += 1
    }
    index = next
    return value
  }

  private mutating func add(
    _ value: UInt32, _ source: Range<Int>, _ text: [UInt8],
    _ body: (Word, borrowing [UInt8]) throws -> Void
  ) rethrows {
    let entry = table[value]
    switch entry.kind {
    case .separator, .joiner: try finish(body)
    case .ignored: if !letters.isEmpty, pendingJoiners == 0 { endLetter(source.upperBound) }
    case .voicing: voice(1, source.upperBound)
    case .halfVoicing: voice(2, source.upperBound)
    case .letter, .digit, .upper:
      try begin(isDense: false, body)
      addPart(entry.kind, source)
      append(entry, text, source)
    case .dense:
      try begin(isDense: true, body)
      letters.append(Letter(folded: folded.count, source: source.lowerBound, end: 0))
      append(entry, text, source)
    case .symbol:
      try finish(body)
      folded.append(contentsOf: text[source])
      try body(
        Word(
          kind: .symbol, folded: 0..<folded.count, source: source, middle: source.upperBound,
          place: place, next: place + 1), folded)
      place += 1
      folded.removeAll(keepingCapacity: true)
    }
  }

  @inline(__always)
  private mutating func add(
    _ letter: UInt8, _ kind: ScalarKind, _ source: Range<Int>,
    _ body: (Word, borrowing [UInt8]) throws -> Void
  ) rethrows {
    try begin(isDense: false, body)
    addPart(kind, source)
    folded.append(letter)
    endLetter(source.upperBound)
  }

  @inline(__always)
  private mutating func append(_ entry: ScalarTable.Entry, _ text: [UInt8], _ source: Range<Int>) {
    if entry.folding == 0 {
      for index in source { folded.append(text[index]) }
    } else {
      folded.append(contentsOf: table.foldings[entry.folding])
    }
    endLetter(source.upperBound)
  }

  @inline(__always)
  private mutating func endLetter(_ end: Int) {
    sourceEnd = end
    letters[letters.count - 1].end = end
    pendingJoiners = 0
  }

  /// Makes ガ of the カ before it, which has the scalar after it or the one after that.
  private mutating func voice(_ step: UInt8, _ end: Int) {
    guard isDense, let letter = letters.last, folded.count - letter.folded == 3 else { return }
    var index = letter.folded
    let base = Self.decode(folded, &index)
    let isKana = (0x304B...0x3062).contains(base) || (0x30AB...0x30C2).contains(base)
    let isTe = (0x3064...0x3068).contains(base) || (0x30C4...0x30C8).contains(base)
    let isHa = (0x306F...0x307D).contains(base) || (0x30CF...0x30DD).contains(base)
    guard isHa || (step == 1 && (isKana || isTe)), let scalar = Unicode.Scalar(base + UInt32(step))
    else { return }
    folded.replaceSubrange(letter.folded..., with: Array(String(scalar).utf8))
    endLetter(end)
  }

  @inline(__always)
  private mutating func begin(
    isDense dense: Bool, _ body: (Word, borrowing [UInt8]) throws -> Void
  ) rethrows {
    if !letters.isEmpty, isDense != dense { try finish(body) }
    isDense = dense
  }

  /// A part begins with a word, after joiners, with the first upper-case letter after lower-case ones,
  /// and with the last of several upper-case letters that a lower-case one follows.
  @inline(__always)
  private mutating func addPart(_ kind: ScalarKind, _ source: Range<Int>) {
    let isUpper = kind == .upper
    let letter = Letter(folded: folded.count, source: source.lowerBound, end: 0)
    if letters.isEmpty || pendingJoiners > 0 || (isUpper && uppers == 0) {
      letters.append(letter)
      uppers = 0
    } else if kind == .letter, uppers > 1 {
      letters[letters.count - 1].end = lastUpper.source
      lastUpper.end = source.upperBound
      letters.append(lastUpper)
    }
    if isUpper {
      uppers += 1
      lastUpper = letter
    } else {
      uppers = 0
    }
  }

  private mutating func join(_ body: (Word, borrowing [UInt8]) throws -> Void) rethrows {
    if letters.isEmpty { return }
    pendingJoiners += 1
    if pendingJoiners > Self.joiners { try finish(body) }
  }

  private mutating func finish(_ body: (Word, borrowing [UInt8]) throws -> Void) rethrows {
    guard let first = letters.first else { return }
    if isDense { try emitDense(body) } else { try emitWord(from: first, body) }
    letters.removeAll(keepingCapacity: true)
    folded.removeAll(keepingCapacity: true)
    uppers = 0
    pendingJoiners = 0
  }

  private mutating func emitDense(_ body: (Word, borrowing [UInt8]) throws -> Void) rethrows {
    for index in letters.indices {
      let letter = letters[index]
      let isLast = index == letters.count - 1
      let following = isLast ? letter : letters[index + 1]
      let end = index + 2 < letters.count ? letters[index + 2].folded : folded.count
      try body(
        Word(
          kind: isLast ? .last : .pair, folded: letter.folded..<end,
          source: letter.source..<following.end, middle: letter.end, place: place + index,
          next: place + index + 1), folded)
    }
    place += letters.count
  }

  private mutating func emitWord(
    from first: Letter, _ body: (Word, borrowing [UInt8]) throws -> Void
  ) rethrows {
    if letters.count > 1 {
      for index in letters.indices {
        let end = index + 1 < letters.count ? letters[index + 1].folded : folded.count
        try body(
          Word(
            kind: .part, folded: cut(letters[index].folded..<end),
            source: letters[index].source..<letters[index].end, middle: letters[index].end,
            place: place + index, next: place + index + 1), folded)
      }
    }
    try body(
      Word(
        kind: .whole, folded: cut(0..<folded.count), source: first.source..<sourceEnd,
        middle: sourceEnd, place: place, next: place + letters.count), folded)
    place += letters.count
  }

  private func cut(_ range: Range<Int>) -> Range<Int> {
    guard range.count > Self.longest else { return range }
    var end = range.lowerBound + Self.longest
    while folded[end] & 0xC0 == 0x80 { end -= 1 }
    return range.lowerBound..<end
  }
}
