internal import SottoSearch

/// Finds terms in the blocks that are searched.
struct BlockLookup {
  let connection: Connection

  /// The documents of a block that have a term.
  func documents(
    of term: [UInt8], isPrefix: Bool, in block: SearchBlock
  ) throws -> DocumentSet {
    var found = DocumentSet()
    var isOpen = true
    try connection.forEachRow(
      """
      SELECT data FROM search_pages WHERE block = ?1 AND first_term <= ?2
      ORDER BY first_term DESC LIMIT 1
      """, [.integer(block.number), .blob(term)]
    ) { row in
      let outcome = PageReader(row.optionalBlob(0) ?? [])
        .find(term, isPrefix: isPrefix, into: &found)
      isOpen = outcome == .mayContinue
      return false
    }
    guard isPrefix, isOpen else { return found }
    try connection.forEachRow(
      "SELECT data FROM search_pages WHERE block = ?1 AND first_term > ?2 ORDER BY first_term",
      [.integer(block.number), .blob(term)]
    ) { row in
      PageReader(row.optionalBlob(0) ?? []).find(term, isPrefix: true, into: &found)
        == .mayContinue
    }
    return found
  }

  /// A document's source and time; `nil` when it is no longer there.
  func document(_ ordinal: Int, in block: SearchBlock) throws -> SearchPlace? {
    try connection.firstRow(
      "SELECT created_at, source FROM search_documents WHERE block = ? AND ordinal = ?",
      [.integer(block.number), .integer(Int64(ordinal))]
    ) { SearchPlace(createdAt: $0.integer(0), source: $0.integer(1)) }
  }

  /// The ordinal after those that are older than `place`.
  func end(before place: SearchPlace, in block: SearchBlock) throws -> Int {
    var low = 0
    var high = block.documents
    while low < high {
      let middle = (low + high) / 2
      let found = try connection.firstRow(
        """
        SELECT created_at, source, ordinal FROM search_documents WHERE block = ? AND ordinal <= ?
        ORDER BY ordinal DESC LIMIT 1
        """, [.integer(block.number), .integer(Int64(middle))]
      ) { SearchPlace(createdAt: $0.integer(0), source: $0.integer(1)) }
      if let found, !(found < place) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// Where a text is in the order of time.
struct SearchPlace: Comparable, Hashable {
  /// In milliseconds.
  var createdAt: Int64
  var source: Int64

  static func < (first: SearchPlace, second: SearchPlace) -> Bool {
    (first.createdAt, first.source) < (second.createdAt, second.source)
  }
}
