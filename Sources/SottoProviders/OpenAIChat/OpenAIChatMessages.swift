import SottoCore

/// Makes the `messages` of a conversation that every server takes: roles in turn, a person first.
///
/// - Blank messages are left out; servers refuse them.
/// - Tool calls are sent with their results only, the results right behind them in their order.
/// - Messages of one role in a row become one, with a blank line between.
/// - Reasoning goes back where the dialect asks for it, and where the provider sealed it: as
///   `reasoning_details` (OpenRouter) and `thought_signature` (Gemini).
/// - White space at the end of a final assistant message is cut; servers refuse it.
struct OpenAIChatMessages: Sendable {
  private enum Turn {
    case person(UserContent)
    case answer(OpenAIChatHistoryAnswer)
    case result(ToolResult)
  }

  let dialect: OpenAIChatDialect
  let files: OpenAIChatFiles
  private var turns: [Turn] = []

  init(_ entries: [ModelRequest.Entry], dialect: OpenAIChatDialect, files: OpenAIChatFiles) {
    self.dialect = dialect
    self.files = files
    for entry in dialect.callIDs.apply(to: ToolHistory.paired(entries, makesIDs: false)) {
      switch entry.role {
      case .user: addPerson(entry.parts)
      case .assistant: addAnswer(entry.parts)
      }
    }
  }

  private mutating func addPerson(_ parts: [Part]) {
    for part in parts {
      if case .toolResult(let result) = part { turns.append(.result(result)) }
    }
    let content = UserContent(parts, encode: files.encode)
    if content.isBlank { return }
    switch turns.last {
    case .person(var before):
      before.append(content)
      turns[turns.count - 1] = .person(before)
    case .result where dialect.needsAnswerToTools:
      turns.append(.answer(OpenAIChatHistoryAnswer(text: "OK.")))
      turns.append(.person(content))
    default: turns.append(.person(content))
    }
  }

  private mutating func addAnswer(_ parts: [Part]) {
    let answer = OpenAIChatHistoryAnswer(parts)
    if answer.isBlank || turns.isEmpty { return }
    if case .answer(var before) = turns.last {
      before.append(answer)
      turns[turns.count - 1] = .answer(before)
    } else {
      turns.append(.answer(answer))
    }
  }

  /// The messages; `usesTools` says whether the request offers tools.
  func encoded(usesTools: Bool) -> [JSONValue] {
    let hasCalls = turns.contains { if case .result = $0 { true } else { false } }
    let returnsReasoning = dialect.returnsReasoning && (usesTools || hasCalls)
    return turns.enumerated().map { index, turn in
      switch turn {
      case .person(let content):
        return .object(["role": "user", "content": content.encoded(textType: "text")])
      case .result(let result):
        return .object([
          "role": "tool", "tool_call_id": .string(result.callID), "content": .string(result.text),
        ])
      case .answer(let answer):
        let isLast = index == turns.count - 1
        var message = answer.encoded(isLast: isLast, returnsReasoning: returnsReasoning)
        if isLast, dialect.marksPrefix { message["prefix"] = true }
        return .object(message)
      }
    }
  }
}
