package import SottoCore

extension SQLiteStore: TemplateStore {
  package func templates() async throws -> [Template] {
    try await readers.read { connection in
      try connection.templates("deleted_at IS NULL").sorted {
        ($0.details.name.lowercased(), $0.id.rawValue)
          < ($1.details.name.lowercased(), $1.id.rawValue)
      }
    }
  }

  package func template(_ id: TemplateID) async throws -> Template {
    try await readers.read { connection in try connection.visibleTemplate(id) }
  }

  package func createTemplate(_ details: TemplateDetails) async throws -> Template {
    try Self.check(details)
    let now = clock.now()
    let template = Template(
      id: TemplateID(at: now), details: details, createdAt: now, updatedAt: now)
    try await writer.write { connection in try connection.saveTemplate(template) }
    return template
  }

  package func updateTemplate(
    _ id: TemplateID, _ change: @escaping @Sendable (inout TemplateDetails) throws -> Void
  ) async throws -> Template {
    let now = clock.now()
    return try await writer.write { connection in
      var template = try connection.visibleTemplate(id)
      try change(&template.details)
      try Self.check(template.details)
      template.updatedAt = now
      template.version += 1
      try connection.saveTemplate(template)
      return template
    }
  }

  package func deleteTemplate(_ id: TemplateID) async throws -> Timestamp {
    let now = clock.now()
    return try await writer.write { connection in
      _ = try connection.visibleTemplate(id)
      try connection.execute(
        "UPDATE templates SET deleted_at = ?2 WHERE id = ?1",
        [DatabaseValue(id), DatabaseValue(now)])
      return now + Self.undoPeriod
    }
  }

  package func restoreTemplate(_ id: TemplateID) async throws -> Template {
    let now = clock.now()
    return try await writer.write { connection in
      try connection.restore("templates", id: id.rawValue, now: now)
      return try connection.visibleTemplate(id)
    }
  }

  private static func check(_ details: TemplateDetails) throws {
    try details.validate()
    try Limits.check(details.description, "the description", most: Limits.message)
    try Limits.check(details.systemPrompt, "the system prompt", most: Limits.message)
    try Limits.check(details.openingMessage, "the opening message", most: Limits.message)
    let variables = JSONValue.array(details.variables.map(\.json)).encodedText
    try Limits.check(variables, "the list of variables", most: Limits.setting)
  }
}

extension Connection {
  private static let templateColumns = """
    id, name, description, system_prompt, opening_message, model, settings, variables, version, \
    created_at, updated_at, behaviours
    """

  fileprivate func templates(
    _ condition: String, _ values: [DatabaseValue] = []
  ) throws -> [Template] {
    try rows(
      "SELECT \(Self.templateColumns) FROM templates WHERE \(condition)", values,
      Self.readTemplate)
  }

  fileprivate func visibleTemplate(_ id: TemplateID) throws -> Template {
    let found = try templates("id = ? AND deleted_at IS NULL", [DatabaseValue(id)]).first
    guard let found else { throw SottoError(.templateNotFound, "there is no template \(id)") }
    return found
  }

  /// Adds it, or replaces the one of the same id.
  fileprivate func saveTemplate(_ template: Template) throws {
    let details = template.details
    try execute(
      """
      INSERT OR REPLACE INTO templates (\(Self.templateColumns))
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        DatabaseValue(template.id), .text(details.name), .text(details.description),
        .text(details.systemPrompt), .text(details.openingMessage),
        DatabaseValue(details.model?.description), .text(details.settings.json.encodedText),
        .text(JSONValue.array(details.variables.map(\.json)).encodedText),
        DatabaseValue(template.version), DatabaseValue(template.createdAt),
        DatabaseValue(template.updatedAt), details.behaviours.column,
      ])
  }

  /// `nil` for a row whose identifier is damaged. A column that cannot be read is not set.
  private static func readTemplate(_ row: borrowing Row) -> Template? {
    guard let id = TemplateID(row.text(0)) else { return nil }
    let json = { (column: String?) in column.flatMap { try? JSONValue(parsing: $0) } ?? .null }
    let details = TemplateDetails(
      name: row.text(1), description: row.text(2), systemPrompt: row.text(3),
      openingMessage: row.text(4), model: row.optionalText(5).flatMap { ModelReference($0) },
      settings: GenerationSettings(json: json(row.optionalText(6))),
      behaviours: ProjectBehaviours(column: row.optionalText(11)),
      variables: (json(row.optionalText(7)).array ?? []).compactMap { TemplateVariable(json: $0) })
    return Template(
      id: id, details: details, createdAt: Timestamp(milliseconds: row.integer(9)),
      updatedAt: Timestamp(milliseconds: row.integer(10)), version: Int(row.integer(8)))
  }
}
