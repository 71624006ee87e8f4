/// Finds terms in a page that ``BlockBuilder`` made. A damaged page has fewer terms.
package struct PageReader {
  /// Whether what is looked for may go on in the next page.
  package enum Outcome: Sendable {
    case ended
    case mayContinue
  }

  private let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Adds the documents of `term` to `set`; with `isPrefix` those of all terms that begin with it.
  package func find(_ term: [UInt8], isPrefix: Bool, into set: inout DocumentSet) -> Outcome {
    var index = 0
    // How many bytes the entry before has in common with the one that is looked for.
    var common = 0
    while index + 2 <= bytes.count {
      let shared = Int(bytes[index])
      let rest = Int(bytes[index + 1])
      let start = index + 2
      index = start + rest
      guard index <= bytes.count, let head = PostingsCoding.number(in: bytes, at: &index) else {
        return .ended
      }
      let postings = index..<(index + head >> 1)
      guard postings.upperBound <= bytes.count else { return .ended }
      index = postings.upperBound
      if shared < common { return .ended }
      if common < term.count {
        guard shared == common else { continue }
        var offset = 0
        while offset < rest, common < term.count, bytes[start + offset] == term[common] {
          offset += 1
          common += 1
        }
        guard common == term.count else {
          if offset < rest, bytes[start + offset] > term[common] { return .ended }
          continue
        }
        if !isPrefix, offset < rest { return .ended }
      }
      PostingsCoding.read(bytes, postings, isBitmap: head & 1 == 1, into: &set)
      if !isPrefix { return .ended }
    }
    return .mayContinue
  }
}
