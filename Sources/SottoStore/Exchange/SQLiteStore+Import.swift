package import SottoCore

extension SQLiteStore: HistoryImport {
  /// About as many bytes are written in one transaction, which other writers wait for.
  private static let transactionCost = 256 << 10

  package func importConversations(
    _ drafts: [ConversationDraft], from source: String, into project: ProjectID
  ) async throws -> [ImportOutcome] {
    let now = clock.now()
    var outcomes: [ImportOutcome] = []
    var small: [IdentifiedDraft] = []
    var cost = 0
    func writeSmall() async throws {
      if small.isEmpty { return }
      try Task.checkCancellation()
      outcomes += try await importWhole(small, into: project, now: now)
      small = []
      cost = 0
    }
    for draft in drafts {
      let identified = IdentifiedDraft(draft, from: source, into: project, now: now)
      if identified.cost > Self.transactionCost {
        try await writeSmall()
        outcomes.append(try await importLarge(identified, into: project, now: now))
        continue
      }
      if cost + identified.cost > Self.transactionCost { try await writeSmall() }
      small.append(identified)
      cost += identified.cost
    }
    try await writeSmall()
    // Others would have to flush what gathers here together with their own few bytes.
    try await writer.flusher.flush()
    return outcomes
  }

  private func importWhole(
    _ drafts: [IdentifiedDraft], into project: ProjectID, now: Timestamp
  ) async throws -> [ImportOutcome] {
    try await writer.writeWithoutFlush { connection in
      _ = try connection.visibleProject(project)
      return try drafts.map {
        try connection.importWhole(try connection.withFreeIDs($0), by: self.owner, now: now)
      }
    }
  }

  /// In several transactions; nobody sees it before the last one.
  private func importLarge(
    _ draft: IdentifiedDraft, into project: ProjectID, now: Timestamp
  ) async throws -> ImportOutcome {
    let planned = try await writer.writeWithoutFlush { connection in
      _ = try connection.visibleProject(project)
      let draft = try connection.withFreeIDs(draft)
      return LargeImport(
        draft: draft, plan: try connection.planImport(of: draft, by: self.owner, now: now))
    }
    let draft = planned.draft
    switch planned.plan {
    case .done(let outcome): return outcome
    case .new:
      do {
        for range in Self.ranges(Array(draft.nodes.indices), of: draft) {
          try Task.checkCancellation()
          try await writer.writeWithoutFlush { connection in
            for index in range { try connection.insertNodes(draft.nodes[index...index]) }
          }
        }
        return try await writer.writeWithoutFlush { try $0.finishImport(of: draft) }
      } catch {
        // What cannot be erased stays hidden and goes with the next purge; the first error counts.
        _ = try? await writer.writeWithoutFlush { connection in
          try connection.eraseConversation(draft.conversation.id.rawValue)
        }
        throw error
      }
    case .grow(let missing, let known):
      for range in Self.ranges(missing, of: draft) {
        try await writer.writeWithoutFlush { connection in
          for index in range { try connection.insertNodes(draft.nodes[index...index]) }
        }
      }
      return try await writer.writeWithoutFlush {
        try $0.finishGrowth(of: draft, added: missing.count, known: known)
      }
    }
  }

  /// Cuts a list of nodes into what one transaction takes.
  private static func ranges(_ indices: [Int], of draft: IdentifiedDraft) -> [[Int]] {
    let each = max(1, draft.cost / max(1, draft.nodes.count))
    let count = max(1, transactionCost / each)
    return stride(from: 0, to: indices.count, by: count).map {
      Array(indices[$0..<min($0 + count, indices.count)])
    }
  }

  package func importProject(
    _ project: ProjectDraft, from source: String
  ) async throws -> ProjectID {
    let now = clock.now()
    try project.details.validate()
    let derived: ProjectID = DerivedIdentity(["project", source, project.key])
      .identifier(at: Timestamp(milliseconds: 0))
    return try await writer.write { connection in
      var new =
        project.own
        ?? Project(
          id: derived, details: project.details, createdAt: now, updatedAt: now)
      let isVisible = try connection.firstRow(
        "SELECT deleted_at IS NULL FROM projects WHERE id = ?", [DatabaseValue(new.id)]
      ) { $0.integer(0) != 0 }
      if isVisible == true { return new.id }
      if isVisible == false { new.id = ProjectID(at: now) }
      if project.own == nil {
        let named = try connection.visibleProjects().first {
          $0.details.name == project.details.name
        }
        if let named { return named.id }
      }
      try connection.insertProject(new)
      return new.id
    }
  }

  package func importTemplate(_ template: TemplateRecord) async throws -> Bool {
    let columns = Self.templateColumns
    return try await writer.write { connection in
      try connection.execute(
        """
        INSERT OR IGNORE INTO templates (id, \(columns.joined(separator: ", ")))
        VALUES (?\(String(repeating: ", ?", count: columns.count)))
        """, [.text(template.id)] + columns.map { Self.value(template.fields[$0] ?? .null) }) > 0
    }
  }

  /// Those of a template besides its id and ``deleted_at``.
  static let templateColumns = [
    "name", "description", "system_prompt", "opening_message", "model", "settings", "variables",
    "behaviours", "version", "created_at", "updated_at",
  ]

  private static func value(_ json: JSONValue) -> DatabaseValue {
    switch json {
    case .string(let text): .text(text)
    case .integer(let number): .integer(number)
    default: .null
    }
  }

  package func dropUntouchedFirstProject(
    besides imported: Set<ProjectID>, activating active: ProjectID?
  ) async throws {
    try await writer.write { connection in
      let others = try connection.visibleProjects().filter { !imported.contains($0.id) }
      guard let other = others.first, others.count == 1, !imported.isEmpty, other.version == 1,
        other.createdAt == other.updatedAt,
        other.details == ProjectDetails(name: other.details.name)
      else { return }
      let isUsed = try connection.firstRow(
        "SELECT EXISTS (SELECT 1 FROM conversations WHERE project_id = ?)",
        [DatabaseValue(other.id)]
      ) { $0.integer(0) != 0 }
      guard isUsed == false else { return }
      try connection.execute("DELETE FROM projects WHERE id = ?", [DatabaseValue(other.id)])
      if let active, imported.contains(active) { try connection.activateProject(active) }
    }
  }
}

private struct LargeImport: Sendable {
  var draft: IdentifiedDraft
  var plan: ImportPlan
}
