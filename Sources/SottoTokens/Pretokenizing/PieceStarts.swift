/// Where pieces begin among the 64 bytes from the beginning of one on, found for all of them together.
/// What both expressions say of ASCII, in terms of a byte and those just before it:
///
/// - A letter begins a piece behind a digit or a line end; behind a symbol that is no prefix, for which that
///   has to begin a piece itself; and, in `o200k_base`, a capital behind a small letter.
/// - A digit begins one behind anything else, and so does every third of a run.
/// - A symbol begins one unless a symbol or a space is before it. The line ends behind symbols belong to
///   them, in `o200k_base` with all slashes among and behind those.
/// - Whitespace begins one, again behind its last line end, and again with its last character, if that is
///   no line end.
/// - A contraction belongs to the word before it in `o200k_base` and is a piece in `cl100k_base`.
struct PieceStarts {
  private let block: ASCIIBlock
  private let encoding: Encoding

  /// - Parameters:
  ///   - text: a text.
  ///   - start: where a piece begins; 64 bytes are known to lie in the text from there on.
  ///   - scanner: knows contractions.
  ///   - encoding: whose pieces they are.
  /// - Returns: a bit for the beginning of each further piece that is sure, whatever comes behind these bytes.
  @inline(__always)
  static func find(
    uncheckedIn text: RawSpan, from start: Int, by scanner: TextScanner, _ encoding: Encoding
  ) -> UInt64 {
    let block = ASCIIBlock(uncheckedIn: text, at: start)
    let starts = PieceStarts(block: block, encoding: encoding).all(text, start, scanner)
    return starts & block.sure & ~1
  }

  @inline(__always)
  private func all(_ text: RawSpan, _ start: Int, _ scanner: TextScanner) -> UInt64 {
    let letters = block.letters
    let absorbed = absorbedNewlines
    let symbols = block.symbols & ~absorbed
    let symbolStarts = symbols & ~((symbols | block.blanks) &<< 1)
    let isBehindNoPrefix = (block.digits | block.newlines | block.symbols & ~symbolStarts) &<< 1
    var letterStarts = letters & isBehindNoPrefix
    if encoding == .o200k { letterStarts |= block.upper & block.lower &<< 1 }
    let newlineStarts = block.newlines & (letters | block.digits) &<< 1
    let spaceStarts = block.spaces & ~(block.spaces &<< 1)
    let lastSpaces = block.spaces & ~((block.spaces | block.newlines) &>> 1)
    var starts =
      symbolStarts | letterStarts | newlineStarts | spaceStarts | lastSpaces | digitStarts
    let lineEndsBehindSpaces = block.newlines & block.spaces &<< 1
    if lineEndsBehindSpaces != 0 { starts &= ~blankLines(lineEndsBehindSpaces, absorbed) }
    let apostrophes =
      block.apostrophes & (encoding == .o200k ? letters &<< 1 : symbolStarts & letters &>> 1)
    if apostrophes != 0 {
      return withContractions(at: apostrophes, starts, text, start, scanner)
    }
    return starts
  }

  /// The line ends, and in `o200k_base` the slashes, that belong to the symbols before them.
  @inline(__always)
  private var absorbedNewlines: UInt64 {
    let kinds = encoding == .o200k ? block.newlines | block.slashes : block.newlines
    let first = block.newlines & block.symbols &<< 1
    // The sum carries from the first one to the end of the run.
    return kinds & (~(kinds &+ first) | first)
  }

  @inline(__always)
  private var digitStarts: UInt64 {
    let digits = block.digits
    var starts = digits & ~(digits &<< 1)
    let behindTwo = digits & digits &<< 1 & digits &<< 2
    var thirds = starts &<< 3 & behindTwo
    while thirds != 0 {
      starts |= thirds
      thirds = thirds &<< 3 & behindTwo
    }
    return starts
  }

  /// Where runs of spaces between line ends begin, which no piece does.
  @inline(never)
  private func blankLines(_ lineEnds: UInt64, _ absorbed: UInt64) -> UInt64 {
    let maybe = block.spaces & (block.newlines & ~absorbed) &<< 1
    var found: UInt64 = 0
    var rest = lineEnds
    while rest != 0 {
      let before = ~block.spaces & ((rest & (0 &- rest)) &- 1)
      found |= 1 << UInt64(64 - before.leadingZeroBitCount)
      rest &= rest &- 1
    }
    return found & maybe
  }

  /// The beginnings of pieces with contractions at some of these apostrophes.
  @inline(never)
  private func withContractions(
    at apostrophes: UInt64, _ starts: UInt64, _ text: RawSpan, _ start: Int, _ scanner: TextScanner
  ) -> UInt64 {
    var starts = starts
    var rest = apostrophes
    var last = 0
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest &- 1
      // Behind a contraction no word ends, so that this begins a piece.
      if encoding == .o200k, index == last { continue }
      guard let end = scanner.contraction(in: text, at: start &+ index) else { continue }
      last = end &- start
      let behind: UInt64 = 1 << UInt64(last)
      if encoding == .o200k { starts &= ~(behind &- (1 &<< UInt64(index))) }
      starts |= behind
    }
    return starts
  }
}
