import SottoCore
import SottoEngine
import SottoStore

struct EraseCommand: Command {
  static let syntax = CommandSyntax(
    name: "erase", summary: "erases all conversations, projects and files for good",
    forms: ["--everything [--keys] [--backups] [--yes] [--data DIR]"],
    options: [
      .init(name: "everything", value: nil, help: "has to be given: there is no undo"),
      .init(name: "keys", value: nil, help: "the stored keys as well"),
      .init(
        name: "backups", value: nil, help: "the copies in the folder 'backups' as well"),
      .init(name: "yes", value: nil, help: "do not ask"),
      .data,
    ],
    notes: """
      Projects, conversations, files, recorded requests, kept answers, templates and the list of what
      left this machine go; providers and settings stay. Nothing of what was written is left in the
      files of the data folder, but for the copies in 'backups' without --backups.
      """)

  let scope: EraseEverything.Scope
  let isConfirmed: Bool
  let data: String?

  init(_ arguments: ParsedArguments) throws {
    try arguments.expect(atMost: 0)
    guard arguments.has("everything") else {
      throw UsageError("'sotto erase' needs --everything", hint: "it cannot be undone")
    }
    scope = EraseEverything.Scope(keys: arguments.has("keys"), backups: arguments.has("backups"))
    isConfirmed = arguments.has("yes")
    data = arguments.value("data")
  }

  func run(terminal: Terminal) async throws {
    try await Services.using(data: data) { services in
      if !isConfirmed {
        guard terminal.isInputTerminal else {
          throw UsageError("nobody is there to ask", hint: "scripts say --yes")
        }
        terminal.note(
          "This erases everything in \(services.dataFolder) for good. Type 'delete everything':")
        guard await terminal.readLine() == "delete everything" else { throw CancellationError() }
      }
      let remaining = try await EraseEverything(
        store: services.store, secrets: services.keys, engine: services.engine,
        ledger: services.ledger
      ).run(scope)
      terminal.note("everything is erased; there is one empty project")
      if remaining.isEmpty { return }
      terminal.note("these copies still hold what was written (--backups removes them):")
      for backup in remaining {
        terminal.note(
          "  backups/\(backup.name)  \(backup.modifiedAt.utcText)  \(backup.size) bytes")
      }
    }
  }
}
