import SottoCore
import SottoEngine
import SottoStore

struct TemplateCommand: Command {
  static let syntax = CommandSyntax(
    name: "template", summary: "lists and adds templates for projects",
    forms: ["list [--language L] [--json]", "show T [--json]", "add NAME [OPTION...]", "remove T"],
    options: [
      .init(name: "language", value: "L", help: "of the built-in ones: en or zh"),
      .init(
        name: "from", value: "T", help: "for 'add': a template to copy what is not given from"),
      .init(name: "description", value: "TEXT", help: "what it is good for"),
      .init(name: "system", value: "TEXT", help: "the system prompt, with {{name}} to fill in"),
      .init(name: "opening", value: "TEXT", help: "what the model says first"),
      .init(name: "model", value: "M", help: "the model of its projects"),
      .init(
        name: "variable", value: "NAME[=TEXT]",
        help: "something to fill in, and what stands there by default; may be repeated"),
      .json, .data,
    ],
    notes: """
      T is a template's name or id. 'sotto project add NAME --template T --set name=text' makes a
      project of one. {{{{ stands for two braces.
      """)

  let arguments: ParsedArguments
  let action: String
  let subject: String

  init(_ arguments: ParsedArguments) throws {
    try arguments.expect(atMost: 2)
    self.arguments = arguments
    action = arguments.rest.first ?? "list"
    subject = arguments.rest.dropFirst().first ?? ""
    let known = ["list", "show", "add", "remove"]
    if !known.contains(action) {
      throw UsageError(
        "there is no 'sotto template \(action)'",
        hint: "there are: \(known.joined(separator: ", "))")
    }
    if subject.isEmpty, action != "list" {
      throw UsageError("'sotto template \(action)' needs a template")
    }
  }

  func run(terminal: Terminal) async throws {
    try await Services.using(data: arguments.value("data")) { services in
      let shelf = TemplateShelf(store: services.store)
      switch action {
      case "list":
        list(try await shelf.templates(language: arguments.value("language")), terminal)
      case "show": show(try await shelf.find(subject), terminal)
      case "add":
        show(try await services.store.createTemplate(newDetails(services, shelf)), terminal)
      default:
        let template = try await shelf.find(subject)
        try shelf.requireOwn(template.id)
        _ = try await services.store.deleteTemplate(template.id)
        terminal.note("removed '\(template.details.name)'")
      }
    }
  }

  private func newDetails(
    _ services: Services, _ shelf: TemplateShelf
  ) async throws -> TemplateDetails {
    var details = TemplateDetails(name: subject)
    if let source = arguments.value("from") {
      details = try await shelf.find(source).details
      details.name = subject
    }
    if let text = arguments.value("description") { details.description = text }
    if let text = arguments.value("system") { details.systemPrompt = text }
    if let text = arguments.value("opening") { details.openingMessage = text }
    if let text = arguments.value("model") {
      details.model = text.isEmpty ? nil : try await services.models.find(text)
    }
    for text in arguments.all("variable") {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      let variable = TemplateVariable(
        name: parts[0], label: parts[0], standard: parts.count == 2 ? parts[1] : nil)
      details.variables.removeAll { $0.name == variable.name }
      details.variables.append(variable)
    }
    return details
  }

  private func list(_ templates: [Template], _ terminal: Terminal) {
    if arguments.has("json") {
      return terminal.print(JSONValue.array(templates.map(\.json)).encodedText)
    }
    for template in templates {
      let origin = template.language.map { "built in, \($0)" } ?? "your own"
      terminal.print("\(template.id)  \(template.details.name)  (\(origin))")
    }
  }

  private func show(_ template: Template, _ terminal: Terminal) {
    if arguments.has("json") { return terminal.print(template.json.encodedText) }
    let details = template.details
    terminal.print("\(details.name)\n  \(template.id)\n  \(details.description)")
    if let model = details.model { terminal.print("  model: \(model)") }
    for variable in details.variables {
      let standard = variable.standard.map { " (\($0))" } ?? " (has to be given)"
      let choices =
        variable.choices.isEmpty ? "" : ": \(variable.choices.joined(separator: ", "))"
      terminal.print("  --set \(variable.name)=…  \(variable.label)\(standard)\(choices)")
    }
    terminal.print("\n\(details.systemPrompt)")
    if !details.openingMessage.isEmpty { terminal.print("\n> \(details.openingMessage)") }
  }
}
