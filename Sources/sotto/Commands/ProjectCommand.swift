import SottoCore
import SottoEngine
import SottoStore

struct ProjectCommand: Command {
  static let syntax = CommandSyntax(
    name: "project", summary: "lists and edits projects",
    forms: [
      "list [--json]", "show [P] [--json]", "add NAME [OPTION...]", "edit P [OPTION...]", "use P",
      "remove P", "restore ID",
    ],
    options: [
      .init(name: "name", value: "NAME", help: "a new name"),
      .init(name: "description", value: "TEXT", help: "what it is for"),
      .init(name: "system", value: "TEXT", help: "the system prompt"),
      .init(name: "model", value: "M", help: "the default model; an empty value clears it"),
      .init(name: "temperature", value: "T", help: "0 to 2; an empty value clears it"),
      .init(
        name: "max-output-tokens", value: "N", help: "the longest answer; an empty value clears it"),
      .init(
        name: "effort", value: "E",
        help: "how long a reasoning model thinks: none, minimal, low, medium, high, xhigh, max"),
      .init(name: "seed", value: "N", help: "asks for the same answer each time"),
      .init(name: "stop", value: "TEXT", help: "the answer ends before it; may be repeated"),
      .init(
        name: "fallback", value: "M", help: "the model when the first is down; empty clears it"),
      .init(
        name: "cache", value: "DAYS",
        help: "answer equal questions from what was kept that long; 0 keeps nothing"),
      .init(name: "opening", value: "TEXT", help: "what the model says first; empty clears it"),
      .init(
        name: "retention-days", value: "N",
        help: "erase conversations for good N days after their last message"),
      .init(name: "keep-forever", value: nil, help: "erase no conversation by its age"),
      .init(
        name: "template", value: "T", help: "for 'add': a template's name or id to begin with"),
      .init(
        name: "set", value: "NAME=TEXT", help: "a value of the template; may be repeated"),
      .behaviour, .reply, .json, .data,
    ],
    notes: "A removed project can be restored for seven days.")

  let arguments: ParsedArguments
  let action: String
  let subject: String?

  init(_ arguments: ParsedArguments) throws {
    try arguments.expect(atMost: 2)
    self.arguments = arguments
    action = arguments.rest.first ?? "list"
    subject = arguments.rest.dropFirst().first
    let known = ["list", "show", "add", "edit", "use", "remove", "restore"]
    if !known.contains(action) {
      throw UsageError(
        "there is no 'sotto project \(action)'", hint: "there are: \(known.joined(separator: ", "))"
      )
    }
    if subject == nil, action != "list", action != "show" {
      throw UsageError("'sotto project \(action)' needs a project")
    }
  }

  func run(terminal: Terminal) async throws {
    try await Services.using(data: arguments.value("data")) { services in
      let store = services.store
      switch action {
      case "list": try await list(services, terminal)
      case "add":
        var details = try await newDetails(services)
        try await edit(&details, services)
        show(try await store.createProject(details), terminal)
      case "restore":
        guard let id = ProjectID(subject ?? "") else {
          throw UsageError("a removed project is restored by its id")
        }
        show(try await store.restoreProject(id), terminal)
      case "show": show(try await services.project(subject), terminal)
      case "use":
        let project = try await store.activateProject(services.project(subject).id)
        terminal.note("'\(project.details.name)' is the active project")
      case "remove":
        let project = try await services.project(subject)
        _ = try await store.deleteProject(project.id)
        terminal.note(
          "removed '\(project.details.name)'; undo: sotto project restore \(project.id)")
      default:
        let project = try await services.project(subject)
        var edited = project.details
        try await edit(&edited, services)
        if let days = edited.retentionDays, days != project.details.retentionDays {
          let count = try await store.conversationsOlder(than: days, in: project.id)
          terminal.note(
            "\(count) conversation\(count == 1 ? " is" : "s are") older and will be erased for good"
          )
        }
        show(try await store.updateProject(project.id) { [edited] in $0 = edited }, terminal)
      }
    }
  }

  private func newDetails(_ services: Services) async throws -> ProjectDetails {
    guard let name = arguments.value("template") else {
      return ProjectDetails(name: subject ?? "")
    }
    var values: [String: String] = [:]
    for text in arguments.all("set") {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { throw UsageError("'--set' takes NAME=TEXT, not '\(text)'") }
      values[String(parts[0])] = String(parts[1])
    }
    let template = try await TemplateShelf(store: services.store).find(name)
    return try template.details.project(named: subject, values: values)
  }

  private func edit(_ details: inout ProjectDetails, _ services: Services) async throws {
    if let name = arguments.value("name") { details.name = name }
    if let text = arguments.value("description") { details.description = text }
    if let text = arguments.value("system") { details.systemPrompt = text }
    if let text = arguments.value("model") {
      details.model = text.isEmpty ? nil : try await services.models.find(text)
    }
    if let text = arguments.value("temperature") {
      details.settings.temperature = text.isEmpty ? nil : try arguments.number("temperature")
    }
    if let text = arguments.value("max-output-tokens") {
      details.settings.maxOutputTokens =
        text.isEmpty ? nil : try arguments.integer("max-output-tokens", in: 1...10_000_000)
    }
    if let text = arguments.value("fallback") {
      details.fallbackModel = text.isEmpty ? nil : try await services.models.find(text)
    }
    if let text = arguments.value("effort") {
      details.settings.reasoningEffort = text.isEmpty ? nil : ReasoningEffort(rawValue: text)
    }
    if let text = arguments.value("seed") {
      details.settings.seed = text.isEmpty ? nil : try arguments.integer("seed", in: 0...Int.max)
    }
    let stops = arguments.all("stop")
    if !stops.isEmpty { details.settings.stopSequences = stops.filter { !$0.isEmpty } }
    if let days = try arguments.number("cache") {
      details.answerCache =
        days == 0 ? nil : AnswerCachePolicy(lifetime: .seconds(clamping: days * 24 * 3600))
    }
    if let text = arguments.value("opening") { details.openingMessage = text }
    if let days = try arguments.integer("retention-days", in: 1...36_500) {
      details.retentionDays = days
    }
    try details.behaviours.take(arguments)
    if arguments.has("keep-forever") { details.retentionDays = nil }
    try details.validate()
  }

  private func list(_ services: Services, _ terminal: Terminal) async throws {
    let projects = try await services.store.projects()
    let active = try await services.store.activeProjectID()
    if arguments.has("json") {
      let list = projects.map { $0.scriptJSON(isActive: $0.id == active) }
      return terminal.print(JSONValue.array(list).encodedText)
    }
    for project in projects {
      let mark = project.id == active ? "*" : " "
      let model = project.details.model.map { "  \($0)" } ?? ""
      terminal.print("\(mark) \(project.id)  \(project.details.name)\(model)")
    }
  }

  private func show(_ project: Project, _ terminal: Terminal) {
    if arguments.has("json") {
      return terminal.print(project.scriptJSON(isActive: nil).encodedText)
    }
    let details = project.details
    terminal.print(
      """
      \(details.name)
        id                 \(project.id)
        description        \(details.description)
        system prompt      \(details.systemPrompt)
        model              \(details.model?.description ?? "the default")
        temperature        \(details.settings.temperature.map { "\($0)" } ?? "the provider's")
        max output tokens  \(details.settings.maxOutputTokens.map { "\($0)" } ?? "the provider's")
        effort             \(details.settings.reasoningEffort?.rawValue ?? "the provider's")
        seed               \(details.settings.seed.map { "\($0)" } ?? "none")
        stop               \(details.settings.stopSequences.isEmpty ? "nothing" : "\(details.settings.stopSequences)")
        fallback           \(details.fallbackModel?.description ?? "none")
        answer cache       \(details.answerCache.map { Self.days($0.lifetime) } ?? "off")
        opening message    \(details.openingMessage.isEmpty ? "none" : details.openingMessage)
        behaviours         \(details.behaviours.summary)
        quick replies      \(details.behaviours.replies.map { "\($0)" } ?? "each browser's own")
        conversations      \(details.retentionDays.map { "erased after \($0) days" } ?? "kept")
      """)
  }

  /// Such as `7 days` or `0.5 days`.
  private static func days(_ duration: Duration) -> String {
    let days = duration / .seconds(24 * 3600)
    return days == days.rounded() ? "\(Int(days)) day\(days == 1 ? "" : "s")" : "\(days) days"
  }
}

extension Project {
  fileprivate func scriptJSON(isActive: Bool?) -> JSONValue {
    var object: JSONObject = [
      "id": .string(id.rawValue), "name": .string(details.name),
      "description": .string(details.description), "system_prompt": .string(details.systemPrompt),
      "model": JSONValue(details.model?.description),
      "temperature": JSONValue(details.settings.temperature),
      "max_output_tokens": JSONValue(details.settings.maxOutputTokens),
      "fallback_model": JSONValue(details.fallbackModel?.description),
      "stop_sequences": .array(details.settings.stopSequences.map(JSONValue.string)),
      "seed": JSONValue(details.settings.seed),
      "reasoning_effort": JSONValue(details.settings.reasoningEffort?.rawValue),
      "answer_cache_seconds": JSONValue(
        details.answerCache.map { Int($0.lifetime.components.seconds) }),
      "opening_message": .string(details.openingMessage),
      "behaviours": details.behaviours.json,
      "retention_days": JSONValue(details.retentionDays),
    ]
    object["active"] = isActive.map(JSONValue.bool)
    return .object(object)
  }
}
