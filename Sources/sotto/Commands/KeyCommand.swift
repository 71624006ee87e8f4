import SottoCore

struct KeyCommand: Command {
  static let syntax = CommandSyntax(
    name: "key", summary: "stores the keys of providers",
    forms: ["set NAME", "list [--json]", "remove NAME"],
    options: [.json, .data],
    notes: """
      NAME is usually the provider's: 'sotto key set openai'. The key is read from a prompt or from
      standard input, never from an argument, which other programs could see.
      """)

  let action: String
  let name: String
  let printsJSON: Bool
  let data: String?

  init(_ arguments: ParsedArguments) throws {
    action = arguments.rest.first ?? "list"
    name = arguments.rest.dropFirst().first ?? ""
    printsJSON = arguments.has("json")
    data = arguments.value("data")
    let known = ["set", "list", "remove"]
    if !known.contains(action) {
      throw UsageError(
        "there is no 'sotto key \(action)'", hint: "there are: \(known.joined(separator: ", "))")
    }
    if name.isEmpty, action != "list" { throw UsageError("'sotto key \(action)' needs a name") }
    if arguments.rest.count > 2 {
      throw UsageError(
        "a key is not given as an argument, where other programs can see it",
        hint:
          "run 'sotto key set \(name)' and type it, or pipe it in; then replace the one you showed")
    }
  }

  func run(terminal: Terminal) async throws {
    try await Services.using(data: data) { services in
      switch action {
      case "set":
        let text =
          terminal.isInputTerminal
          ? await terminal.readHiddenLine(prompt: "Key for \(name): ") ?? ""
          : try await terminal.readAll()
        try await services.keys.setSecret(Secret(text), named: name)
        terminal.note("stored the key '\(name)'")
      case "remove":
        guard try await services.keys.removeSecret(named: name) else {
          throw SottoError(.keyNotFound, "there is no key '\(name)'")
        }
        terminal.note("removed the key '\(name)'")
      default:
        let names = try await services.keys.secretNames()
        if printsJSON {
          return terminal.print(JSONValue.array(names.map(JSONValue.string)).encodedText)
        }
        for name in names { terminal.print(name) }
        if names.isEmpty { terminal.note("no keys are stored") }
      }
    }
  }
}
