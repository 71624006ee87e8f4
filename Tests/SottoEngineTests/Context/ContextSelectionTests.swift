import SottoCore
import SottoTestSupport
import Testing

@testable import SottoEngine

/// What always holds, over random conversations, counts, policies and windows.
@Suite struct ContextSelectionTests {
  @Test(arguments: 0..<300)
  func `it holds for any conversation`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var path = RandomPath(&random)
    let rounds = Bool.random(using: &random) ? nil : Int.random(in: 1...6, using: &random)
    let budget = Bool.random(using: &random) ? nil : path.budget(&random)
    for _ in 0..<12 {
      path.grow(&random)
      let choice = path.choose(rounds: rounds, budget: budget)
      let places = choice.chosen.compactMap { id in path.messages.firstIndex { $0.id == id } }

      #expect(places.count == choice.chosen.count && places == places.sorted(), "order is kept")
      #expect(Set(places).isSuperset(of: path.pinnedPlaces), "what is pinned goes")
      #expect(places.last == path.messages.indices.last, "so does what is to be answered")
      for (place, message) in path.messages.enumerated() where message.joinsPrevious {
        #expect(places.contains(place) == places.contains(place - 1), "a call goes with its result")
      }
      if let budget, choice.excess == 0 {
        #expect(path.tokens(of: choice.chosen) <= budget.most, "never over the window")
      }
      let free = places.filter { !path.messages[$0].isPinned }
      if let rounds { #expect(free.count { path.messages[$0].startsRound } <= rounds) }
      guard let begin = free.first else { continue }
      // One run up to the end, so that the next request begins with this one; only the last round has
      // gaps, and then it is the only one.
      let gaps = (begin..<path.messages.count).filter { !places.contains($0) }
      if !gaps.isEmpty { #expect(begin == path.messages.lastIndex(where: \.startsRound)) }
      #expect(path.messages[begin].startsRound || begin == 0 || path.messages[begin - 1].isPinned)
    }
  }

  @Test func `the beginning of a full history stays where it is for many turns`() {
    var random = SeededGenerator(seed: 7)
    var path = RandomPath(&random, system: 10, pins: false)
    let budget = Self.budget(1000)
    var beginnings: [MessageID] = []
    var fill: [Int] = []
    for _ in 0..<400 {
      path.addRound(tokens: 10)
      let choice = path.choose(rounds: nil, budget: budget)
      #expect(path.tokens(of: choice.chosen) <= 1000)
      if path.messages.count > 220, let first = choice.chosen.first {
        beginnings.append(first)
        fill.append(path.tokens(of: choice.chosen))
      }
    }
    let moves = zip(beginnings, beginnings.dropFirst()).count { $0 != $1 }
    // A history that moves with each round would move 290 times.
    #expect(moves < beginnings.count / 5, "\(moves) of \(beginnings.count)")
    #expect(fill.allSatisfy { $0 >= 680 }, "\(fill.min() ?? 0)")
  }

  @Test func `exactly the last rounds go`() {
    var random = SeededGenerator(seed: 1)
    var path = RandomPath(&random, system: 0, pins: false)
    for _ in 0..<20 { path.addRound(tokens: 10) }
    path.add(tokens: 5, startsRound: true)
    let choice = path.choose(rounds: 3, budget: nil)
    #expect(choice.chosen == path.messages.suffix(5).map(\.id))
    #expect(choice.omitted.isEmpty)
  }

  @Test(arguments: [(8192, 0), (8193, 1), (9000, 808)])
  func `one token too many is one too many`(tokens: Int, excess: Int) {
    var random = SeededGenerator(seed: 1)
    var path = RandomPath(&random, system: 0, pins: false)
    for _ in 0..<3 { path.addRound(tokens: 10) }
    path.add(tokens: tokens, startsRound: true)
    let choice = path.choose(rounds: nil, budget: Self.budget(8192))
    #expect(choice.excess == excess)
    #expect(choice.chosen == [path.messages.last?.id])
    #expect(choice.omitted.allSatisfy { $0.reason == .doesNotFit })
  }

  @Test func `of a round that does not fit alone the beginning and the end go`() {
    var random = SeededGenerator(seed: 1)
    var path = RandomPath(&random, system: 0, pins: false)
    path.addRound(tokens: 10)
    path.add(tokens: 20, startsRound: true)
    for _ in 0..<10 {
      path.add(tokens: 5)
      path.add(tokens: 5, joinsPrevious: true)
    }
    let question = path.messages[2].id
    let choice = path.choose(rounds: nil, budget: Self.budget(50))
    #expect(choice.chosen == [question] + path.messages.suffix(6).map(\.id))
    #expect(choice.excess == 0)
  }

  @Test func `nothing is read beyond what can fit`() {
    var random = SeededGenerator(seed: 1)
    var path = RandomPath(&random, system: 0, pins: false)
    for _ in 0..<5000 { path.addRound(tokens: 10) }
    #expect(path.choose(rounds: nil, budget: Self.budget(100)).chosen.count >= 8)
    #expect(path.read < 25)
  }

  static func budget(_ tokens: Int) -> ContextBudget {
    var budget = ContextBudget(ModelInfo(contextWindow: tokens), outputLimit: 0, isExact: true)
    budget?.most = tokens
    budget?.history = tokens
    guard let budget else { fatalError("a window is known") }
    return budget
  }
}

@Suite struct ContextBudgetTests {
  @Test func `the limit that a person set is kept for the answer`() throws {
    let info = ModelInfo(contextWindow: 8192, outputLimit: 4096)
    let budget = try #require(ContextBudget(info, outputLimit: 1000, isExact: true))
    #expect([budget.history, budget.most] == [7192, 7192])
  }

  @Test func `a model whose answers may fill the window still has a history`() throws {
    let info = ModelInfo(contextWindow: 8192, outputLimit: 8192)
    let budget = try #require(ContextBudget(info, outputLimit: nil, isExact: true))
    #expect(budget.history == 6144)
    #expect(budget.most > 7900)
  }

  @Test func `an estimate leaves a margin, and a limit of input counts`() throws {
    let info = ModelInfo(contextWindow: 200_000, inputLimit: 150_000, outputLimit: 32_000)
    let budget = try #require(ContextBudget(info, outputLimit: nil, isExact: false))
    #expect(budget.margin == 10_000)
    #expect(budget.history == 140_000)
    #expect(ContextBudget(ModelInfo(), outputLimit: nil, isExact: true) == nil)
  }

  @Test(arguments: [0, -5]) func `a window that is none is not known`(window: Int) {
    #expect(ContextBudget(ModelInfo(contextWindow: window), outputLimit: nil, isExact: true) == nil)
  }
}

/// A conversation that grows.
private struct RandomPath {
  var messages: [ContextSelection.Candidate] = []
  var system: Int
  /// How many messages the last choice has looked at.
  var read = 0
  private let hasPins: Bool
  private var ids = SeededGenerator(seed: 99)

  init(_ random: inout SeededGenerator, system: Int? = nil, pins: Bool = true) {
    self.system = system ?? Int.random(in: 0...200, using: &random)
    hasPins = pins
    for _ in 0..<Int.random(in: 0...20, using: &random) { if pins { grow(&random) } }
  }

  var pinnedPlaces: [Int] { messages.indices.filter { messages[$0].isPinned } }

  mutating func add(tokens: Int, startsRound: Bool = false, joinsPrevious: Bool = false) {
    messages.append(
      ContextSelection.Candidate(
        id: MessageID(at: Timestamp(milliseconds: Int64(messages.count)), using: &ids),
        tokens: tokens, startsRound: startsRound, joinsPrevious: joinsPrevious))
  }

  mutating func addRound(tokens: Int) {
    add(tokens: tokens, startsRound: true)
    add(tokens: tokens)
  }

  /// A round of a question, calls with their results, and an answer; now and then something is pinned.
  mutating func grow(_ random: inout SeededGenerator) {
    add(tokens: Int.random(in: 1...60, using: &random), startsRound: true)
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      add(tokens: Int.random(in: 1...40, using: &random))
      add(tokens: Int.random(in: 1...80, using: &random), joinsPrevious: true)
    }
    if Int.random(in: 0..<4, using: &random) > 0 {
      add(tokens: Int.random(in: 1...90, using: &random))
    }
    guard hasPins, Int.random(in: 0..<5, using: &random) == 0 else { return }
    let place = Int.random(in: messages.indices, using: &random)
    messages[place].isPinned = true
    if messages[place].joinsPrevious { messages[place - 1].isPinned = true }
    if place + 1 < messages.count, messages[place + 1].joinsPrevious {
      messages[place + 1].isPinned = true
    }
  }

  func budget(_ random: inout SeededGenerator) -> ContextBudget {
    ContextSelectionTests.budget(Int.random(in: 300...2000, using: &random))
  }

  var fixed: Int { messages.reduce(system) { $0 + ($1.isPinned ? $1.tokens : 0) } }

  func tokens(of chosen: [MessageID]) -> Int {
    let chosen = Set(chosen)
    return messages.reduce(system) { $0 + (chosen.contains($1.id) ? $1.tokens : 0) }
  }

  mutating func choose(rounds: Int?, budget: ContextBudget?) -> ContextSelection.Choice {
    var selection = ContextSelection(rounds: rounds, budget: budget, fixed: fixed)
    read = 0
    for message in messages.reversed() {
      guard selection.wantsMore else { break }
      selection.add(message)
      read += 1
    }
    var choice = selection.choice(hasOlder: read < messages.count)
    // Pinned messages that were not reached go before all others.
    let reached = Set(messages.suffix(read).map(\.id))
    choice.chosen =
      messages.filter { $0.isPinned && !reached.contains($0.id) }.map(\.id) + choice.chosen
    return choice
  }
}
