internal import SottoCore

/// One run of an import: what is known so far of its projects and files, and the balance.
struct ImportSession {
  let importer: Importer
  let request: Importer.Request
  var progress = Importer.Progress()
  private var drafts: [String: ProjectDraft] = [:]
  private var projects: [String: ProjectID] = [:]
  private var assets: [String: FileReference] = [:]
  private var isWhole = false
  private var activeKey: String?

  init(importer: Importer, request: Importer.Request) {
    self.importer = importer
    self.request = request
  }

  mutating func take(_ items: [ImportedItem]) async throws {
    var waiting = Waiting()
    for item in items {
      if case .conversation(let parsed, let format) = item {
        let project = try await project(of: parsed, format)
        if waiting.project != project || waiting.source != format.rawValue {
          try await store(&waiting)
          waiting = Waiting(source: format.rawValue, project: project)
        }
        try await prepare(parsed, format, &waiting)
      } else {
        try await store(&waiting)
        try await takeOther(item)
      }
    }
    try await store(&waiting)
  }

  private mutating func takeOther(_ item: ImportedItem) async throws {
    switch item {
    case .conversation: break
    case .project(let draft, let format): try await take(draft, format)
    case .template(let template):
      if try await !importer.history.importTemplate(template) {
        progress.balance.skip(
          "template", template.fields["name"]?.string ?? "", "it is there already")
      }
    case .asset(let names, let name, let bytes): try await keep(bytes, name: name, names)
    case .skipped(let subject, let name, let reason):
      progress.balance.skip(subject, name, reason)
      if subject == "conversation" {
        progress.balance.conversations.found += 1
        progress.balance.conversations.skipped += 1
      }
    case .wholeHistory(let active):
      isWhole = true
      activeKey = active
    }
  }

  /// To be called once, after everything was taken.
  mutating func finish() async throws {
    progress.fraction = 1
    if isWhole, request.project == nil {
      try await importer.history.dropUntouchedFirstProject(
        besides: Set(projects.values), activating: activeKey.flatMap { projects["sotto/\($0)"] })
    }
  }
}

// MARK: - Projects

extension ImportSession {
  private mutating func take(_ draft: ProjectDraft, _ format: ImportFormat) async throws {
    let key = "\(format.rawValue)/\(draft.key)"
    guard request.project == nil else {
      return progress.balance.skip(
        "project", draft.details.name, "everything goes to the project that was named")
    }
    drafts[key] = draft
    // Projects of other programs are made when they get a conversation; an export of ours has them all,
    // and instructions are worth a project of their own.
    if format == .sotto || !draft.details.systemPrompt.isEmpty {
      _ = try await make(draft, format)
    }
  }

  private mutating func project(
    of parsed: ParsedConversation, _ format: ImportFormat
  ) async throws -> ProjectID {
    if let project = request.project { return project }
    let standard = ProjectDraft(key: "", details: ProjectDetails(name: format.projectName))
    guard let named = parsed.project else { return try await make(standard, format) }
    return try await make(drafts["\(format.rawValue)/\(named.key)"] ?? named, format)
  }

  private mutating func make(
    _ draft: ProjectDraft, _ format: ImportFormat
  ) async throws -> ProjectID {
    let key = "\(format.rawValue)/\(draft.key)"
    if let known = projects[key] { return known }
    var draft = draft
    let name = draft.details.name
    draft.details.name = name.utf8.count > 200 ? String(name.prefix(60)) : name
    do {
      try draft.details.validate()
    } catch {
      progress.balance.convert("project", name, "\(error.message): its settings are the usual ones")
      let plain = ProjectDetails(
        name: name.allSatisfy(\.isWhitespace) ? format.projectName : draft.details.name)
      draft = ProjectDraft(key: draft.key, details: plain)
    }
    let id = try await importer.history.importProject(draft, from: format.rawValue)
    projects[key] = id
    return id
  }
}

// MARK: - Files

extension ImportSession {
  private mutating func keep(_ bytes: [UInt8], name: String, _ names: [String]) async throws {
    progress.balance.files.found += 1
    do {
      let file = try await importer.files.addFile(bytes, name: Self.fitting(name), mediaType: "")
      progress.balance.files.imported += 1
      for name in names { assets[name] = file }
    } catch let error as SottoError where error.code == .invalidInput {
      progress.balance.files.skipped += 1
      progress.balance.skip("file", name, error.message)
    }
  }

  /// What a file part becomes; text with its name where there are no bytes.
  private mutating func resolve(_ part: ParsedPart) async throws -> Part {
    switch part {
    case .part(let part): return part
    case .file(let name, let mediaType, let bytes):
      progress.balance.files.found += 1
      do {
        let file = try await importer.files.addFile(
          bytes, name: Self.fitting(name), mediaType: mediaType)
        progress.balance.files.imported += 1
        return .file(file)
      } catch let error as SottoError where error.code == .invalidInput {
        progress.balance.files.skipped += 1
        progress.balance.skip("file", name, error.message)
        return .text("[\(name)]")
      }
    case .asset(let key, let name):
      if var file = assets[key] ?? assets[name] {
        file.name = Self.fitting(name)
        return .file(file)
      }
      progress.balance.convert("file", name, "its bytes are not in the export; its name is kept")
      return .text("[\(name)]")
    case .kept(let file):
      if var kept = try await asset(as: file) {
        kept.name = file.name
        return .file(kept)
      }
      if try await importer.files.fileReference(file.digest) == nil {
        progress.balance.convert(
          "file", file.name, "its bytes are not in the export; its name is kept")
      }
      return .file(file)
    }
  }

  /// A file of our own archive, under the label that its message gives it.
  private mutating func asset(as file: FileReference) async throws -> FileReference? {
    let name = "files/\(file.digest)"
    guard let kept = assets[name], kept.mediaType != file.mediaType, file.isText else {
      return assets[name]
    }
    let bytes = try await importer.files.file(kept.digest)
    assets[name] = try await importer.files.addFile(
      bytes, name: Self.fitting(file.name), mediaType: file.mediaType)
    return assets[name]
  }

  private static func fitting(_ name: String) -> String {
    name.utf8.count > 255 ? String(name.suffix(60)) : name
  }
}

// MARK: - Conversations

/// Conversations that are ready to be stored.
private struct Waiting {
  var source = ""
  var project: ProjectID?
  var drafts: [ConversationDraft] = []
}

extension ImportSession {
  private mutating func prepare(
    _ parsed: ParsedConversation, _ format: ImportFormat, _ waiting: inout Waiting
  ) async throws {
    progress.balance.source = progress.balance.source ?? format.rawValue
    progress.balance.conversations.found += 1
    progress.balance.messages.found += parsed.messages.count
    parsed.remarks.add(to: &progress.balance)
    var parsed = parsed
    if parsed.messages.isEmpty, parsed.draft.id == nil {
      progress.balance.conversations.skipped += 1
      let title = parsed.draft.title.isEmpty ? "untitled" : parsed.draft.title
      return progress.balance.skip("conversation", title, "it has no messages")
    }
    if format != .sotto { parsed.choosePath() }
    var draft = parsed.draft
    for message in parsed.messages {
      var new = message.draft
      for part in message.parts { new.content.parts.append(try await resolve(part)) }
      draft.messages.append(new)
    }
    waiting.drafts.append(draft)
  }

  private mutating func store(_ waiting: inout Waiting) async throws {
    guard let project = waiting.project, !waiting.drafts.isEmpty else { return }
    let drafts = waiting.drafts
    waiting.drafts = []
    let outcomes = try await importer.history.importConversations(
      drafts, from: waiting.source, into: project)
    for (draft, outcome) in zip(drafts, outcomes) { count(outcome, of: draft, project) }
  }

  private mutating func count(
    _ outcome: ImportOutcome, of draft: ConversationDraft, _ project: ProjectID
  ) {
    switch outcome {
    case .imported(let messages):
      progress.balance.conversations.imported += 1
      progress.balance.messages.imported += messages
      progress.projects.insert(project)
    case .grown(let added, let known):
      progress.balance.conversations.imported += 1
      progress.balance.messages.imported += added
      progress.balance.messages.unchanged += known
      progress.projects.insert(project)
    case .unchanged(let messages):
      progress.balance.conversations.unchanged += 1
      progress.balance.messages.unchanged += messages
    case .refused(let reason):
      progress.balance.conversations.skipped += 1
      progress.balance.messages.skipped += draft.messages.count
      progress.balance.skip(
        "conversation", draft.title.isEmpty ? "untitled" : draft.title, reason)
    }
  }
}
