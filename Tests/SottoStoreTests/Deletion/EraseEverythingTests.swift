import Foundation
import SottoCore
import SottoStore
import Testing

@Suite struct EraseEverythingTests {
  @Test func `nothing that was written is left in the files, and one empty project is there`()
    async throws
  {
    let test = try await TestStore()
    try await test.store.saveProvider(
      Provider(name: "p", kind: .openAIChat, baseURL: "https://p.example/v1", key: .none))
    let project = try await test.store.createProject(
      ProjectDetails(name: "very private project", systemPrompt: "very private prompt"))
    let conversation = try await test.store.createConversation(
      in: project.id, title: "very private title", id: nil)
    let file = try await test.store.addFile(
      Array("very private file".utf8), name: "very private name", mediaType: "text/plain")
    let turn = try await test.store.begin(
      .send([.file(file), .text("very private")], parent: nil), in: conversation.id)
    _ = try await test.store.append([.text("very private words")], to: turn.id)
    _ = try await test.store.createTemplate(
      TemplateDetails(name: "very private", systemPrompt: "very private"))
    try await test.store.saveHost(
      MetHost(host: "very.private", provider: nil, firstSentAt: test.clock.clock.now()))

    try await test.store.eraseEverything(backups: false)

    #expect(try await test.store.projects().map(\.details.name) == ["Default"])
    #expect(try await test.store.activeProjectID() == test.store.projects().first?.id)
    #expect(try await test.store.providers().map(\.name) == ["p"])
    #expect(try await test.store.metHosts().isEmpty)
    #expect(try await test.store.templates().isEmpty)
    #expect(try await test.store.checkIntegrity().damage == nil)
    let files = FileManager.default.enumerator(atPath: test.folder.path)
    while let name = files?.nextObject() as? String {
      guard let data = FileManager.default.contents(atPath: test.folder.path + "/" + name) else {
        continue
      }
      #expect(data.range(of: Data("very private".utf8)) == nil, "\(name)")
      #expect(data.range(of: Data("very.private".utf8)) == nil, "\(name)")
    }
    // The turn that ran has nothing left to write to.
    #expect(
      try await code { _ = try await test.store.append([.text("more")], to: turn.id) }
        == .turnNotFound)
  }

  @Test func `every table but the settings is empty, whatever the schema has`() async throws {
    let test = try await TestStore()
    try test.connection().executeScript(
      "CREATE TABLE later (text TEXT); INSERT INTO later VALUES ('kept by mistake')")
    try await test.exchange("Hi", "Ho", in: test.conversation())
    try await test.store.eraseEverything(backups: false)
    let connection = try test.connection()
    let tables = try connection.rows(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'"
    ) { $0.text(0) }
    #expect(tables.contains("later"))
    // What SQLite keeps for itself has names and numbers only.
    for table in tables
    where !["settings", "projects"].contains(table) && !table.hasPrefix("sqlite_") {
      let count = try connection.firstRow("SELECT count(*) FROM \"\(table)\"") { $0.integer(0) }
      #expect(count == 0, "\(table)")
    }
  }

  @Test func `backups stay, are listed by age, and go when they are meant`() async throws {
    let test = try await TestStore()
    let folder = test.folder.path + "/backups"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (index, name) in ["young", "old"].enumerated() {
      let path = folder + "/" + name
      try Data("copy".utf8).write(to: URL(fileURLWithPath: path))
      let time = Date(timeIntervalSince1970: 1_700_000_000 - Double(index) * 1000)
      try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
    }
    try await test.store.eraseEverything(backups: false)
    let backups = try await test.store.copies()
    #expect(backups.map(\.name) == ["old", "young"])
    #expect(backups[0].modifiedAt.milliseconds == 1_699_999_000_000)
    try await test.store.eraseEverything(backups: true)
    #expect(try await test.store.copies().isEmpty)
  }
}
