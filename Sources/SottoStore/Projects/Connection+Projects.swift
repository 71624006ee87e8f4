internal import SottoCore

extension Connection {
  static let projectColumns =
    (["id", "created_at", "updated_at", "version"] + ProjectDetails.columns)
    .joined(separator: ", ")
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

  /// - Throws: ``SottoError`` of code `conversationNotFound`, also when it or its project is deleted.
  func visibleProject(of conversation: ConversationID) throws -> Project {
    let found = try firstRow(
      """
      SELECT \(Self.projectColumns) FROM projects
      WHERE id = (SELECT project_id FROM conversations WHERE id = ? AND deleted_at IS NULL)
        AND deleted_at IS NULL
      """, [DatabaseValue(conversation)], Self.readProject)
    guard let found else {
      throw SottoError(.conversationNotFound, "there is no conversation \(conversation)")
    }
    return found
  }

  func insertProject(_ project: Project) throws {
    let places = Array(repeating: "?", count: 4 + ProjectDetails.columns.count)
    try execute(
      "INSERT INTO projects (\(Self.projectColumns)) VALUES (\(places.joined(separator: ", ")))",
      [
        DatabaseValue(project.id), DatabaseValue(project.createdAt),
        DatabaseValue(project.updatedAt), DatabaseValue(project.version),
      ] + project.details.columnValues)
  }

  func updateProject(_ project: Project) throws {
    let changes = ProjectDetails.columns.map { "\($0) = ?" }.joined(separator: ", ")
    try execute(
      "UPDATE projects SET version = version + 1, updated_at = ?, \(changes) WHERE id = ?",
      [DatabaseValue(project.updatedAt)] + project.details.columnValues
        + [DatabaseValue(project.id)])
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
    return Project(
      id: id, details: ProjectDetails(row, from: 4),
      createdAt: Timestamp(milliseconds: row.integer(1)),
      updatedAt: Timestamp(milliseconds: row.integer(2)), version: Int(row.integer(3)))
  }
}
