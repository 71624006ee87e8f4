import SottoCore
import SottoEngine
import SottoHTTP

extension WebApp {
  func addTemplateRoutes(to router: inout Router) {
    let store = parts.templates
    let shelf = TemplateShelf(store: store)
    let projects = parts.store
    let models = parts.models
    let changes = parts.changes

    router.add(.get, "/api/v1/templates") { request in
      let found = try await shelf.templates(language: request.query["language"])
      return .json(.object(["templates": .array(found.map(\.json))]))
    }

    router.add(.post, "/api/v1/templates") { request in
      let body = try RequestBody(request, known: TemplateFields.names)
      var details = TemplateDetails(name: "")
      try TemplateFields.apply(body, to: &details)
      return .json(try await store.createTemplate(details).json, status: 201)
    }

    router.add(.get, "/api/v1/templates/{id}") { request in
      .json(try await shelf.template(request.templateID()).json)
    }

    router.add(.patch, "/api/v1/templates/{id}") { request in
      let id = try request.templateID()
      try shelf.requireOwn(id)
      let body = try RequestBody(request, known: TemplateFields.names)
      let template = try await store.updateTemplate(id) { details in
        try TemplateFields.apply(body, to: &details)
      }
      return .json(template.json)
    }

    router.add(.delete, "/api/v1/templates/{id}") { request in
      let id = try request.templateID()
      try shelf.requireOwn(id)
      let undoUntil = try await store.deleteTemplate(id)
      return .json(.object(["undo_until": .integer(undoUntil.milliseconds)]))
    }

    router.add(.post, "/api/v1/templates/{id}/restore") { request in
      .json(try await store.restoreTemplate(request.templateID()).json)
    }

    router.add(.post, "/api/v1/templates/{id}/project") { request in
      let body = try RequestBody(request, known: ["name", "values"])
      let template = try await shelf.template(request.templateID())
      var values: [String: String] = [:]
      for member in try body.object("values")?.members ?? [] {
        guard let text = member.value.string else {
          throw BadRequest.field("values", "an object of texts")
        }
        values[member.key] = text
      }
      let details = try template.details.project(named: try body.string("name"), values: values)
      if let model = details.model { _ = try await models.resolve(model) }
      let project = try await projects.createProject(details)
      changes.publish(.projects)
      return .json(project.json, status: 201)
    }
  }
}

extension ServerRequest {
  fileprivate func templateID() throws -> TemplateID {
    try identifier(missing: .templateNotFound, "there is no such template")
  }
}

/// The fields of a template that a person may set.
private enum TemplateFields {
  static let names: Set<String> = [
    "name", "description", "system_prompt", "opening_message", "model", "settings", "variables",
    "behaviours",
  ]
  private static let settings: Set<String> = [
    "temperature", "max_output_tokens", "stop_sequences", "seed", "reasoning_effort",
  ]

  /// Takes what `body` has; `null` clears a field that may be empty.
  static func apply(_ body: RequestBody, to details: inout TemplateDetails) throws {
    if body.has("name") { details.name = try body.string("name") ?? "" }
    if body.has("description") { details.description = try body.string("description") ?? "" }
    if body.has("system_prompt") { details.systemPrompt = try body.string("system_prompt") ?? "" }
    if body.has("opening_message") {
      details.openingMessage = try body.string("opening_message") ?? ""
    }
    if body.has("model") { details.model = try body.model("model") }
    if body.has("settings") {
      details.settings = GenerationSettings()
      if let object = try body.object("settings") {
        try ProjectFields.apply(
          RequestBody(object, known: settings, of: "settings"), to: &details.settings)
      }
    }
    if body.has("behaviours") { details.behaviours = try ProjectFields.behaviours(body) }
    if body.has("variables") {
      details.variables = try (body.array("variables") ?? []).map { json in
        guard let variable = TemplateVariable(json: json) else {
          throw BadRequest.field(
            "variables", "a list of objects with 'name' and perhaps 'label', 'default', 'choices'")
        }
        return variable
      }
    }
    try details.validate()
  }
}
