/// The command `sotto`.
@main
struct Sotto {
  static let version = "0.1.0"

  static var commands: [any Command.Type] {
    [
      ServeCommand.self, AskCommand.self, ChatCommand.self, ProjectCommand.self,
      ProviderCommand.self, KeyCommand.self, SearchCommand.self, ModelsCommand.self,
      TokensCommand.self, UsageCommand.self, ImportCommand.self, ExportCommand.self,
      DecodeCommand.self,
      BackupCommand.self, RestoreCommand.self, VaultCommand.self, EraseCommand.self,
      TemplateCommand.self, DoctorCommand.self,
    ]
  }

  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let terminal = Terminal()
    do {
      try await run(arguments, terminal: terminal)
    } catch {
      let failure = Failure(error)
      terminal.printError(failure)
      terminal.exit(failure.status)
    }
    terminal.exit(0)
  }

  private static func run(_ arguments: [String], terminal: Terminal) async throws {
    switch arguments.first {
    case nil, "help", "--help", "-h":
      terminal.print(try help(for: arguments.dropFirst().first))
    case "--version", "version":
      terminal.print("sotto \(version)")
    case let name?:
      let command = try command(named: name)
      let rest = Array(arguments.dropFirst())
      if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
        return terminal.print(command.syntax.help)
      }
      let parsed = try ParsedArguments(rest, syntax: command.syntax)
      try await command.init(parsed).run(terminal: terminal)
    }
  }

  private static func command(named name: String) throws -> any Command.Type {
    if let command = commands.first(where: { $0.syntax.name == name }) { return command }
    throw UsageError(
      "there is no command '\(name)'",
      hint: "the commands are: \(commands.map { $0.syntax.name }.joined(separator: ", "))")
  }

  private static func help(for name: String?) throws -> String {
    if let name { return try command(named: name).syntax.help }
    let width = commands.map { $0.syntax.name.count }.max() ?? 0
    let lines = commands.map { command in
      let name = command.syntax.name
      return
        "  \(name)\(String(repeating: " ", count: width - name.count))  \(command.syntax.summary)"
    }
    return """
      Sotto, the AI chat system that its user owns.

      Usage: sotto COMMAND [ARGUMENT...]

      \(lines.joined(separator: "\n"))

      'sotto help COMMAND' explains one. 'sotto serve' starts the web app on http://127.0.0.1:8765.
      """
  }
}
