import SottoCore
import SottoEngine
import SottoStore

struct ChatCommand: Command {
  static let syntax = CommandSyntax(
    name: "chat", summary: "holds a conversation in the terminal",
    forms: ["[--project P] [--model M] [--data DIR]"],
    options: [.project, .model, .data],
    notes: """
      Ctrl-C stops an answer, Ctrl-D ends the session. A line that begins with a slash is a command:
      /new starts another conversation, /model M changes the model, /quit ends.
      """)

  let project: String?
  let model: String?
  let data: String?

  init(_ arguments: ParsedArguments) throws {
    try arguments.expect(atMost: 0)
    project = arguments.value("project")
    model = arguments.value("model")
    data = arguments.value("data")
  }

  func run(terminal: Terminal) async throws {
    SignalWatch.ignoreBrokenPipes()
    try await Services.using(data: data) { services in
      let project = try await services.project(project)
      let wanted = model ?? project.details.model?.description
      let session = ChatSession(
        services: services, terminal: terminal, project: project,
        model: try await startModel(wanted, services), signals: await SignalWatch())
      try await services.withEngine { try await session.run() }
    }
  }

  private func startModel(_ wanted: String?, _ services: Services) async throws -> ModelReference {
    if let wanted { return try await services.models.find(wanted) }
    return try await services.models.resolve(nil)
  }
}

/// One sitting at the terminal.
private struct ChatSession: Sendable {
  let services: Services
  let terminal: Terminal
  let project: Project
  let model: ModelReference
  let signals: SignalWatch

  func run() async throws {
    var model = model
    var conversation: ConversationID?
    terminal.progress("\(project.details.name) · \(model) · /quit ends")
    while true {
      if terminal.isInputTerminal { terminal.write("> ") }
      guard let line = await terminal.readLine() else { return }
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      switch words.first {
      case nil: continue
      case "/quit", "/exit": return
      case "/new": conversation = nil
      case "/model" where words.count == 2:
        do { model = try await services.models.find(words[1]) } catch { show(error) }
      case let word? where word.hasPrefix("/"):
        terminal.note("the commands are /new, /model M and /quit")
      default:
        do {
          if conversation == nil { conversation = try await newConversation() }
          if let conversation { try await ask(line, in: conversation, model: model) }
        } catch {
          show(error)
        }
      }
    }
  }

  private func newConversation() async throws -> ConversationID {
    try await services.store.createConversation(in: project.id, title: "", id: nil).id
  }

  private func ask(
    _ text: String, in conversation: ConversationID, model: ModelReference
  ) async throws {
    try await signals.cancelling {
      let turn = try await services.begin(
        [.text(text)], in: conversation, model: model, terminal: terminal,
        wantsTitle: terminal.isInputTerminal)
      let printer = AnswerPrinter(terminal: terminal)
      defer { printer.end() }
      let content = try await services.follow(turn, printer.show)
      if let error = content.error { throw error }
    }
  }

  private func show(_ error: any Error) { terminal.printError(Failure(error)) }
}
