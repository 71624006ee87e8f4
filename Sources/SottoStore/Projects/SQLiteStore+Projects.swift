package import SottoCore

extension SQLiteStore {
  package func projects() async throws -> [Project] {
    try await readers.read { connection in try connection.visibleProjects() }
  }

  package func project(_ id: ProjectID) async throws -> Project {
    try await readers.read { connection in try connection.visibleProject(id) }
  }

  package func project(of conversation: ConversationID) async throws -> Project {
    try await readers.readBriefly { connection in
      try connection.visibleProject(of: conversation)
    }
  }

  package func createProject(_ details: ProjectDetails) async throws -> Project {
    try check(details)
    let now = clock.now()
    let project = Project(
      id: ProjectID(at: now), details: details, createdAt: now, updatedAt: now)
    try await writer.write { connection in try connection.insertProject(project) }
    return project
  }

  package func updateProject(
    _ id: ProjectID, ifVersion: Int?,
    _ change: @escaping @Sendable (inout ProjectDetails) throws -> Void
  ) async throws -> Project {
    let now = clock.now()
    return try await writer.write { connection in
      var project = try connection.visibleProject(id)
      try SottoError.check(ifVersion, is: project.version, of: "project")
      try change(&project.details)
      try self.check(project.details)
      project.updatedAt = now
      project.version += 1
      try connection.updateProject(project)
      return project
    }
  }

  package func deleteProject(_ id: ProjectID) async throws -> Timestamp {
    let now = clock.now()
    return try await writer.write { connection in
      _ = try connection.visibleProject(id)
      let active = try connection.activeProject()
      let others = try connection.visibleProjects().filter { $0.id != id }
      guard let next = others.first else {
        throw SottoError(
          .lastProject, "the last project cannot be deleted", hint: "add another project first")
      }
      try connection.execute(
        "UPDATE projects SET deleted_at = ?2 WHERE id = ?1",
        [DatabaseValue(id), DatabaseValue(now)])
      if active == id { try connection.activateProject(next.id) }
      return now + Self.undoPeriod
    }
  }

  package func restoreProject(_ id: ProjectID) async throws -> Project {
    let now = clock.now()
    return try await writer.write { connection in
      try connection.restore("projects", id: id.rawValue, now: now)
      return try connection.visibleProject(id)
    }
  }

  package func activeProjectID() async throws -> ProjectID {
    try await readers.read { connection in try connection.activeProject() }
  }

  package func activateProject(_ id: ProjectID) async throws -> Project {
    try await writer.write { connection in
      let project = try connection.visibleProject(id)
      try connection.activateProject(id)
      return project
    }
  }

  private func check(_ details: ProjectDetails) throws {
    try details.validate()
    try Limits.check(details.description, "the description", most: Limits.message)
    try Limits.check(details.systemPrompt, "the system prompt", most: Limits.message)
    try Limits.check(details.openingMessage, "the opening message", most: Limits.message)
    for sequence in details.settings.stopSequences {
      try Limits.check(sequence, "a stop sequence", most: Limits.title)
    }
  }
}
