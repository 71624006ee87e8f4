import SottoCore
import SottoEngine
import SottoStore

struct AskCommand: Command {
  static let syntax = CommandSyntax(
    name: "ask", summary: "asks one question and prints the answer",
    forms: [
      "[--project P] [--model M] [--system S] [--attach F]... [--no-stream] [--json] [TEXT...]"
    ],
    options: [
      .project, .model,
      .init(name: "system", value: "S", help: "instructions in place of the project's"),
      .init(
        name: "attach", value: "F",
        help: "a picture, PDF or text file to send along; may be repeated"),
      .init(name: "no-stream", value: nil, help: "ask for the whole answer at once"),
      .init(name: "json", value: nil, help: "print one JSON object at the end"),
      .data,
    ],
    notes: """
      Text on standard input is sent as well, after TEXT. The question and the answer are kept in the
      project. Ctrl-C stops the answer; what has come of it is kept.
      """)

  let words: String
  let project: String?
  let model: String?
  let system: String?
  let attachments: [String]
  let isStreamed: Bool
  let printsJSON: Bool
  let data: String?

  init(_ arguments: ParsedArguments) throws {
    words = arguments.rest.joined(separator: " ")
    project = arguments.value("project")
    model = arguments.value("model")
    system = arguments.value("system")
    attachments = arguments.all("attach")
    isStreamed = !arguments.has("no-stream")
    printsJSON = arguments.has("json")
    data = arguments.value("data")
  }

  func run(terminal: Terminal) async throws {
    SignalWatch.ignoreBrokenPipes()
    let text = try await question(terminal)
    if text.allSatisfy(\.isWhitespace), attachments.isEmpty {
      throw UsageError("there is nothing to ask", hint: "sotto ask \"What is …?\"")
    }
    try await Services.using(data: data) { services in
      let project = try await services.project(project)
      var reference: ModelReference?
      if let model { reference = try await services.models.find(model) }
      let message = try await message(text, services, terminal)
      let conversation = try await services.store.createConversation(
        in: project.id, title: "", id: nil)
      // The engine outlives the signal: it has to store that the answer was stopped.
      let signals = await SignalWatch()
      try await services.withEngine { [reference] in
        try await signals.cancelling {
          try await answer(
            message, in: conversation.id, model: reference, services: services,
            terminal: terminal)
        }
      }
    }
  }

  private func question(_ terminal: Terminal) async throws -> String {
    var pieces = words.isEmpty ? [] : [words]
    if !terminal.isInputTerminal {
      let input = try await terminal.readAll()
      if !input.allSatisfy(\.isWhitespace) { pieces.append(input) }
    }
    return pieces.joined(separator: "\n\n")
  }

  /// The files first, as models like them, then the words.
  private func message(
    _ text: String, _ services: Services, _ terminal: Terminal
  ) async throws -> [Part] {
    var parts: [Part] = []
    for path in attachments {
      parts.append(.file(try await services.attach(path, terminal: terminal)))
    }
    if !text.isEmpty { parts.append(.text(text)) }
    return parts
  }

  private func answer(
    _ message: [Part], in conversation: ConversationID, model: ModelReference?,
    services: Services, terminal: Terminal
  ) async throws {
    let turn = try await services.begin(
      message, in: conversation, model: model, terminal: terminal, isStreamed: isStreamed,
      systemPrompt: system, wantsTitle: false)
    let printer = AnswerPrinter(terminal: terminal, showsText: !printsJSON)
    defer { printer.end() }
    var fallback: JSONValue?
    let content = try await services.follow(turn) { event in
      printer.show(event)
      if case .fallback(let model, let error) = event {
        fallback = .object(["model": .string(model.description), "error": error.json])
      }
    }
    if printsJSON {
      // Another model may have answered than the one that was asked.
      let answer = AskAnswer(
        turn: try await services.store.turn(turn.id), content: content, fallback: fallback)
      terminal.print(answer.json.encodedText)
    }
    if let error = content.error { throw error }
  }
}

/// What `sotto ask --json` prints.
private struct AskAnswer {
  var turn: Turn
  var content: MessageContent
  /// Which model answered in the place of the one that was asked, and why.
  var fallback: JSONValue?

  var json: JSONValue {
    var object: JSONObject = [
      "text": .string(content.text), "model": .string(turn.model.description),
      "conversation_id": .string(turn.conversationID.rawValue),
      "message_id": .string(turn.assistantMessageID.rawValue),
      "stop_reason": JSONValue(content.stopReason?.rawValue),
      "usage": content.usage?.json ?? .null,
    ]
    object["fallback"] = fallback
    object["error"] = content.error?.json
    return .object(object)
  }
}
