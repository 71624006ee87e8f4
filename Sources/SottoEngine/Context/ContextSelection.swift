import SottoCore

/// Chooses which messages of a path go to the model, by their tokens only.
///
/// Messages are added from the newest to older ones, for as long as ``wantsMore`` says so. A *round* is
/// a person's message with all that answers it; a *step* is a message with the tool results that
/// follow it. Steps are never split, and of the rounds only the last one, when it does not fit alone.
struct ContextSelection: Sendable {
  /// What the choice needs to know of a message.
  struct Candidate: Hashable, Sendable {
    var id: MessageID
    var tokens: Int
    /// A person's message that is no tool result.
    var startsRound: Bool
    /// Tool results, which belong to the message before.
    var joinsPrevious = false
    /// It always goes; its tokens are in the fixed ones.
    var isPinned = false
    /// Why it does not go in any case.
    var exclusion: ContextOmission.Reason?
  }

  /// What was chosen.
  struct Choice: Hashable, Sendable {
    /// The messages that go, pinned ones too, oldest first.
    var chosen: [MessageID] = []
    /// Those that were added and do not go, oldest first.
    var omitted: [ContextOmission] = []
    /// By how many tokens what must go is too much; 0 when it fits.
    var excess = 0
  }

  /// The rounds that are sent at most; `nil` sends all that fit.
  private let rounds: Int?
  /// `nil` takes everything.
  private let budget: ContextBudget?
  /// The tokens of what goes in any case: instructions, tools, a summary, pinned messages.
  private let fixed: Int
  /// Newest first.
  private var candidates: [Candidate] = []
  private var tokens: Int
  private var roundStarts = 0

  init(rounds: Int? = nil, budget: ContextBudget?, fixed: Int) {
    self.rounds = rounds
    self.budget = budget
    self.fixed = fixed
    tokens = fixed
  }

  /// Whether an older message could go as well.
  var wantsMore: Bool {
    if roundStarts == 0 { return true }
    if let rounds, roundStarts >= rounds { return false }
    guard let budget else { return true }
    return tokens <= budget.history
  }

  /// Why those do not go that are older than the ones that were added.
  var reasonOfOlder: ContextOmission.Reason {
    rounds.map { roundStarts >= $0 } ?? false ? .beyondRounds : .doesNotFit
  }

  /// Adds the next older message.
  mutating func add(_ candidate: Candidate) {
    candidates.append(candidate)
    guard candidate.exclusion == nil else { return }
    if candidate.startsRound { roundStarts += 1 }
    if !candidate.isPinned { tokens += candidate.tokens }
  }

  /// The choice. `older` says whether the path has messages before those that were added.
  func choice(hasOlder older: Bool) -> Choice {
    var rounds = Self.rounds(of: candidates.reversed().filter { $0.exclusion == nil })
    guard var last = rounds.popLast() else {
      var choice = finished(keeping: [])
      choice.excess = budget.map { max(0, fixed - $0.most) } ?? 0
      return choice
    }
    // Reading may have stopped inside a round, which nobody can send then.
    let hasPartOfRound = older && !(rounds.first?.isWhole ?? true)
    if hasPartOfRound { rounds.removeFirst() }

    let required = fixed + last.requiredTokens
    let excess = budget.map { max(0, required - $0.most) } ?? 0
    let room = budget.map { $0.history - fixed } ?? .max
    last.trim(to: room)
    var kept: [Step] = last.steps
    if !last.isTrimmed {
      let allowed = self.rounds.map { rounds.suffix($0 - 1) } ?? rounds[...]
      let reachesBack = older || hasPartOfRound
      kept = fitting(allowed, beside: last.tokens, room: room, reachesBack: reachesBack) + kept
    }
    var choice = finished(keeping: kept)
    choice.excess = excess
    return choice
  }

  /// The steps of the newest rounds that have room.
  ///
  /// When not all have, the history begins at the round whose identifier has the lowest hash among
  /// those at which it would fill 70 to 100 % of the room. That is decided by the messages alone, and
  /// stays so until the round is pushed out: a history that began one round later each turn would
  /// never find its beginning in the provider's cache.
  private func fitting(
    _ rounds: ArraySlice<Round>, beside last: Int, room: Int, reachesBack: Bool
  ) -> [Step] {
    var sum = last
    var fit: [(start: Int, tokens: Int)] = []
    for index in rounds.indices.reversed() {
      let (next, isHuge) = sum.addingReportingOverflow(rounds[index].tokens)
      guard !isHuge, next <= room else { break }
      sum = next
      fit.append((index, sum))
    }
    let fitsAll = fit.count == rounds.count
    let isAtLimit = self.rounds.map { rounds.count >= $0 - 1 } ?? false
    if fitsAll, isAtLimit || !reachesBack || rounds.isEmpty {
      return rounds.flatMap(\.steps)
    }
    let full = fit.filter { $0.tokens >= room / 10 * 7 }
    let best = full.min { hash(of: rounds[$0.start]) < hash(of: rounds[$1.start]) } ?? fit.last
    guard let best else { return [] }
    return rounds[best.start...].flatMap(\.steps)
  }

  /// FNV-1a of the identifier of its first message.
  private func hash(of round: Round) -> UInt64 {
    let id = round.steps.first?.messages.first?.id.rawValue ?? ""
    return id.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  private func finished(keeping steps: [Step]) -> Choice {
    let kept = Set(steps.flatMap { $0.messages.map(\.id) })
    var choice = Choice()
    var starts = 0
    for candidate in candidates {
      if candidate.exclusion == nil, candidate.isPinned || kept.contains(candidate.id) {
        choice.chosen.append(candidate.id)
      } else {
        let isBeyond = rounds.map { starts >= $0 } ?? false
        choice.omitted.append(
          ContextOmission(
            messageID: candidate.id,
            reason: candidate.exclusion ?? (isBeyond ? .beyondRounds : .doesNotFit),
            tokens: candidate.tokens))
      }
      if candidate.startsRound, candidate.exclusion == nil { starts += 1 }
    }
    choice.chosen.reverse()
    choice.omitted.reverse()
    return choice
  }

  // MARK: Rounds and steps

  private struct Step {
    var messages: [Candidate]
    var tokens: Int { messages.reduce(0) { $0 + ($1.isPinned ? 0 : $1.tokens) } }
  }

  private struct Round {
    var steps: [Step]
    /// Whether it begins with a person's message.
    var isWhole: Bool { steps.first?.messages.first?.startsRound ?? false }
    var isTrimmed = false
    var tokens: Int { steps.reduce(0) { $0 + $1.tokens } }

    /// Its beginning and its end: what the model is to answer.
    var requiredTokens: Int {
      guard let last = steps.last else { return 0 }
      return steps.count > 1 && isWhole ? (steps.first?.tokens ?? 0) + last.tokens : last.tokens
    }

    /// Leaves out the oldest steps after its beginning until it has at most `room` tokens.
    mutating func trim(to room: Int) {
      let kept = isWhole ? 1 : 0
      var tokens = tokens
      while tokens > room, steps.count > kept + 1 {
        tokens -= steps.remove(at: kept).tokens
        isTrimmed = true
      }
    }
  }

  private static func rounds(of messages: [Candidate]) -> [Round] {
    var rounds: [Round] = []
    for message in messages {
      if message.startsRound || rounds.isEmpty {
        rounds.append(Round(steps: [Step(messages: [message])]))
      } else if message.joinsPrevious {
        let last = rounds[rounds.count - 1].steps.count - 1
        rounds[rounds.count - 1].steps[last].messages.append(message)
      } else {
        rounds[rounds.count - 1].steps.append(Step(messages: [message]))
      }
    }
    return rounds
  }
}
