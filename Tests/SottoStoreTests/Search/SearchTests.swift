import Foundation
import SottoCore
import SottoStore
import Testing

/// Whether a text waits to be looked through, or is in the index.
enum IndexState: CaseIterable { case waiting, indexed }

extension TestStore {
  /// The texts that are found, as they are stored.
  func find(
    _ text: String, order: SearchQuery.Order = .newest, limit: Int = 20
  ) async throws -> [String] {
    try await store.search(SearchQuery(text, order: order, limit: limit)).results
      .map(\.snippet.text)
  }

  func bring(to state: IndexState) async throws {
    if state == .indexed { try await store.finishIndexing() }
  }
}

private let findings: [(text: String, query: String, isFound: Bool)] = [
  ("我们今天把部署流程改好了", "部署", true), ("我们今天把部署流程改好了", "流", true),
  ("我们今天把部署流程改好了", "部署流程", true), ("我们今天把部署流程改好了", "署部", false),
  ("我们今天把部署流程改好了", "今天流程", false), ("这是**重要**的事", "这是重要的", true),
  ("明日は東京で会議があります", "東京", true), ("明日は東京で会議があります", "会", true),
  ("ガスﾃﾞｰﾀ", "データ", true), ("오늘 회의는 서울에서 합니다", "서울", true),
  ("오늘 회의는 서울에서 합니다", "회의", true), ("오늘 회의는 서울에서 합니다", "울", true),
  ("The deployment failed", "deplo", true), ("The deployment failed", "ployment", false),
  ("The deployment failed", "DEPLOYMENT FAILED", true),
  ("The deployment failed", "\"deployment failed\"", true),
  ("The deployment failed", "\"failed deployment\"", false),
  ("The deployment failed", "\"deploy\"", false), ("The deployment failed", "failed -the", false),
  ("The deployment failed", "failed -never", true), ("The deployment failed", "de", false),
  ("The deployment failed", "de*", true), ("use snake_case or camelCase", "snake_case", true),
  ("use snake_case or camelCase", "case", true), ("use snake_case or camelCase", "camel", true),
  ("use snake_case or camelCase", "camelcase", true), ("some **bold** word", "bold word", true),
  ("some **bold** word", "\"bold word\"", true), ("a*b*c", "a*b*c", true), ("a*b*c", "abc", true),
  ("Crème brûlée", "creme brulee", true), ("ＦＵＬＬ width", "full", true),
  ("send an e-mail", "e-mail", true), ("send an e-mail", "mail-e", false),
  ("party 🎉 time", "🎉", true), ("party 🎉 time", "🎉 party", true),
  ("สวัสดีครับ", "สวัสดี", true), ("Привет, мир", "ПРИВЕТ", true),
]

@Suite struct SearchTests {
  @Test(arguments: findings, IndexState.allCases)
  func `finds words in any script`(
    finding: (text: String, query: String, isFound: Bool), state: IndexState
  ) async throws {
    let test = try await TestStore()
    _ = try await test.send(finding.text, in: try await test.conversation())
    try await test.bring(to: state)
    for order in [SearchQuery.Order.newest, .relevance] {
      #expect(try await test.find(finding.query, order: order).count == (finding.isFound ? 1 : 0))
    }
  }

  @Test(arguments: [
    "", " ", "\"", "\"\"", "-", "*", "AND", "OR NOT", "NEAR(a b)", "a:b", "(", "^x", "x\" y",
    "'; --",
    "-a", "{", "\u{0}", "+", "col:*", "\"a", "“", "e\u{301}", "🎉", "~",
    String(repeating: "a ", count: 5000),
    String(repeating: "\"", count: 3000), String(repeating: "日", count: 9000),
  ])
  func `any text is a valid search`(text: String) async throws {
    let test = try await TestStore()
    _ = try await test.send("some text", in: try await test.conversation())
    try await test.store.finishIndexing()
    _ = try await test.store.search(SearchQuery(text))
    _ = try await test.store.search(SearchQuery(text, order: .relevance))
  }

  @Test(arguments: IndexState.allCases)
  func `an answer is found when its turn has ended`(state: IndexState) async throws {
    let test = try await TestStore()
    let turn = try await test.send("question", in: try await test.conversation())
    _ = try await test.store.append(
      [.text("wonderful answer"), .reasoning("secretly")], to: turn.id)
    #expect(try await test.find("wonderful").isEmpty)
    _ = try await test.store.append([.finished(.stop)], to: turn.id)
    try await test.bring(to: state)
    let results = try await test.store.search(SearchQuery("wonderful")).results
    #expect(results.map(\.messageID) == [turn.assistantMessageID])
    #expect(results.map(\.role) == [.assistant] && results.map(\.model) == [testModel])
    #expect(results.map(\.isOnChosenPath) == [true])
    #expect(try await test.find("secretly").isEmpty)
  }

  @Test(arguments: IndexState.allCases)
  func `deletion hides at once, and undoing it shows again`(state: IndexState) async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    _ = try await test.send("unmistakable", in: conversation)
    try await test.bring(to: state)
    _ = try await test.store.deleteConversation(conversation)
    #expect(try await test.find("unmistakable").isEmpty)
    _ = try await test.store.restoreConversation(conversation)
    #expect(try await test.find("unmistakable").count == 1)
  }

  @Test func `a purge takes the words out of the file`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    try await test.exchange("xylophonist practises", "indeed", in: conversation)
    let kept = try await test.conversation()
    for index in 0..<40 { _ = try await test.exchange("kept \(index)", "words", in: kept) }
    try await test.store.finishIndexing()
    #expect(try await test.find("xylophonist").count == 1)
    _ = try await test.store.deleteConversation(conversation)
    test.clock.advance(by: .seconds(8 * 24 * 3600))
    try await test.store.purge()
    for suffix in ["", "-wal"] {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: test.folder.database + suffix))
      #expect(bytes.range(of: Data("xylophonist".utf8)) == nil, "\(suffix)")
      #expect(bytes.range(of: Data("practises".utf8)) == nil, "\(suffix)")
    }
    #expect(try await test.find("kept", limit: 100).count == 40)
  }

  @Test(arguments: IndexState.allCases)
  func `titles and text files are found`(state: IndexState) async throws {
    let test = try await TestStore()
    let conversation = try await test.store.createConversation(
      in: test.project, title: "Quarterly Überblick", id: nil)
    let file = try await test.store.addFile(
      Array("a file about hippopotamus".utf8), name: "notes.txt", mediaType: "text/plain")
    let turn = try await test.store.begin(
      .send([.text("look"), .file(file)], parent: nil), in: conversation.id)
    try await test.bring(to: state)
    let titles = try await test.store.search(SearchQuery("uberblick")).results
    #expect(titles.map(\.kind) == [.title] && titles.map(\.messageID) == [nil])
    let files = try await test.store.search(SearchQuery("hippopotamus")).results
    #expect(files.map(\.kind) == [.file] && files.map(\.fileDigest) == [file.digest])
    #expect(files.map(\.messageID) == [turn.userMessageID])
    _ = try await test.store.updateConversation(
      conversation.id, ConversationChange(title: "Another name"), ifVersion: nil)
    #expect(try await test.find("uberblick").isEmpty)
    try await test.bring(to: state)
    #expect(try await test.find("another").count == 1)
  }

  @Test(arguments: IndexState.allCases)
  func `a document is found by what was read of it, whenever that was`(state: IndexState)
    async throws
  {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let file = try await test.store.addFile(
      Array("%PDF-1.4 rubbish".utf8), name: "paper.pdf", mediaType: "application/pdf")
    let turn = try await test.store.begin(
      .send([.text("look"), .file(file)], parent: nil), in: conversation)
    try await test.bring(to: state)
    #expect(try await test.find("rubbish").isEmpty)
    for word in ["hippopotamus", "okapi"] {
      try await test.store.keepDocumentText(
        DocumentText("a paper about one \(word)"), of: file.digest)
      try await test.bring(to: state)
      let found = try await test.store.search(SearchQuery(word)).results
      #expect(found.map(\.kind) == [.file] && found.map(\.messageID) == [turn.userMessageID])
    }
    #expect(try await test.find("hippopotamus").isEmpty)
  }

  @Test(arguments: IndexState.allCases)
  func `filters`(state: IndexState) async throws {
    let test = try await TestStore()
    let other = try await test.store.createProject(ProjectDetails(name: "Other"))
    let here = try await test.conversation()
    let there = try await test.store.createConversation(in: other.id, title: "", id: nil).id
    try await test.exchange("common question", "common answer", in: here)
    test.clock.advance(by: .seconds(3600))
    let later = test.clock.clock.now()
    try await test.exchange("common question", "common answer", in: there)
    try await test.bring(to: state)
    let search = { (query: SearchQuery) in try await test.store.search(query).results }
    for order in [SearchQuery.Order.newest, .relevance] {
      #expect(try await search(SearchQuery("common", order: order)).count == 4)
      let project = try await search(SearchQuery("common", project: other.id, order: order))
      #expect(project.map(\.conversationID) == [there, there])
      #expect(try await search(SearchQuery("common", role: .user, order: order)).count == 2)
      #expect(try await search(SearchQuery("common", model: testModel, order: order)).count == 2)
      let from = try await search(SearchQuery("common", from: later, order: order))
      #expect(Set(from.map(\.conversationID)) == [there])
      let to = try await search(SearchQuery("common", to: later, order: order))
      #expect(Set(to.map(\.conversationID)) == [here])
      #expect(try await search(SearchQuery("common", archived: .only, order: order)).isEmpty)
    }
  }

  @Test(arguments: IndexState.allCases, [SearchQuery.Order.newest, .relevance])
  func `pages follow each other without gaps`(
    state: IndexState, order: SearchQuery.Order
  ) async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    for index in 0..<30 {
      try await test.exchange("word number\(index)", "word again", in: conversation)
      if index == 15 { try await test.bring(to: state) }
    }
    var found: [SearchResult] = []
    var query = SearchQuery("word", order: order, limit: 7)
    repeat {
      let results = try await test.store.search(query)
      found += results.results
      query.cursor = results.next
    } while query.cursor != nil
    #expect(found.count == 60 && Set(found.map(\.messageID)).count == 60)
    if order == .newest { #expect(found.map(\.createdAt) == found.map(\.createdAt).sorted(by: >)) }
  }

  @Test func `many blocks are joined, and stay in order of time`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    for index in 0..<400 {
      _ = try await test.exchange("item\(index) everywhere", "reply\(index)", in: conversation)
      if index % 20 == 19 { try await test.store.finishIndexing() }
    }
    let blocks = try test.connection().firstRow("SELECT count(*) FROM search_blocks") {
      $0.integer(0)
    }
    #expect((blocks ?? .max) < 20)
    let results = try await test.store.search(SearchQuery("everywhere", limit: 500)).results
    #expect(results.count == 400)
    #expect(results.map(\.createdAt) == results.map(\.createdAt).sorted(by: >))
    #expect(try await test.find("\"item7\"").count == 1)
  }

  @Test func `more relevant messages come first`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let best = try await test.send("zebra crossing: where a zebra crosses", in: conversation)
    _ = try await test.store.append([.text("zebra"), .finished(.stop)], to: best.id)
    for index in 0..<20 {
      let filler = String(repeating: "other words of no interest ", count: 30)
      try await test.exchange("\(filler) zebra \(index)", "crossing", in: conversation)
    }
    try await test.store.finishIndexing()
    let results = try await test.store.search(SearchQuery("zebra cross", order: .relevance))
    #expect(results.results.first?.messageID == best.userMessageID)
    #expect(!results.isBounded)
  }

  @Test(arguments: [SearchQuery.Order.newest, .relevance])
  func `of very many waiting texts the newest are found, and the index too`(
    order: SearchQuery.Order
  ) async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    try await test.exchange("indexed needle", "ok", in: conversation)
    try await test.store.finishIndexing()
    let turn = try await test.exchange("template", "ok", in: conversation)
    try test.connection().executeScript(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)
      INSERT INTO messages (id, conversation_id, parent_id, role, status, created_at, parts)
      SELECT printf('%08d-0000-7000-8000-000000000000', i), conversation_id, id, 'user', 'complete',
        created_at + i,
        '[{"type":"text","text":"waiting ' || iif(i % 2, 'straw ', 'needle ') || i || '"}]'
      FROM n, messages WHERE id = '\(turn.assistantMessageID)'
      """)
    let results = try await test.store.search(SearchQuery("needle", order: order, limit: 1000))
    #expect(results.unindexed >= 600)
    #expect(results.results.contains { $0.snippet.text == "indexed needle" })
    #expect(results.results.contains { $0.snippet.text == "waiting needle 600" })
  }

  @Test func `a snippet marks what was found and has no Markdown`() async throws {
    let test = try await TestStore()
    let filler = String(repeating: "filler text ", count: 40)
    _ = try await test.send(
      filler + "\n## The **quick** `brown` fox\n" + filler, in: try await test.conversation())
    let results = try await test.store.search(SearchQuery("\"quick brown\" fox")).results
    let snippet = try #require(results.first?.snippet)
    let scalars = Array(snippet.text.unicodeScalars)
    let marked = snippet.marks.map { String(String.UnicodeScalarView(scalars[$0])) }
    #expect(marked == ["quick brown", "fox"])
    #expect(snippet.text.hasPrefix("…") && snippet.text.hasSuffix("…"))
    #expect(!snippet.text.contains("*") && !snippet.text.contains("#"))
  }

  @Test func `every word of a text finds it`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let texts = [
      "func parseHTTPHeader(_ line: String) -> [String: String]", "它支持 Swift 6 和 macOS，免费！",
      "Ångström’s naïve façade—coöperate", "１２３ ＡＢＣ ﬁnal ½ ②", "日本語のテキスト、カタカナ。",
      "mixed 한국어 and العربية and עברית", "x_y_z __init__ a__b ~~gone~~",
    ]
    for text in texts { _ = try await test.exchange(text, "ok", in: conversation) }
    for state in IndexState.allCases {
      try await test.bring(to: state)
      for text in texts {
        for word in text.split(whereSeparator: { $0.isWhitespace }) {
          guard word.contains(where: { $0.isLetter || $0.isNumber }) else { continue }
          let query = SearchQuery(String(word.drop { $0 == "-" }), limit: 50)
          let results = try await test.store.search(query).results
          #expect(results.count > 0, "\(word)")
        }
      }
    }
  }
}
