import SottoCore

/// Makes the request for a model: the instructions, what always goes, and of the path as much as the
/// project's policy and the model's window allow.
///
/// Nothing in it changes from turn to turn but what was added, so that providers' prompt caches
/// hit.
struct ContextBuilder: Sendable {
  /// What a turn asks for beside its project.
  struct Options: Sendable {
    /// In place of the project's.
    var systemPrompt: String?
    var tools: [ToolDefinition] = []
    var toolChoice = ToolChoice.auto
    var outputFormat = OutputFormat.text
    var isStreamed = true
    var isContinuation = false
    var promptCacheKey: String?
    /// The message at the end of the path that is not stored.
    var draft: MessageID?
  }

  let project: ProjectDetails
  let options: Options
  let tail: PathTail
  let parts: TurnEngine.Parts

  /// What goes to the model behind `endpoint`.
  ///
  /// Where a server on this machine counts with the model's own tokenizer, its word is the last one:
  /// estimates that were too low are corrected by it.
  func context(for endpoint: ModelEndpoint, in format: WireFormat) async throws -> ModelContext {
    var counter = RequestCounter(
      model: endpoint.reference, counter: parts.counter, cache: parts.counts)
    var context = try await chosen(PieceMaker(endpoint: endpoint, format: format, counter: counter))
    for _ in 0..<3 {
      guard let budget = context.budget, context.excess == 0, !context.total.isExact,
        context.total.count > budget.history / 2,
        let count = await parts.models.countLocally(context.request, for: endpoint.reference)
      else { break }
      if count <= budget.history + budget.margin {
        context.total = InputTokens(count, isExact: true)
        break
      }
      counter.scale *= Double(count) / Double(max(1, context.total.count)) * 1.02
      context = try await chosen(PieceMaker(endpoint: endpoint, format: format, counter: counter))
    }
    context.limitOutput(to: endpoint.info.outputLimit)
    return context
  }

  private func chosen(_ maker: PieceMaker) async throws -> ModelContext {
    let counter = maker.counter
    var context = ModelContext(request: emptyRequest(for: maker.endpoint))
    addFrame(to: &context, counter)
    context.budget = ContextBudget(
      maker.endpoint.info, outputLimit: context.request.settings.maxOutputTokens,
      isExact: context.total.isExact)

    let anchors = try await tail.anchors()
    let summary = try await summary(among: anchors.summaries)
    if let summary {
      context.add(Self.entry(for: summary), as: .summary, from: summary.id, counter)
    }
    var pinned: [ContextPiece] = []
    for message in anchors.pinned {
      let files = await tail.files(of: message, isReadAsText: maker.readsAsText)
      if let piece = maker.piece(of: message, files: files) { pinned.append(piece) }
    }
    var fixed = context.total.count + pinned.reduce(0) { $0 + $1.tokens.count }
    // Where the model has the first word, a person's is put before it.
    if pinned.first?.entry.role == .assistant || !project.openingMessage.isEmpty {
      fixed += counter.count(Self.leadIn).count
    }
    if options.isContinuation { fixed += counter.count(Self.continuation).count }

    let pins = Set(pinned.map(\.message.id))
    let reading = try await read(
      ContextSelection(rounds: project.context.rounds, budget: context.budget, fixed: fixed),
      until: summary?.parentID, pins: pins, maker)
    context.excess = reading.choice.excess
    context.omitted = reading.omitted
    let going =
      pinned.filter { reading.pieces[$0.message.id] == nil }
      + reading.choice.chosen.compactMap { reading.pieces[$0] }
    if going.first?.entry.role == .assistant {
      context.add(reading.omitted.isEmpty ? Self.beginning : Self.leadIn, as: .note, counter)
    }
    for piece in going {
      context.add(piece, as: origin(of: piece.message.id, pins: pins))
    }
    if options.isContinuation { context.add(Self.continuation, as: .note, counter) }
    let question = going.last { $0.message.role == .user }
    context.unsentFiles = (question?.unsent ?? []).map { unsent in
      UnsentFile(
        digest: unsent.file.digest, name: unsent.file.name, reason: unsent.words,
        code: unsent.code ?? unsent.reason.rawValue)
    }
    return context
  }

  private func origin(of message: MessageID, pins: Set<MessageID>) -> ContextBlock.Origin {
    if message == options.draft { return .draft }
    return pins.contains(message) ? .pinned : .message
  }

  // MARK: What is not of the path

  private func emptyRequest(for endpoint: ModelEndpoint) -> ModelRequest {
    var request = ModelRequest(
      model: endpoint.reference.model,
      systemPrompt: options.systemPrompt ?? project.systemPrompt, entries: [],
      settings: project.settings)
    request.settings.maxOutputTokens = request.settings.maxOutputTokens ?? endpoint.outputLimit
    request.isStreamed = options.isStreamed
    request.promptCacheKey = options.promptCacheKey
    request.tools = options.tools
    request.toolChoice = options.toolChoice
    request.outputFormat = options.outputFormat
    return request
  }

  private func addFrame(to context: inout ModelContext, _ counter: RequestCounter) {
    let request = context.request
    context.add(
      ContextBlock(
        origin: .system, parts: request.systemPrompt.isEmpty ? [] : [.text(request.systemPrompt)],
        tokens: counter.instructions(of: request)))
    if request.tools.isEmpty { return }
    let names = request.tools.map(\.name).joined(separator: ", ")
    context.add(
      ContextBlock(
        origin: .toolDefinitions, parts: [.text(names)], tokens: counter.tools(of: request)))
  }

  private static let continuation = ModelRequest.Entry(
    role: .user,
    parts: [
      .text(
        "Continue your last message exactly where it stopped. Do not repeat any of it and do not comment."
      )
    ])

  /// A history begins with a person: what some protocols ask for, and others would cut.
  private static let leadIn = ModelRequest.Entry(
    role: .user, parts: [.text("(Older messages of this conversation are left out.)")])

  /// Before the model's own opening of a conversation.
  private static let beginning = ModelRequest.Entry(
    role: .user, parts: [.text("(You begin this conversation.)")])

  private static func entry(for summary: Message) -> ModelRequest.Entry {
    ModelRequest.Entry(
      role: .user,
      parts: [
        .text(
          "This conversation began earlier. A summary stands for its older messages:\n\n<summary>\n"
            + summary.content.text + "\n</summary>\n\n")
      ])
  }

  // MARK: What is of the path

  /// What was read of the path, and what of it goes.
  private struct Reading {
    var choice: ContextSelection.Choice
    var pieces: [MessageID: ContextPiece]
    var omitted: [ContextOmission]
  }

  private func read(
    _ empty: ContextSelection, until summarised: MessageID?, pins: Set<MessageID>,
    _ maker: PieceMaker
  ) async throws -> Reading {
    var selection = empty
    var pieces: [MessageID: ContextPiece] = [:]
    var place = 0
    var page = try await tail.messages(from: place)
    while selection.wantsMore, let message = page.popFirst(), message.id != summarised {
      let files =
        message.hasFile
        ? await tail.files(of: message, isReadAsText: maker.readsAsText) : FileContents()
      let piece = maker.piece(of: message, files: files)
      selection.add(
        ContextSelection.Candidate(
          id: message.id, tokens: piece?.tokens.count ?? 0, startsRound: message.startsRound,
          joinsPrevious: message.hasToolResult, isPinned: pins.contains(message.id),
          exclusion: piece == nil ? .empty : nil))
      pieces[message.id] = piece
      place += 1
      if page.isEmpty, selection.wantsMore { page = try await tail.messages(from: place) }
    }
    let next = try await tail.messages(from: place).first
    let isSummarised = summarised != nil && next?.id == summarised
    let choice = selection.choice(hasOlder: next != nil && !isSummarised)
    var omitted = choice.omitted
    if let next {
      let reason = isSummarised ? .summarised : selection.reasonOfOlder
      omitted.insert(
        ContextOmission(messageID: next.id, reason: reason, includesOlder: true), at: 0)
    }
    return Reading(choice: choice, pieces: pieces, omitted: omitted)
  }

  /// The nearest summary, where the project wants them. None stands for a part of what is answered.
  private func summary(among summaries: [Message]) async throws -> Message? {
    guard case .summarise = project.context, !summaries.isEmpty else { return nil }
    var last: Set<MessageID> = []
    while let message = try await tail.messages(from: last.count).first {
      last.insert(message.id)
      if message.startsRound { break }
    }
    return summaries.last { summary in
      summary.parentID.map { !last.contains($0) } ?? false
        && summary.content.text.contains { !$0.isWhitespace }
    }
  }
}

extension ContextPolicy {
  /// How many rounds it sends at most.
  fileprivate var rounds: Int? { if case .lastRounds(let count) = self { count } else { nil } }
}
