import SottoCore
import SottoStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct RestoreCommand: Command {
  static let syntax = CommandSyntax(
    name: "restore", summary: "puts a copy in the place of the history",
    forms: ["latest [--yes] [--data DIR]", "NAME|FILE [--yes] [--data DIR]"],
    options: [.init(name: "yes", value: nil, help: "do not ask"), .json, .data],
    notes: """
      NAME is one that 'sotto backup list' shows. The copy is looked through first. The present history
      is moved to 'backups' in the data folder, never deleted. Stop the server before.
      """)

  let source: String
  let isSure: Bool
  let printsJSON: Bool
  let data: String?

  init(_ arguments: ParsedArguments) throws {
    try arguments.expect(atMost: 1)
    guard let source = arguments.rest.first else {
      throw UsageError(
        "'sotto restore' needs a copy", hint: "'sotto restore latest', or 'sotto backup list'")
    }
    self.source = source
    isSure = arguments.has("yes")
    printsJSON = arguments.has("json")
    data = arguments.value("data")
  }

  func run(terminal: Terminal) async throws {
    let environment = ProcessInfo.processInfo.environment
    let folder = DataFolder(option: data, environment: environment).path
    let opened = try await FolderAccess(
      folder: folder, environment: environment, terminal: terminal
    ).open()
    let restoration = try StoreRestoration(folder: folder, key: opened.key)
    let path = try restoration.source(source)
    if !isSure {
      guard terminal.isInputTerminal else {
        throw UsageError("a restore must be confirmed", hint: "add --yes")
      }
      terminal.note("The history in \(folder) is replaced by \(path).")
      terminal.note("Type 'yes' to go on.")
      guard await terminal.readLine() == "yes" else { throw CancellationError() }
    }
    let outcome = try restoration.restore(path)
    if printsJSON {
      return terminal.print(
        JSONValue.object([
          "restored": .string(outcome.source), "replaced": JSONValue(outcome.replaced),
        ]).encodedText)
    }
    terminal.note("restored \(outcome.source)")
    if let replaced = outcome.replaced { terminal.note("what was there is now \(replaced)") }
  }
}
