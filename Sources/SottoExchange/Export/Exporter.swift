package import SottoCore

/// How an export is written. Raw values are the words of the API and of `--format`.
package enum ExportFormat: String, CaseIterable, Sendable {
  case markdown, html, json
  /// `json` with the bytes of all files.
  case zip

  /// The ending of a file's name.
  package var fileExtension: String { self == .markdown ? "md" : rawValue }

  package var mediaType: String {
    switch self {
    case .markdown: "text/markdown; charset=utf-8"
    case .html: "text/html; charset=utf-8"
    case .json: "application/json"
    case .zip: "application/zip"
    }
  }
}

/// What of the history is exported.
package enum ExportScope: Hashable, Sendable {
  case all
  case project(ProjectID)
  case conversation(ConversationID)

  var word: String {
    switch self {
    case .all: "all"
    case .project: "project"
    case .conversation: "conversation"
    }
  }
}

/// Writes the history as a file, a conversation at a time. The same history gives the same bytes.
package struct Exporter: Sendable {
  let store: any ConversationStore & HistoryExport
  let files: any FileStore

  /// An exporter of a store and its files.
  package init(store: any ConversationStore & HistoryExport, files: any FileStore) {
    self.store = store
    self.files = files
  }

  /// What is about to be exported; nothing is written yet.
  package struct Plan: Sendable {
    let scope: ExportScope
    /// By id.
    let projects: [Project]
    /// By project and by id.
    let conversations: [ConversationID]
    /// What a file of it can be called, without an ending.
    package let name: String
  }

  /// Looks for what is to be exported.
  ///
  /// - Throws: ``SottoError`` when there is no such project or conversation.
  package func plan(_ scope: ExportScope) async throws -> Plan {
    switch scope {
    case .conversation(let id):
      let conversation = try await store.conversation(id)
      return Plan(
        scope: scope, projects: [try await store.project(conversation.projectID)],
        conversations: [id], name: Self.fileName(conversation.title))
    case .project(let id):
      let project = try await store.project(id)
      return Plan(
        scope: scope, projects: [project],
        conversations: try await store.conversationIDs(in: id),
        name: Self.fileName(project.details.name))
    case .all:
      let projects = try await store.projects().sorted { $0.id.rawValue < $1.id.rawValue }
      var conversations: [ConversationID] = []
      for project in projects { conversations += try await store.conversationIDs(in: project.id) }
      return Plan(
        scope: scope, projects: projects, conversations: conversations, name: "sotto-export")
    }
  }

  /// Letters, digits and dashes of a title.
  private static func fileName(_ title: String) -> String {
    var name = ""
    for character in title.prefix(80) {
      if character.isLetter || character.isNumber {
        name.append(character)
      } else if !name.hasSuffix("-") {
        name.append("-")
      }
    }
    while name.last == "-" { name.removeLast() }
    while name.first == "-" { name.removeFirst() }
    return name.isEmpty ? "conversation" : name
  }

  /// Writes what was planned, piece by piece; a conversation that was deleted meanwhile is left out.
  ///
  /// - Throws: ``SottoError``, and whatever `write` throws.
  package func write(
    _ plan: Plan, as format: ExportFormat, to write: ([UInt8]) async throws -> Void
  ) async throws {
    switch format {
    case .markdown:
      var isFirst = true
      try await forEachTree(of: plan) { tree, project in
        try await write(
          Array(MarkdownExport.text(of: tree, in: project, isFirst: isFirst).utf8))
        isFirst = false
      }
    case .html:
      try await write(Array(HTMLExport.head(title: plan.name).utf8))
      try await forEachTree(of: plan) { tree, project in
        for piece in HTMLExport.article(of: tree, in: project) {
          switch piece {
          case .text(let html): try await write(Array(html.utf8))
          case .image(let file): try await write(await imageURL(file))
          }
        }
      }
      try await write(Array(HTMLExport.end.utf8))
    case .json: try await writeJSON(plan, { _ in }, to: write)
    case .zip: try await writeArchive(plan, to: write)
    }
  }

  private func forEachTree(
    of plan: Plan, _ body: (ConversationTree, Project) async throws -> Void
  ) async throws {
    for id in plan.conversations {
      try Task.checkCancellation()
      let tree: ConversationTree
      do {
        tree = try await store.conversationTree(id)
      } catch let error as SottoError where error.code == .conversationNotFound {
        continue
      }
      let project = plan.projects.first { $0.id == tree.conversation.projectID }
      if let project { try await body(tree, project) }
    }
  }

  private func imageURL(_ file: FileReference) async -> [UInt8] {
    // A picture that is missing or damaged is shown by its name.
    guard let bytes = try? await files.file(file.digest) else { return [] }
    return Array("data:\(file.mediaType);base64,".utf8) + Base64.encode(bytes)
  }

  /// `found` is told of every file that a message names.
  private func writeJSON(
    _ plan: Plan, _ found: (FileReference) -> Void, to write: ([UInt8]) async throws -> Void
  ) async throws {
    var head: JSONObject = [
      "format": "sotto-export", "version": 1, "scope": .string(plan.scope.word),
    ]
    var templates: [TemplateRecord] = []
    if plan.scope == .all {
      head["active_project_id"] = .string(try await store.activeProjectID().rawValue)
      templates = try await store.templateRecords()
    }
    var text = Array(JSONValue.object(head).encoded.dropLast())
    text += Array(",\n\"projects\":[".utf8)
    Self.append(plan.projects.map(JSONExport.json), to: &text)
    text += Array("],\n\"templates\":[".utf8)
    Self.append(templates.map(JSONExport.json), to: &text)
    text += Array("],\n\"conversations\":[".utf8)
    try await write(text)
    var isFirst = true
    try await forEachTree(of: plan) { tree, _ in
      var line: [UInt8] = Array((isFirst ? "\n" : ",\n").utf8)
      isFirst = false
      JSONExport.json(tree).encode(into: &line)
      try await write(line)
      for message in tree.messages {
        for case .file(let file) in message.content.parts { found(file) }
      }
    }
    try await write(Array("\n]}\n".utf8))
  }

  private static func append(_ values: [JSONValue], to text: inout [UInt8]) {
    for (index, value) in values.enumerated() {
      text += Array((index == 0 ? "\n" : ",\n").utf8)
      text += value.encoded
    }
    if !values.isEmpty { text += Array("\n".utf8) }
  }

  private func writeArchive(_ plan: Plan, to write: ([UInt8]) async throws -> Void) async throws {
    let archive = try ArchiveWriter()
    var found: [String: FileReference] = [:]
    try archive.begin("export.json")
    try await writeJSON(plan, { found[$0.digest] = $0 }) { bytes in
      try archive.write(bytes)
      try await write(archive.take())
    }
    for digest in found.keys.sorted() {
      // One that is missing or damaged is named in `export.json` all the same.
      guard let bytes = try? await files.file(digest) else { continue }
      let isText = found[digest]?.isText ?? false
      try archive.begin("files/\(digest)", size: bytes.count, isCompressed: !isText)
      try archive.write(bytes)
      try await write(archive.take())
    }
    try archive.finish()
    try await write(archive.take())
  }
}
