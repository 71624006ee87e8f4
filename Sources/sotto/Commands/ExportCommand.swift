import SottoCore
import SottoExchange
import SottoStore

struct ExportCommand: Command {
  static let syntax = CommandSyntax(
    name: "export", summary: "writes the history, a project or a conversation to a file",
    forms: ["[--project P | --conversation ID] [--format markdown|json|html|zip] [-o FILE]"],
    options: [
      .init(name: "project", value: "P", help: "only this project, by its name or id"),
      .init(name: "conversation", value: "ID", help: "only this conversation"),
      .init(
        name: "format", value: "F",
        help: "markdown, html, json, or zip: json with all files (default: by FILE's ending)"),
      .init(
        name: "output", value: "FILE", help: "where to (default: standard output, as Markdown)"),
      .data,
    ],
    notes: """
      'json' and 'zip' are complete and can be imported again; Markdown and HTML show the chosen path of each
      conversation. No key is ever in an export. The same history gives the same bytes.
      """)

  let project: String?
  let conversation: ConversationID?
  let format: ExportFormat
  let output: String?
  let data: String?

  init(_ arguments: ParsedArguments) throws {
    try arguments.expect(atMost: 0)
    project = arguments.value("project")
    output = arguments.value("output")
    data = arguments.value("data")
    format = try Self.format(arguments.value("format"), output)
    conversation = try arguments.value("conversation").map { text in
      guard let id = ConversationID(text) else {
        throw UsageError("'--conversation' needs a conversation's id")
      }
      return id
    }
    if project != nil, conversation != nil {
      throw UsageError("'--project' and '--conversation' do not go together")
    }
  }

  private static func format(_ word: String?, _ output: String?) throws -> ExportFormat {
    let known = ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
    if let word {
      guard let format = ExportFormat(rawValue: word) else {
        throw UsageError("there is no format '\(word)'", hint: "there are: \(known)")
      }
      return format
    }
    guard let output else { return .markdown }
    let ending = output.split(separator: ".").last?.lowercased() ?? ""
    let format = ExportFormat.allCases.first { $0.fileExtension == ending }
    guard let format = format ?? (ending == "htm" ? .html : nil) else {
      throw UsageError(
        "the file's ending names no format", hint: "give one with --format: \(known)")
    }
    return format
  }

  func run(terminal: Terminal) async throws {
    if format == .zip, output == nil, terminal.isOutputTerminal {
      throw UsageError("an archive cannot be shown", hint: "give a file with -o FILE")
    }
    SignalWatch.ignoreBrokenPipes()
    try await Services.using(data: data) { services in
      var scope = ExportScope.all
      if let conversation {
        scope = .conversation(conversation)
      } else if let project {
        scope = .project(try await services.project(project).id)
      }
      let plan = try await services.exporter.plan(scope)
      guard let output else {
        return try await services.exporter.write(plan, as: format) { terminal.write($0) }
      }
      let file = try OutputFile(output)
      try await services.exporter.write(plan, as: format) { try file.write($0) }
      try file.finish()
    }
  }
}
