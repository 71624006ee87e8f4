package import SottoCore

extension SQLiteStore {
  package func search(_ query: SearchQuery) async throws -> SearchResults {
    let now = clock.now()
    let readFile = backlog.readFile
    return try await readers.read { connection in
      var run = SearchRun(query, on: connection, now: now, readFile: readFile)
      return try run.results()
    }
  }

  /// Indexes all that waits, and takes the words of erased texts out of the index.
  package func finishIndexing() async throws {
    try await failure.translating {
      await indexer.noteErased()
      try await indexer.work(least: 1)
    }
  }
}
