import SottoCore
import SottoEngine
import SottoHTTP

extension WebApp {
  func addProjectRoutes(to router: inout Router) {
    let store = parts.store
    let changes = parts.changes
    let engine = parts.engine
    let models = parts.models

    router.add(.get, "/api/v1/projects") { _ in
      let projects = try await store.projects()
      return .json(
        .object([
          "projects": .array(projects.map(\.json)),
          "active_project_id": .string(try await store.activeProjectID().rawValue),
        ]))
    }

    router.add(.post, "/api/v1/projects") { request in
      let body = try RequestBody(request, known: ProjectFields.names)
      var details = ProjectDetails(name: "")
      try ProjectFields.apply(body, to: &details)
      try details.validate()
      for model in [details.model, details.fallbackModel].compactMap({ $0 }) {
        _ = try await models.resolve(model)
      }
      let project = try await store.createProject(details)
      changes.publish(.projects)
      return .json(project.json, status: 201)
    }

    router.add(.get, "/api/v1/projects/{id}") { request in
      .json(try await store.project(request.projectID()).json)
    }

    router.add(.patch, "/api/v1/projects/{id}") { request in
      let body = try RequestBody(request, known: ProjectFields.names.union(["version"]))
      for field in ["model", "fallback_model"] {
        if let model = try body.model(field) { _ = try await models.resolve(model) }
      }
      let version = try body.integer("version")
      let id = try request.projectID()
      return try await APIFailure.showingConflict {
        let project = try await store.updateProject(id, ifVersion: version) { details in
          try ProjectFields.apply(body, to: &details)
          try details.validate()
        }
        changes.publish(.projects)
        return .json(project.json)
      } current: {
        try await store.project(id).json
      }
    }

    router.add(.delete, "/api/v1/projects/{id}") { request in
      let id = try request.projectID()
      let running = try await engine.runningTurns {
        try await store.conversation($0).projectID == id
      }
      let undoUntil = try await store.deleteProject(id)
      for turn in running { try await engine.stop(turn) }
      changes.publish(.projects)
      return .json(.object(["undo_until": .integer(undoUntil.milliseconds)]))
    }

    router.add(.post, "/api/v1/projects/{id}/restore") { request in
      let project = try await store.restoreProject(request.projectID())
      changes.publish(.projects)
      return .json(project.json)
    }

    router.add(.post, "/api/v1/projects/{id}/activate") { request in
      .json(try await store.activateProject(request.projectID()).json)
    }
  }
}
