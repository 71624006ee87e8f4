public import SottoCore
import Synchronization

/// Starts, watches and stops turns. A turn runs in ``run()``, not in the task that asked for it, so
/// it goes on when whoever asked has left.
public final class TurnEngine: Sendable {
  /// What an engine works with.
  public struct Parts: Sendable {
    /// Where the history is.
    public var store: any ConversationStore
    /// Where the bytes of files are; `nil` sends none.
    public var files: (any FileStore)?
    /// Reads documents for models that take none; `nil` leaves them out.
    public var documents: DocumentTexts?
    /// Where answers are kept for projects that ask for it; `nil` keeps none.
    public var answers: (any AnswerCache)?
    /// Keeps what was sent; `nil` keeps nothing.
    public var sentRequests: (any SentRequestLog)?
    /// Adds up what requests take that are no turns; `nil` adds nothing.
    public var usage: (any UsageStore)?
    /// Counts tokens before a request is sent; `nil` estimates by the number of bytes.
    public var counter: (any TokenCounter)?
    /// What messages were counted as.
    let counts = TokenCountCache()
    /// Knows how to reach a model.
    public var models: ModelDirectory
    /// The way out for requests.
    public var transport: LedgerTransport
    /// The wire protocols that are spoken.
    public var formats: [WireFormat]
    /// Who is told of what is stored.
    public var changes: Changes
    /// When a request is sent again.
    public var retries: RetryPolicy
    /// What pauses are measured with.
    public var clock: any Clock<Duration>
    /// What moments are read from.
    public var wallClock: WallClock

    /// The parts of an engine; those with a default can be left out.
    public init(
      store: any ConversationStore, files: (any FileStore)? = nil,
      documents: DocumentTexts? = nil, answers: (any AnswerCache)? = nil,
      sentRequests: (any SentRequestLog)? = nil, usage: (any UsageStore)? = nil,
      counter: (any TokenCounter)? = nil, models: ModelDirectory, formats: [WireFormat],
      changes: Changes = Changes(), retries: RetryPolicy = RetryPolicy(),
      clock: any Clock<Duration> = ContinuousClock(), wallClock: WallClock = .system
    ) {
      self.store = store
      self.files = files
      self.documents = documents
      self.answers = answers
      self.sentRequests = sentRequests
      self.usage = usage
      self.counter = counter
      self.models = models
      transport = models.outbound
      self.formats = formats
      self.changes = changes
      self.retries = retries
      self.clock = clock
      self.wallClock = wallClock
    }
  }

  let parts: Parts
  let summaries: SummaryKeeper
  private let runner: TurnRunner
  private let titles: TitleMaker
  private let live = Mutex<[TurnID: LiveTurn]>([:])
  private let jobs: AsyncStream<TurnJob>
  private let addJob: AsyncStream<TurnJob>.Continuation

  /// An engine over the parts it is given. Turns start once ``run()`` is called.
  public init(_ parts: Parts) {
    self.parts = parts
    let queue = RequestQueue(clock: parts.clock)
    runner = TurnRunner(parts: parts, queue: queue)
    titles = TitleMaker(parts: parts, queue: queue)
    summaries = SummaryKeeper(parts: parts, queue: queue)
    (jobs, addJob) = AsyncStream.makeStream()
  }

  /// Runs the turns until the calling task is cancelled. Those that run then end as `interrupted`.
  /// Once in an engine's life.
  public func run() async {
    await withDiscardingTaskGroup { group in
      for await job in jobs {
        group.beginTask {
          await self.run(job)
          await self.titles.nameConversation(after: job)
        }
      }
      group.cancelAll()
    }
    addJob.finish()
  }

  private func run(_ job: TurnJob) async {
    parts.changes.publish(.turn(job.turn.id, in: job.turn.conversationID))
    await runner.run(job)
    live.withLock { $0[job.turn.id] = nil }
    parts.changes.publish(.turn(job.turn.id, in: job.turn.conversationID))
    await summaries.keepUp(after: job)
  }

  /// Stores what the person asks for and starts the answer. Returns when what was asked would
  /// survive a power cut; the answer does not wait for that. The same request id again returns the
  /// same turn.
  ///
  /// - Throws: ``SottoError``, of code `contextTooLarge` for a message that the model cannot take even
  ///   alone. Nothing is stored then, unless the disk failed after the commit: the
  ///   turn is stopped.
  public func start(_ request: TurnRequest) async throws -> Turn {
    let turn = try await begin(request)
    try await secure(turn)
    return turn
  }

  /// As ``start(_:)``, but returns once the turn is committed, for somebody who watches it from its
  /// first event on and calls ``secure(_:)`` meanwhile: the disk then delays no word of the answer.
  public func begin(_ request: TurnRequest) async throws -> Turn {
    let project = try await parts.store.project(of: request.conversationID)
    let choice = try await parts.models.choose(request.model ?? project.details.model)
    try await refuseTooLong(request, in: project, for: choice.model)
    if try await parts.models.hosts.confirmsNewHosts() {
      try await parts.models.hosts.requireConsent(
        to: choice.provider.baseURL, provider: choice.provider.name)
    }
    // Beside the message, which must not wait for it: a key store may be slow.
    async let endpoint = parts.models.readyEndpoint(for: choice)
    let beginning = try await parts.store.beginTurn(request, model: choice.model)
    guard beginning.isNew else { return beginning.turn }
    try await queue(
      TurnJob(
        live: LiveTurn(beginning.turn), request: request, project: project,
        endpoint: await endpoint))
    return beginning.turn
  }

  /// Returns when a turn that was begun would survive a power cut.
  ///
  /// - Throws: ``SottoError`` when the disk fails; the turn is stopped.
  public func secure(_ turn: Turn) async throws {
    do {
      try await parts.store.flush()
    } catch {
      live.withLock { $0[turn.id] }?.requestStop()
      throw error
    }
  }

  /// Hands a turn over to ``run()``.
  private func queue(_ job: TurnJob) async throws {
    live.withLock { $0[job.turn.id] = job.live }
    if case .terminated = addJob.yield(job) {
      live.withLock { $0[job.turn.id] = nil }
      _ = try await parts.store.append([.interrupted], to: job.turn.id)
    }
  }

  /// Closes the request to the provider and keeps the text. Returns when the turn has ended; does
  /// nothing for one that has ended already.
  ///
  /// - Throws: ``SottoError`` for an unknown turn and for one that another process runs.
  public func stop(_ id: TurnID) async throws {
    if let turn = live.withLock({ $0[id] }) {
      turn.requestStop()
      for try await _ in watch(id, after: .max) {}
      return
    }
    if try await parts.store.turn(id).status == .running {
      throw SottoError(
        .turnRunning, "this answer is written by another sotto process",
        hint: "stop it where it was started")
    }
  }

  /// A turn that runs here; `nil` when it has ended or is another process's.
  public func runningTurn(_ id: TurnID) -> Turn? { live.withLock { $0[id]?.turn } }

  /// The turns that run here in the conversations that `isMeant` accepts, such as those of a
  /// project to be deleted.
  public func runningTurns(
    where isMeant: (ConversationID) async throws -> Bool
  ) async throws -> [TurnID] {
    var found: [TurnID] = []
    for turn in live.withLock({ $0.values.map(\.turn) }) {
      if try await isMeant(turn.conversationID) { found.append(turn.id) }
    }
    return found
  }

  /// The events of a turn after `sequence`, as they are stored.
  public func watch(_ id: TurnID, after sequence: Int) -> TurnWatch {
    TurnWatch(turn: id, start: sequence, store: parts.store) { [weak self] id in
      self?.live.withLock { $0[id] }
    }
  }
}
