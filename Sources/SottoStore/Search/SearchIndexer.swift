internal import SottoCore
internal import SottoSearch

/// Indexes what waits, joins small blocks into larger ones, and rebuilds those whose texts were erased.
/// It reads and builds on a connection of its own and writes in small transactions, between which
/// others write.
actor SearchIndexer {
  /// So many texts wait before a block is made of them: as many are looked through by each search.
  static let least = 32
  /// So many blocks of about one size become one.
  private static let fanIn = 16
  /// The most documents of a small block, and of one of the next size.
  private static let smallSizes = [128, 2048]
  /// The pages of blocks that are joined.
  private static let mostPages = 1600
  /// In characters.
  private static let largestWaiting = 1 << 18
  private static let pagesAtOnce = 48
  private static let documentsAtOnce = 256

  private let writer: Writer
  private let reader: DatabaseQueue
  private let backlog: SearchBacklog
  private let owner: Owner
  /// How often texts were erased, and how many of those times no block holds their words any more.
  /// At first, another process may have erased some.
  private var erasures = 1
  private var handledErasures = 0
  private var lastWork: Task<Void, any Error>?

  init(writer: Writer, reader: DatabaseQueue, backlog: SearchBacklog, owner: Owner) {
    self.writer = writer
    self.reader = reader
    self.backlog = backlog
    self.owner = owner
  }

  /// Works after commits until the task is cancelled, at most once in `pause`.
  func run(pause: Duration) async {
    for await _ in backlog.commits {
      // What fails is tried again after the next commit; until then the texts are looked through.
      try? await Task.sleep(for: pause)
      if Task.isCancelled { return }
      try? await work(least: Self.least)
    }
  }

  /// Texts were erased, so that their words go too with the next work.
  func noteErased() {
    erasures += 1
    backlog.committed()
  }

  /// Does all there is to do, after what another call does already. Fewer waiting texts than `least`
  /// stay.
  func work(least: Int) async throws {
    let before = lastWork
    let work = Task {
      // Whose failure it was has been told that.
      _ = await before?.result
      try await workAlone(least: least)
    }
    lastWork = work
    try await withTaskCancellationHandler {
      try await work.value
    } onCancel: {
      work.cancel()
    }
  }

  private func workAlone(least: Int) async throws {
    try await release()
    while !Task.isCancelled, let inputs = try await nextInputs(least: max(1, least)) {
      let built = try await reader.run { [backlog] connection in
        try connection.snapshot { connection in
          try connection.buildBlock(of: inputs, readingFilesWith: backlog.readFile)
        }
      }
      try await write(built)
    }
    while !Task.isCancelled, try await reader.run({ try $0.hasDroppedBlocks() }) {
      try await writer.writeWithoutFlush { connection in
        try connection.eraseDroppedPages(limit: Self.pagesAtOnce)
      }
    }
  }

  /// Blocks of processes that are gone, and of this one's failures.
  private func release() async throws {
    let owners = try await reader.run { connection in
      try connection.rows("SELECT DISTINCT owner FROM search_blocks WHERE owner IS NOT NULL") {
        $0.text(0)
      }
    }
    let gone = owners.filter { $0 == owner.id || !owner.isAlive($0) }
    if gone.isEmpty { return }
    try await writer.writeWithoutFlush { connection in
      for owner in gone { try connection.releaseBlocks(ofOwner: owner) }
    }
  }

  /// The texts of the next block: those that wait, else those of small blocks, else what is left of a
  /// block with erased ones.
  private func nextInputs(least: Int) async throws -> [BuiltBlock.Document]? {
    let erasures = erasures
    let looksForErased = handledErasures < erasures
    let inputs: [BuiltBlock.Document]? = try await reader.run { connection in
      try connection.snapshot { connection in
        if try Self.isDue(connection, least: least) {
          return try connection.pendingDocuments(limit: DocumentSet.capacity)
        }
        if let joined = try Self.smallBlocks(connection) { return joined }
        return looksForErased ? try Self.blockWithErased(connection) : nil
      }
    }
    if inputs == nil { handledErasures = erasures }
    return inputs
  }

  /// Whether what waits would make searches slow.
  private static func isDue(_ connection: Connection, least: Int) throws -> Bool {
    let count = try connection.unindexedCount()
    if count >= least { return true }
    if count == 0 { return false }
    let size = try connection.firstRow(
      "SELECT sum(length(m.parts)) FROM search_pending p JOIN messages m ON m.number = p.source"
    ) { Int($0.integer(0)) }
    return (size ?? 0) >= largestWaiting
  }

  private static func smallBlocks(_ connection: Connection) throws -> [BuiltBlock.Document]? {
    let blocks = try connection.rows(
      """
      SELECT number, documents, pages FROM search_blocks WHERE state = 'live' AND owner IS NULL
      ORDER BY number
      """
    ) { (number: $0.integer(0), documents: Int($0.integer(1)), pages: Int($0.integer(2))) }
    for most in smallSizes {
      let small = blocks.filter { $0.documents <= most && $0.pages <= mostPages / 4 }
      guard small.count >= fanIn else { continue }
      var inputs: [BuiltBlock.Document] = []
      var pages = 0
      for block in small
      where inputs.count + block.documents <= DocumentSet.capacity
        && pages + block.pages <= mostPages
      {
        inputs += try connection.documents(ofBlock: block.number)
        pages += block.pages
      }
      return inputs
    }
    return nil
  }

  private static func blockWithErased(
    _ connection: Connection
  ) throws -> [BuiltBlock.Document]? {
    let block = try connection.firstRow(
      """
      SELECT b.number FROM search_blocks b WHERE b.state = 'live' AND b.owner IS NULL
        AND b.documents > (SELECT count(*) FROM search_documents WHERE block = b.number)
      LIMIT 1
      """
    ) { $0.integer(0) }
    guard let block else { return nil }
    return try connection.documents(ofBlock: block)
  }

  private func write(_ built: BuiltBlock) async throws {
    let owner = owner.id
    if built.documents.count <= Self.documentsAtOnce, built.pages.count <= Self.pagesAtOnce * 2 {
      return try await writer.writeWithoutFlush { connection in
        try connection.write(built, owner: owner)
        try connection.dropEmptyBlocks()
      }
    }
    let block = try await writer.writeWithoutFlush { connection in
      try connection.beginBlock(built, owner: owner)
    }
    for start in stride(from: 0, to: built.pages.count, by: Self.pagesAtOnce) {
      let pages = built.pages[start..<min(start + Self.pagesAtOnce, built.pages.count)]
      try await writer.writeWithoutFlush { connection in try connection.addPages(pages, to: block) }
    }
    try await writer.writeWithoutFlush { connection in
      try connection.openBlock(block)
      for document in built.empty { try connection.remove(document) }
    }
    // A text is in one block at each moment: those that are searched before, or this one.
    for start in stride(from: 0, to: built.documents.count, by: Self.documentsAtOnce) {
      let end = min(start + Self.documentsAtOnce, built.documents.count)
      try await writer.writeWithoutFlush { connection in
        for ordinal in start..<end {
          try connection.move(built.documents[ordinal], to: block, as: ordinal)
        }
      }
    }
    try await writer.writeWithoutFlush { connection in
      try connection.finishBlock(block)
      try connection.dropEmptyBlocks()
    }
  }
}
