internal import SottoCore
internal import SottoSearch

/// One search on one state of the database.
///
/// Blocks are searched from the latest to the oldest, and only until no older one can change the
/// answer. So what a search costs depends on what is found, not on how often its words occur.
struct SearchRun {
  /// Texts that wait to be indexed are looked through up to here.
  static let mostPending = 512
  /// So many matches are looked at for a page in the order of time, where filters or phrases turn
  /// most of them down.
  static let mostExamined = 4000
  /// So many are compared by relevance, and so many bytes.
  static let mostCompared = 500
  static let mostComparedBytes = 1 << 20

  let query: SearchQuery
  let expression: SearchExpression
  let now: Timestamp
  private let connection: Connection
  private let lookup: BlockLookup
  private let readFile: FileReading
  private var matcher: TextMatcher
  private var answer = SearchResults()
  private var shares: [Share]
  private var comparedBytes = 0
  private var isStopped = false
  private var lastExamined: SearchPlace?

  private struct Share {
    var found = 0
    var of = 0
  }

  struct Hit {
    var place: SearchPlace
    var text: VisibleText
    var bytes: [UInt8]?
    var match: TextMatch?
    var score = 0
  }

  init(
    _ query: SearchQuery, on connection: Connection, now: Timestamp, readFile: @escaping FileReading
  ) {
    self.query = query
    self.now = now
    self.connection = connection
    self.readFile = readFile
    lookup = BlockLookup(connection: connection)
    expression = SearchExpression(query.text)
    matcher = TextMatcher(expression)
    shares = Array(repeating: Share(), count: expression.required.count)
  }

  mutating func results() throws -> SearchResults {
    guard !expression.isEmpty, query.limit > 0 else { return answer }
    var hits = try waitingHits()
    // One more than asked for tells whether there is a next page.
    let wanted = query.order == .newest ? query.limit + 1 : Self.mostCompared
    let blocks = try connection.searchBlocks()
    for block in blocks {
      if isStopped { break }
      let place = SearchPlace(createdAt: block.newestAt, source: .max)
      if hits.count >= wanted, isDecided(hits, wanted, before: place) {
        answer.isBounded = answer.isBounded || query.order == .relevance
        break
      }
      if let from = query.from, block.newestAt < from.milliseconds { break }
      try search(block, wanted: wanted, into: &hits)
    }
    return try page(of: query.order == .newest ? hits : scored(hits))
  }

  /// Whether no text before `place` can be among the wanted ones.
  private func isDecided(_ hits: [Hit], _ wanted: Int, before place: SearchPlace) -> Bool {
    if query.order == .relevance { return true }
    return hits.map(\.place).sorted(by: >)[wanted - 1] > place
  }

  // MARK: Where matches come from

  private mutating func waitingHits() throws -> [Hit] {
    answer.unindexed = try connection.unindexedCount()
    if answer.unindexed == 0 { return [] }
    if answer.unindexed > Self.mostPending { answer.isBounded = query.order == .relevance }
    var hits: [Hit] = []
    for document in try connection.pendingDocuments(limit: Self.mostPending) {
      let place = SearchPlace(createdAt: document.createdAt, source: document.source)
      guard isInRange(place) else { continue }
      if let hit = try hit(at: place, readsText: true) { hits.append(hit) }
      // What waits is not a match until its text says so.
      answer.considered = hits.count
    }
    comparedBytes = 0
    return hits
  }

  private mutating func search(_ block: SearchBlock, wanted: Int, into hits: inout [Hit]) throws {
    guard let matches = try matches(in: block) else { return }
    var end = DocumentSet.capacity
    if let limit = upperPlace, limit <= SearchPlace(createdAt: block.newestAt, source: .max) {
      end = try lookup.end(before: limit, in: block)
    }
    var found = 0
    while found < wanted, let ordinal = matches.last(below: end) {
      end = ordinal
      guard let place = try lookup.document(ordinal, in: block), isInRange(place) else {
        continue
      }
      if answer.considered >= Self.mostExamined {
        stop()
        return
      }
      lastExamined = place
      let readsText = expression.needsTexts || query.order == .relevance
      if let hit = try hit(at: place, readsText: readsText) {
        hits.append(hit)
        found += 1
      }
      if query.order == .relevance, hits.count >= wanted || comparedBytes >= Self.mostComparedBytes
      {
        stop()
        return
      }
    }
  }

  /// Enough was looked at, though there may be more.
  private mutating func stop() {
    answer.isBounded = true
    isStopped = true
  }

  /// What the index says; `nil` when it is nothing.
  private mutating func matches(in block: SearchBlock) throws -> DocumentSet? {
    var matches: DocumentSet?
    func narrow(_ set: DocumentSet) -> Bool {
      if matches == nil { matches = set } else { matches?.formIntersection(set) }
      return matches?.isEmpty == false
    }
    for label in labels {
      guard narrow(try lookup.documents(of: label, isPrefix: false, in: block)) else { return nil }
    }
    for (index, phrase) in expression.required.enumerated() {
      var found: DocumentSet?
      for word in phrase.words {
        let set = try lookup.documents(of: word.bytes, isPrefix: word.isPrefix, in: block)
        if found == nil { found = set } else { found?.formIntersection(set) }
      }
      guard let found else { continue }
      shares[index].found += found.count
      shares[index].of += block.documents
      guard narrow(found) else { return nil }
    }
    for phrase in expression.excluded where phrase.words.count == 1 {
      let word = phrase.words[0]
      matches?.subtract(
        try lookup.documents(of: word.bytes, isPrefix: word.isPrefix, in: block))
    }
    return matches?.isEmpty == false ? matches : nil
  }

  private var labels: [[UInt8]] {
    [
      query.project.map { SearchLabel.project($0.rawValue) },
      query.role.map { SearchLabel.role($0.rawValue) },
      query.model.map { SearchLabel.model($0.description) },
    ].compactMap(\.self)
  }

  // MARK: Which of them count

  /// What is found is before it: the end of the range, or what the last page ended with.
  private var upperPlace: SearchPlace? {
    let to = query.to.map { SearchPlace(createdAt: $0.milliseconds, source: .min) }
    guard query.order == .newest, let cursor = query.cursor else { return to }
    let last = SearchPlace(createdAt: cursor.createdAt.milliseconds, source: cursor.source)
    return to.map { min($0, last) } ?? last
  }

  private func isInRange(_ place: SearchPlace) -> Bool {
    if let from = query.from, place.createdAt < from.milliseconds { return false }
    if let limit = upperPlace { return place < limit }
    return true
  }

  private mutating func hit(at place: SearchPlace, readsText: Bool) throws -> Hit? {
    answer.considered += 1
    let other = place.source < 0 ? try connection.searchSource(place.source) : nil
    guard
      let text = try connection.visibleText(
        place.source, other: other, query: query, withParts: readsText)
    else { return nil }
    var hit = Hit(place: place, text: text)
    if readsText {
      guard try readText(of: &hit), hit.match != nil else { return nil }
    }
    return hit
  }

  /// Looks for the words in the text itself.
  ///
  /// - Returns: `false` when there is no text any more.
  private mutating func readText(of hit: inout Hit) throws -> Bool {
    if hit.bytes != nil { return true }
    if let parts = hit.text.parts {
      hit.bytes = MessageContent(parts: parts).searchText
      hit.text.parts = nil
    } else {
      hit.bytes = try connection.searchText(hit.place.source, readingFilesWith: readFile)?.bytes
    }
    guard let bytes = hit.bytes else { return false }
    comparedBytes += bytes.count
    hit.match = matcher.match(bytes)
    return true
  }

  // MARK: What is answered

  private func scored(_ hits: [Hit]) -> [Hit] {
    let relevance = Relevance(
      shares: shares.map { $0.of == 0 ? 1 : Double($0.found) / Double($0.of) })
    return hits.map { hit in
      var hit = hit
      guard let match = hit.match, let bytes = hit.bytes else { return hit }
      let age = Double(now.milliseconds - hit.place.createdAt) / 86_400_000
      hit.score = Int(
        1000
          * relevance.score(
            match, length: bytes.count, age: age, isTitle: hit.text.result.kind == .title))
      return hit
    }
  }

  private mutating func page(of hits: [Hit]) throws -> SearchResults {
    var sorted = hits.sorted { ($0.score, $0.place) > ($1.score, $1.place) }
    if query.order == .relevance, let cursor = query.cursor {
      let place = SearchPlace(
        createdAt: cursor.createdAt.milliseconds, source: cursor.source)
      sorted.removeAll { ($0.score, $0.place) >= (cursor.score, place) }
    }
    // The next page goes on where this one was given up.
    var end = query.order == .newest && isStopped ? lastExamined : nil
    if let end { sorted.removeAll { $0.place < end } }
    var shown = Array(sorted.prefix(query.limit))
    if sorted.count > query.limit { end = shown.last?.place }
    if let end {
      answer.next = SearchCursor(
        score: shown.last?.score ?? 0, createdAt: Timestamp(milliseconds: end.createdAt),
        source: end.source)
    }
    for index in shown.indices { try complete(&shown[index]) }
    answer.results = shown.map(\.text.result)
    return answer
  }

  private mutating func complete(_ hit: inout Hit) throws {
    _ = try readText(of: &hit)
    let required = expression.required.count
    let marks = hit.match?.marks.filter { $0.phrase < required }.map(\.range) ?? []
    let snippet = Snippet(hit.bytes ?? [], ranges: marks)
    hit.text.result.snippet = SearchSnippet(text: snippet.text, marks: snippet.marks)
    if let message = hit.text.result.messageID, let leaf = hit.text.leafID {
      hit.text.result.isOnChosenPath = try connection.isOnPath(
        message, endingWith: leaf, in: hit.text.result.conversationID)
    }
  }
}
