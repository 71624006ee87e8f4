/// Makes the pages of a block: for each term which documents have it.
///
/// A page is a row of entries in the order of their bytes. An entry is the number of bytes that its
/// term shares with the one before, the number of the others, those, and the documents
/// (``PostingsCoding``). The first entry of a page shares nothing.
package struct BlockBuilder {
  /// So that a page, with its row, fits into one of the database's.
  static let pageSize = 3900
  /// Where a block should end though it has room for more documents: it bounds the memory, which is
  /// eight bytes for each.
  package static let mostPostings = 4_000_000

  package struct Page: Sendable {
    package var firstTerm: [UInt8]
    package var bytes: [UInt8]
  }

  package private(set) var documents = 0
  package var isFull: Bool {
    documents == DocumentSet.capacity || postings.count >= Self.mostPostings
  }

  private var scanner = WordScanner()
  private var terms = TermTable()
  /// The last document of each term, plus one.
  private var lastDocuments: [UInt16] = []
  /// The term in the upper half, the document in the lower.
  private var postings: [UInt64] = []

  package init() {}

  /// Adds the next document. Labels are terms that no text has; they begin with a control character.
  package mutating func add(_ text: [UInt8], labels: [[UInt8]]) {
    // Taken out, so that the closure may change the rest in place.
    var scanner = scanner
    self.scanner = WordScanner()
    scanner.scan(text) { word, folded in note(word.folded, folded) }
    self.scanner = scanner
    for label in labels { note(label.indices, label) }
    documents += 1
  }

  @inline(__always)
  private mutating func note(_ range: Range<Int>, _ source: borrowing [UInt8]) {
    let number = terms.number(of: range, in: source)
    if number == lastDocuments.count { lastDocuments.append(0) }
    guard lastDocuments[number] != UInt16(documents + 1) else { return }
    lastDocuments[number] = UInt16(documents + 1)
    postings.append(UInt64(number) << 32 | UInt64(documents))
  }

  /// The pages of all documents that were added, in order.
  package func pages() -> [Page] {
    let grouped = GroupedPostings(postings, terms: terms.count)
    var pages: [Page] = []
    var page = Page(firstTerm: [], bytes: [])
    page.bytes.reserveCapacity(Self.pageSize + 1024)
    var previous: Range<Int>?
    var entry: [UInt8] = []
    for number in TermOrder.sorted(terms) {
      let term = terms.range(of: number)
      entry.removeAll(keepingCapacity: true)
      PostingsCoding.append(grouped[number], documents: documents, to: &entry)
      if !page.bytes.isEmpty, page.bytes.count + term.count + 2 + entry.count > Self.pageSize {
        pages.append(page)
        page.bytes.removeAll(keepingCapacity: true)
      }
      var shared = 0
      if page.bytes.isEmpty {
        page.firstTerm = Array(terms.bytes[term])
      } else if let previous {
        let most = min(previous.count, term.count)
        while shared < most,
          terms.bytes[previous.lowerBound + shared] == terms.bytes[term.lowerBound + shared]
        { shared += 1 }
      }
      page.bytes.append(UInt8(shared))
      page.bytes.append(UInt8(term.count - shared))
      page.bytes.append(contentsOf: terms.bytes[(term.lowerBound + shared)..<term.upperBound])
      page.bytes.append(contentsOf: entry)
      previous = term
    }
    if !page.bytes.isEmpty { pages.append(page) }
    return pages
  }
}

/// Postings by term, each with its documents ascending, as they came.
private struct GroupedPostings {
  private var starts: [Int]
  private var documents: [UInt16]

  init(_ postings: [UInt64], terms: Int) {
    starts = Array(repeating: 0, count: terms + 1)
    for posting in postings { starts[Int(posting >> 32) + 1] += 1 }
    for index in 0..<terms { starts[index + 1] += starts[index] }
    var next = starts
    documents = Array(repeating: 0, count: postings.count)
    for posting in postings {
      let term = Int(posting >> 32)
      documents[next[term]] = UInt16(truncatingIfNeeded: posting)
      next[term] += 1
    }
  }

  subscript(_ term: Int) -> ArraySlice<UInt16> { documents[starts[term]..<starts[term + 1]] }
}

private enum TermOrder {
  private struct Key {
    var head: UInt64
    var number: Int
  }

  /// The numbers of the terms, in the order of their bytes.
  static func sorted(_ terms: TermTable) -> [Int] {
    var keys: [Key] = []
    keys.reserveCapacity(terms.count)
    for number in 0..<terms.count {
      let range = terms.range(of: number)
      var head: UInt64 = 0
      for offset in 0..<8 {
        let index = range.lowerBound + offset
        head = head << 8 | (index < range.upperBound ? UInt64(terms.bytes[index]) : 0)
      }
      keys.append(Key(head: head, number: number))
    }
    // No term has a byte 0, so equal heads are equal eight bytes.
    keys.sort { first, second in
      if first.head != second.head { return first.head < second.head }
      return terms.bytes[terms.range(of: first.number)].lexicographicallyPrecedes(
        terms.bytes[terms.range(of: second.number)])
    }
    return keys.map(\.number)
  }
}
