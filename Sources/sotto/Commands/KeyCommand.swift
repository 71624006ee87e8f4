import SottoCore

struct KeyCommand: Command {
  static let syntax = CommandSyntax(
    name: "key", summary: "stores the keys of providers",
    forms: ["set NAME", "list [--json]", "remove NAME", "passphrase"],
    options: [.json, .data],
    notes: """
      NAME is usually the provider's: 'sotto key set openai'. The key is read from a prompt or from
      standard input, never from an argument, which other programs could see.

      Keys are in the desktop's keyring, or where there is none in a file that a passphrase seals;
      SOTTO_KEY_STORE=secret-service or sealed-file chooses. 'sotto key passphrase' chooses the
      passphrase or changes it: from a prompt, or from standard input, the current one on the first
      line if there is one, the new one on the last. SOTTO_PASSPHRASE_FILE names a file that has it,
      for programs that start without a person; systemd's credential 'sotto-passphrase' does too.
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
    let known = ["set", "list", "remove", "passphrase"]
    if !known.contains(action) {
      throw UsageError(
        "there is no 'sotto key \(action)'", hint: "there are: \(known.joined(separator: ", "))")
    }
    if action == "passphrase", !name.isEmpty {
      throw UsageError(
        "a passphrase is not given as an argument, where other programs can see it",
        hint: "run 'sotto key passphrase' and type it, or pipe it in")
    }
    if name.isEmpty, action != "list", action != "passphrase" {
      throw UsageError("'sotto key \(action)' needs a name")
    }
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
      case "passphrase":
        try await setPassphrase(services.keys, terminal)
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
  private func setPassphrase(_ keys: any SecretStore, _ terminal: Terminal) async throws {
    let state = try await keys.state()
    if state.kind != .sealedFile {
      throw SottoError(
        .invalidInput, "the keys are in the system's own store, which has its own password",
        hint: "SOTTO_KEY_STORE=sealed-file keeps keys in a sealed file instead")
    }
    var current: Passphrase?
    let new: Passphrase?
    if terminal.isInputTerminal {
      if state.hasPassphrase {
        current = try await Passphrases.existing(terminal, prompt: "Current passphrase: ")
      }
      new = try await Passphrases.chosen(terminal)
    } else {
      let lines = try await terminal.readAll().split(whereSeparator: \.isNewline).map(String.init)
      guard lines.count == (state.hasPassphrase ? 2 : 1) else {
        throw UsageError(
          state.hasPassphrase
            ? "standard input must be two lines: the current passphrase and the new one"
            : "standard input must be one line: the new passphrase")
      }
      if state.hasPassphrase { current = try Passphrase(lines[0]) }
      new = try Passphrase(choosing: lines[lines.count - 1])
    }
    guard let new else { throw SottoError(.invalidInput, "no passphrase was given") }
    try await keys.setPassphrase(new, current: current)
    terminal.note(state.hasPassphrase ? "changed the passphrase" : "chose the passphrase")
  }
}
