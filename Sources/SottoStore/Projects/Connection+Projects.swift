internal import SottoCore

extension Connection {
  static let projectColumns = """
    id, name, description, system_prompt, model, temperature, max_output_tokens, \
    created_at, updated_at
    """
  private static let activeProject = "active_project_id"

  /// The projects that are not deleted, by name.
  func visibleProjects() throws -> [Project] {
    let found = try rows(
      "SELECT \(Self.projectColumns) FROM projects WHERE deleted_at IS NULL ORDER BY id",
      [], Self.readProject)
    return found.map { (key: $0.details.name.lowercased(), project: $0) }
      .sorted { ($0.key, $0.project.id.rawValue) < ($1.key, $1.project.id.rawValue) }
      .map(\.project)
  }

  /// - Throws: ``SottoError`` of code `projectNotFound`, also when it is deleted.
  func visibleProject(_ id: ProjectID) throws -> Project {
    let found = try firstRow(
      "SELECT \(Self.projectColumns) FROM projects WHERE id = ? AND deleted_at IS NULL",
      [DatabaseValue(id)], Self.readProject)
    guard let found else { throw SottoError(.projectNotFound, "there is no project \(id)") }
    return found
  }

  func insertProject(_ project: Project) throws {
    let details = project.details
    try execute(
      "INSERT INTO projects (\(Self.projectColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
      [
        DatabaseValue(project.id), .text(details.name), .text(details.description),
        .text(details.systemPrompt), DatabaseValue(details.model?.description),
        DatabaseValue(details.settings.temperature),
        DatabaseValue(details.settings.maxOutputTokens),
        DatabaseValue(project.createdAt), DatabaseValue(project.updatedAt),
      ])
  }

  func updateProject(_ project: Project) throws {
    let details = project.details
    try execute(
      """
      UPDATE projects SET name = ?2, description = ?3, system_prompt = ?4, model = ?5,
        temperature = ?6, max_output_tokens = ?7, updated_at = ?8
      WHERE id = ?1
      """,
      [
        DatabaseValue(project.id), .text(details.name), .text(details.description),
        .text(details.systemPrompt), DatabaseValue(details.model?.description),
        DatabaseValue(details.settings.temperature),
        DatabaseValue(details.settings.maxOutputTokens),
        DatabaseValue(project.updatedAt),
      ])
  }

  /// Makes the project that a store begins with, active.
  func createFirstProject(named name: String, now: Timestamp) throws {
    let project = Project(
      id: ProjectID(at: now), details: ProjectDetails(name: name), createdAt: now, updatedAt: now)
    try project.details.validate()
    try insertProject(project)
    try activateProject(project.id)
  }

  /// The active project; the first by name when the setting names none that is there.
  func activeProject() throws -> ProjectID {
    if let text = try setting(Self.activeProject), let id = ProjectID(text) {
      let visible = try firstRow(
        "SELECT 1 FROM projects WHERE id = ? AND deleted_at IS NULL", [DatabaseValue(id)]
      ) { _ in true }
      if visible != nil { return id }
    }
    guard let first = try visibleProjects().first else {
      throw SottoError(.projectNotFound, "there is no project", hint: "add one")
    }
    return first.id
  }

  func activateProject(_ id: ProjectID) throws {
    try setSetting(Self.activeProject, to: id.rawValue)
  }

  /// `nil` for a row whose identifier is damaged.
  private static func readProject(_ row: borrowing Row) -> Project? {
    guard let id = ProjectID(row.text(0)) else { return nil }
    let details = ProjectDetails(
      name: row.text(1), description: row.text(2), systemPrompt: row.text(3),
      model: row.optionalText(4).flatMap { ModelReference($0) },
      settings: GenerationSettings(
        temperature: row.optionalReal(5),
        maxOutputTokens: row.optionalInteger(6).map { Int($0) }))
    return Project(
      id: id, details: details, createdAt: Timestamp(milliseconds: row.integer(7)),
      updatedAt: Timestamp(milliseconds: row.integer(8)))
  }
}
