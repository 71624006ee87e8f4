internal import SottoCore
internal import SottoSearch

/// A block that has been made in memory and not been written.
struct BuiltBlock: Sendable {
  /// Where a document was before.
  enum Origin: Hashable, Sendable {
    case pending(stamp: Int64)
    case document(block: Int64, ordinal: Int)
  }

  struct Document: Sendable {
    var source: Int64
    var createdAt: Int64
    var origin: Origin
  }

  var pages: [BlockBuilder.Page]
  /// By their ordinals.
  var documents: [Document]
  /// What has no text to find.
  var empty: [Document]
}

extension Connection {
  /// What waits, at most `limit`, the latest first.
  func pendingDocuments(limit: Int) throws -> [BuiltBlock.Document] {
    try rows(
      """
      SELECT p.stamp, p.source, coalesce(m.created_at, c.created_at, f.added_at, 0)
      FROM search_pending p LEFT JOIN messages m ON m.number = p.source
        LEFT JOIN search_sources s ON s.number = -p.source
        LEFT JOIN conversations c ON s.kind = 'title' AND c.id = s.key
        LEFT JOIN files f ON s.kind = 'file' AND f.digest = s.key
      ORDER BY p.source DESC LIMIT ?
      """, [DatabaseValue(limit)]
    ) { row in
      BuiltBlock.Document(
        source: row.integer(1), createdAt: row.integer(2), origin: .pending(stamp: row.integer(0)))
    }
  }

  /// The documents that a block still has.
  func documents(ofBlock block: Int64) throws -> [BuiltBlock.Document] {
    try rows(
      "SELECT ordinal, source, created_at FROM search_documents WHERE block = ? ORDER BY ordinal",
      [.integer(block)]
    ) { row in
      BuiltBlock.Document(
        source: row.integer(1), createdAt: row.integer(2),
        origin: .document(block: block, ordinal: Int(row.integer(0))))
    }
  }

  /// Reads the texts and makes a block of as many as fit.
  func buildBlock(
    of documents: [BuiltBlock.Document], readingFilesWith read: FileReading
  ) throws -> BuiltBlock {
    var builder = BlockBuilder()
    var block = BuiltBlock(pages: [], documents: [], empty: [])
    let sorted = documents.sorted { ($0.createdAt, $0.source) < ($1.createdAt, $1.source) }
    for document in sorted where !builder.isFull {
      guard let text = try searchText(document.source, readingFilesWith: read),
        !text.bytes.isEmpty
      else {
        block.empty.append(document)
        continue
      }
      builder.add(text.bytes, labels: text.labels)
      block.documents.append(document)
    }
    block.pages = builder.pages()
    return block
  }
}
