package import SottoCore

/// Brings a file's conversations into the history, a batch at a time.
package struct Importer: Sendable {
  /// What is asked for.
  package struct Request: Sendable {
    /// Where the file is.
    package var path: String
    /// What the person calls it; Markdown dialogs are recognised by it.
    package var name: String
    /// What it is, where its bytes do not tell.
    package var format: ImportFormat?
    /// Where everything goes; `nil` leaves it to the file, or to a project of the source's name.
    package var project: ProjectID?

    package init(
      path: String, name: String, format: ImportFormat? = nil, project: ProjectID? = nil
    ) {
      self.path = path
      self.name = name
      self.format = format
      self.project = project
    }
  }

  /// How far an import is.
  package struct Progress: Sendable {
    /// What was done so far.
    package var balance = ImportBalance()
    /// 0 to 1.
    package var fraction = 0.0
    /// The projects that got something.
    package var projects: Set<ProjectID> = []

    /// Nothing yet.
    package init() {}
  }

  let history: any HistoryImport
  let files: any FileStore
  let openDatabase: @Sendable (String) throws -> any RecordDatabase

  /// An importer into a store; `openDatabase` opens SQLite files of other programs.
  package init(
    history: any HistoryImport, files: any FileStore,
    openDatabase: @escaping @Sendable (String) throws -> any RecordDatabase
  ) {
    self.history = history
    self.files = files
    self.openDatabase = openDatabase
  }

  /// About as many bytes are read at once.
  private static let batch = 1 << 20

  /// Imports a file, and reports after each batch. What cannot be used of it is in the balance.
  ///
  /// - Returns: the balance; everything it names is committed.
  /// - Throws: ``SottoError`` for a file of no known format, and when the store fails;
  ///   `CancellationError` when the task is cancelled: conversations that are there are whole.
  package func run(
    _ request: Request, report: @Sendable (Progress) -> Void = { _ in }
  ) async throws -> ImportBalance {
    let thread = ImportThread()
    try await thread.open(
      request.path, name: request.name, format: request.format, openDatabase: openDatabase)
    var session = ImportSession(importer: self, request: request)
    var batch = try await Self.next(of: thread)
    while !batch.items.isEmpty {
      try Task.checkCancellation()
      // The next one is read while this one is written.
      async let following = Self.next(of: thread)
      try await session.take(batch.items)
      session.progress.fraction =
        batch.total > 0 ? min(1, Double(batch.done) / Double(batch.total)) : 0
      report(session.progress)
      batch = try await following
    }
    try await session.finish()
    report(session.progress)
    return session.progress.balance
  }

  private static func next(of thread: ImportThread) async throws -> ImportThread.Batch {
    do {
      return try await thread.next(upTo: batch)
    } catch let error as ExchangeError {
      throw SottoError(.invalidInput, error.description)
    }
  }
}
