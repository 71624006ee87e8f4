import SottoCore
import SottoExchange
import SottoStore
import Synchronization

struct ImportCommand: Command {
  static let syntax = CommandSyntax(
    name: "import",
    summary: "brings conversations of other programs, or of an export, into the history",
    forms: ["FILE [--project P] [--format F] [--json]"],
    options: [
      .init(
        name: "project", value: "P",
        help:
          "where everything goes (default: the file's own projects, or one named after its source)"),
      .init(
        name: "format", value: "F",
        help:
          "chatgpt, claude, open-webui, librechat, chatbox, llm, markdown or sotto (default: by content)"
      ),
      .json, .data,
    ],
    notes: """
      FILE is an export of ChatGPT or Claude (the zip or a JSON file out of it), of Open WebUI, LibreChat
      or Chatbox, the log of 'llm' (logs.db), a dialog in Markdown, or an export of Sotto. Importing a file
      again adds only what is new. The command ends with a balance of what was found and what became of it.
      """)

  let file: String
  let project: String?
  let format: ImportFormat?
  let isJSON: Bool
  let data: String?

  init(_ arguments: ParsedArguments) throws {
    try arguments.expect(atMost: 1)
    guard let file = arguments.rest.first else {
      throw UsageError("there is no file to import", hint: "see 'sotto help import'")
    }
    self.file = file
    project = arguments.value("project")
    isJSON = arguments.has("json")
    data = arguments.value("data")
    format = try arguments.value("format").map { word in
      guard let format = ImportFormat(rawValue: word) else {
        let known = ImportFormat.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError("there is no format '\(word)'", hint: "there are: \(known)")
      }
      return format
    }
  }

  func run(terminal: Terminal) async throws {
    try await Services.using(data: data) { services in
      let name = file.split(separator: "/").last.map(String.init) ?? file
      var wanted = Importer.Request(path: file, name: name, format: format)
      if let project { wanted.project = try await services.project(project).id }
      let request = wanted
      let latest = Mutex(Importer.Progress())
      let signals = await SignalWatch()
      do {
        try await signals.cancelling {
          _ = try await services.importer.run(request) { progress in
            let percent = Int(progress.fraction * 100)
            let isNews = latest.withLock { latest in
              defer { latest = progress }
              return percent != Int(latest.fraction * 100)
            }
            let count = progress.balance.conversations.found
            if isNews { terminal.progress("\(percent) %, \(count) conversations") }
          }
        }
      } catch is CancellationError {
        show(latest.withLock { $0.balance }, terminal)
        throw CancellationError()
      }
      show(latest.withLock { $0.balance }, terminal)
    }
  }

  private func show(_ balance: ImportBalance, _ terminal: Terminal) {
    if isJSON { return terminal.print(balance.json.encodedText) }
    for (name, count) in [
      ("conversations", balance.conversations), ("messages", balance.messages),
      ("files", balance.files),
    ] {
      terminal.print(
        "\(name): \(count.found) found, \(count.imported) imported, \(count.unchanged) there already, "
          + "\(count.skipped) left out")
    }
    show(balance.skipped, "Left out:", terminal)
    show(balance.converted, "Kept in another form:", terminal)
  }

  private func show(
    _ remarks: [ImportBalance.Remark], _ title: String, _ terminal: Terminal
  ) {
    if remarks.isEmpty { return }
    terminal.print(title)
    for remark in remarks {
      let times = remark.count == 1 ? "" : " (\(remark.count) times)"
      terminal.print(
        "  \(remark.subject) '\(remark.name.oneLine(upTo: 60))'\(times): \(remark.reason)")
    }
  }
}
