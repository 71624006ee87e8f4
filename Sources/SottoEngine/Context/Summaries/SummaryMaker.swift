import SottoCore

/// Makes a summary of the older rounds of a path: of the one before it and what was said since.
struct SummaryMaker: Sendable {
  /// The part of the history's room at which older rounds are summarised, and the part that stays as
  /// it was said, in hundredths.
  private static let fullness = 70
  private static let rest = 30
  /// What is read at once where nobody knows the window of the model that summarises, in tokens.
  private static let usualRoom = 24_000
  /// A history that was never summarised may take several steps.
  private static let mostSteps = 16

  let parts: TurnEngine.Parts
  let queue: RequestQueue

  /// - Returns: the newest summary that was made; `nil` when none was needed.
  func summarise(_ work: SummaryWork) async throws -> Message? {
    var made: Message?
    for _ in 0..<Self.mostSteps {
      guard let summary = try await step(work) else { break }
      made = summary
    }
    if made == nil, work.isAsked {
      throw SottoError(
        .invalidInput, "there is nothing older to summarise",
        hint: "the last round always goes to the model as it is")
    }
    return made
  }

  /// Summarises as much as the model that summarises can read at once.
  private func step(_ work: SummaryWork) async throws -> Message? {
    let anchors = try await parts.store.anchors(onPathTo: work.leaf, in: work.conversation)
    let before = anchors.summaries.last
    let endpoint = try await parts.models.plannedEndpoint(for: work.model)
    let counter = RequestCounter(model: work.model, counter: parts.counter, cache: parts.counts)
    let rounds = try await rounds(of: work, after: before?.parentID, endpoint, counter)
    let older = rounds.dropLast(roundsToKeep(rounds, work, endpoint))
    if older.isEmpty { return nil }

    guard case .summarise(let chosen) = work.project.details.context else { return nil }
    let question = SideQuestion(
      model: chosen ?? work.model, purpose: .summary, conversation: work.conversation,
      turn: work.turn, parts: parts, queue: queue)
    let target = try await question.endpoint()
    let room = ContextBudget(target.info, outputLimit: target.outputLimit, isExact: false)?.history
    let text = SummaryText(
      before: before?.content.text, rounds: older.map(\.messages),
      room: max(512, (room ?? Self.usualRoom) - 512))
    guard let last = text.last else { return nil }
    let answer = try await question.ask(text.request(for: target), at: target)
    let now = parts.wallClock.now()
    let summary = Message(
      id: MessageID(at: max(now, last.createdAt + .milliseconds(1))),
      conversationID: work.conversation, parentID: last.id, role: .summary,
      content: MessageContent(parts: [.text(answer.text)], usage: answer.usage), status: .complete,
      model: question.model, turnID: work.turn, createdAt: now)
    try await parts.store.addSummary(summary)
    return summary
  }

  private struct Round {
    var messages: [Message]
    var tokens: Int
  }

  /// The rounds after a message, oldest first.
  private func rounds(
    of work: SummaryWork, after stop: MessageID?, _ endpoint: ModelEndpoint,
    _ counter: RequestCounter
  ) async throws -> [Round] {
    guard let format = parts.formats.first(where: { $0.name == endpoint.kind }) else { return [] }
    let maker = PieceMaker(endpoint: endpoint, format: format, counter: counter)
    let tail = PathTail(
      to: work.leaf, in: work.conversation, store: parts.store, files: parts.files,
      documents: parts.documents)
    var rounds: [Round] = []
    var open = Round(messages: [], tokens: 0)
    var place = 0
    while let message = try await tail.messages(from: place).first, message.id != stop {
      place += 1
      open.messages.insert(message, at: 0)
      let files = await tail.files(of: message, isReadAsText: maker.readsAsText)
      open.tokens += maker.piece(of: message, files: files)?.tokens.count ?? 0
      if message.startsRound {
        rounds.append(open)
        open = Round(messages: [], tokens: 0)
      }
    }
    if !open.messages.isEmpty { rounds.append(open) }
    return rounds.reversed()
  }

  /// How many of the newest rounds stay as they are: all of them while there is room.
  private func roundsToKeep(
    _ rounds: [Round], _ work: SummaryWork, _ endpoint: ModelEndpoint
  ) -> Int {
    if work.isAsked { return 1 }
    let limit = work.project.details.settings.maxOutputTokens ?? endpoint.outputLimit
    guard let budget = ContextBudget(endpoint.info, outputLimit: limit, isExact: true),
      rounds.reduce(0, { $0 + $1.tokens }) > budget.history / 100 * Self.fullness
    else { return rounds.count }
    var kept = 0
    var tokens = 0
    for round in rounds.reversed() {
      tokens += round.tokens
      if kept > 0, tokens > budget.history / 100 * Self.rest { break }
      kept += 1
    }
    return kept
  }
}
