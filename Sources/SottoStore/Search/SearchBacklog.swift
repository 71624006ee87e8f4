internal import SottoCore
internal import SottoSearch

/// Keeps what waits to be indexed small: it tells the indexer of commits, and has a transaction that
/// adds very much index that itself.
final class SearchBacklog: Sendable {
  /// Rows that a transaction changes before it is asked what it added.
  private static let manyChanges = 512

  /// Yields after commits; several at once count as one.
  let commits: AsyncStream<Void>
  let readFile: FileReading
  let owner: String
  private let signal: AsyncStream<Void>.Continuation

  init(owner: String, readFile: @escaping FileReading) {
    self.owner = owner
    self.readFile = readFile
    (commits, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// To be called on the writer before a commit, with how many rows the transaction changed.
  func committing(on connection: Connection, changes: Int) throws {
    guard changes >= Self.manyChanges else { return }
    while try connection.unindexedCount() >= DocumentSet.capacity {
      let documents = try connection.pendingDocuments(limit: DocumentSet.capacity)
      let block = try connection.buildBlock(of: documents, readingFilesWith: readFile)
      try connection.write(block, owner: owner)
    }
  }

  /// To be called after each commit.
  func committed() { signal.yield() }
}
