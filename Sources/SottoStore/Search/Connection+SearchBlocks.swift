internal import SottoCore
internal import SottoSearch

/// A block that is searched.
struct SearchBlock: Sendable {
  var number: Int64
  /// For how many documents it was made.
  var documents: Int
  var oldestAt: Int64
  var newestAt: Int64
}

extension Connection {
  /// The latest first.
  func searchBlocks() throws -> [SearchBlock] {
    try rows(
      """
      SELECT number, documents, oldest_at, newest_at FROM search_blocks
      WHERE state = 'live' ORDER BY newest_at DESC
      """
    ) { row in
      SearchBlock(
        number: row.integer(0), documents: Int(row.integer(1)), oldestAt: row.integer(2),
        newestAt: row.integer(3))
    }
  }

  func unindexedCount() throws -> Int {
    try firstRow("SELECT count(*) FROM search_pending") { Int($0.integer(0)) } ?? 0
  }

  /// A block without pages, which nobody searches yet.
  func beginBlock(_ block: BuiltBlock, owner: String) throws -> Int64 {
    let number = try firstRow(
      """
      INSERT INTO search_blocks (state, owner, documents, pages, oldest_at, newest_at)
      VALUES ('building', ?, ?, ?, ?, ?) RETURNING number
      """,
      [
        .text(owner), DatabaseValue(block.documents.count), DatabaseValue(block.pages.count),
        .integer(block.documents.first?.createdAt ?? 0),
        .integer(block.documents.last?.createdAt ?? 0),
      ]
    ) { $0.integer(0) }
    return number ?? 0
  }

  func addPages(_ pages: ArraySlice<BlockBuilder.Page>, to block: Int64) throws {
    for page in pages {
      try execute(
        "INSERT INTO search_pages (block, first_term, data) VALUES (?, ?, ?)",
        [.integer(block), .blob(page.firstTerm), .blob(page.bytes)])
    }
  }

  /// From now on the block is searched, for the documents that it is given.
  func openBlock(_ block: Int64) throws {
    try execute("UPDATE search_blocks SET state = 'live' WHERE number = ?", [.integer(block)])
  }

  /// The block has all its documents.
  func finishBlock(_ block: Int64) throws {
    try execute("UPDATE search_blocks SET owner = NULL WHERE number = ?", [.integer(block)])
  }

  /// Gives the block a document that is still as it was read, and takes it from where it was.
  func move(_ document: BuiltBlock.Document, to block: Int64, as ordinal: Int) throws {
    guard try remove(document) else { return }
    try execute(
      "INSERT INTO search_documents (block, ordinal, source, created_at) VALUES (?, ?, ?, ?)",
      [
        .integer(block), DatabaseValue(ordinal), .integer(document.source),
        .integer(document.createdAt),
      ])
  }

  /// - Returns: whether it was still there.
  @discardableResult
  func remove(_ document: BuiltBlock.Document) throws -> Bool {
    switch document.origin {
    case .pending(let stamp):
      try execute(
        "DELETE FROM search_pending WHERE source = ? AND stamp = ?",
        [.integer(document.source), .integer(stamp)]) > 0
    case .document(let block, let ordinal):
      try execute(
        "DELETE FROM search_documents WHERE block = ? AND ordinal = ? AND source = ?",
        [.integer(block), DatabaseValue(ordinal), .integer(document.source)]) > 0
    }
  }

  /// All of it at once, for a transaction that lasts anyway.
  func write(_ block: BuiltBlock, owner: String) throws {
    for document in block.empty { try remove(document) }
    if block.documents.isEmpty { return }
    let number = try beginBlock(block, owner: owner)
    try addPages(block.pages[...], to: number)
    for (ordinal, document) in block.documents.enumerated() {
      try move(document, to: number, as: ordinal)
    }
    try openBlock(number)
    try finishBlock(number)
  }

  /// Whoever builds a block and is gone leaves it to be dropped or to be as full as it is.
  func releaseBlocks(ofOwner owner: String) throws {
    try execute(
      "UPDATE search_blocks SET state = 'dropping' WHERE owner = ? AND state = 'building'",
      [.text(owner)])
    try execute("UPDATE search_blocks SET owner = NULL WHERE owner = ?", [.text(owner)])
  }

  /// Marks the blocks that have no documents left.
  func dropEmptyBlocks() throws {
    try execute(
      """
      UPDATE search_blocks SET state = 'dropping'
      WHERE state = 'live' AND owner IS NULL
        AND NOT EXISTS (SELECT 1 FROM search_documents WHERE block = search_blocks.number)
      """)
  }

  func hasDroppedBlocks() throws -> Bool {
    try firstRow("SELECT 1 FROM search_blocks WHERE state = 'dropping'") { _ in true } != nil
  }

  /// Erases a few pages of a block that is to be dropped.
  func eraseDroppedPages(limit: Int) throws {
    let block = try firstRow(
      "SELECT number FROM search_blocks WHERE state = 'dropping' LIMIT 1"
    ) { $0.integer(0) }
    guard let block else { return }
    let erased = try execute(
      """
      DELETE FROM search_pages
      WHERE number IN (SELECT number FROM search_pages WHERE block = ?1 LIMIT ?2)
      """, [.integer(block), DatabaseValue(limit)])
    if erased < limit {
      try execute("DELETE FROM search_documents WHERE block = ?", [.integer(block)])
      try execute("DELETE FROM search_blocks WHERE number = ?", [.integer(block)])
    }
  }
}
