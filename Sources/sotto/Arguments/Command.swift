/// A command of the command line.
protocol Command {
  static var syntax: CommandSyntax { get }
  /// - Throws: ``UsageError``.
  init(_ arguments: ParsedArguments) throws
  func run(terminal: Terminal) async throws
}

/// What a command takes: the one source for parsing and for its help text.
struct CommandSyntax {
  struct Option {
    var name: String
    /// What stands for the value in the help; `nil` for a switch.
    var value: String?
    var help: String

    static let data = Option(
      name: "data", value: "DIR", help: "the data folder (default: SOTTO_DATA, or the platform's)")
    static let json = Option(name: "json", value: nil, help: "print JSON for scripts")
    static let project = Option(
      name: "project", value: "P", help: "a project's name or id (default: the active one)")
    static let model = Option(
      name: "model", value: "M", help: "provider/model, a provider, or a model's unique name")
  }

  var name: String
  var summary: String
  /// What follows the options, such as `[TEXT...]`; one line for each form.
  var forms: [String] = [""]
  var options: [Option] = []
  /// More to know, below the options.
  var notes = ""

  var help: String {
    var text = forms.map { "Usage: sotto \(name) \($0)" }.joined(separator: "\n")
    text += "\n\n\(summary.prefix(1).uppercased() + summary.dropFirst())."
    if !options.isEmpty {
      let names = options.map { "--\($0.name)" + ($0.value.map { " \($0)" } ?? "") }
      let width = names.map(\.count).max() ?? 0
      text += "\n\nOptions:"
      for (name, option) in zip(names, options) {
        text += "\n  \(name)\(String(repeating: " ", count: width - name.count))  \(option.help)"
      }
    }
    return notes.isEmpty ? text : text + "\n\n\(notes)"
  }
}
