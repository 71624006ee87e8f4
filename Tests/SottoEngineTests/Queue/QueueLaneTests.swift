import SottoCore
import SottoEngine
import SottoTestSupport
import Testing

private func conversation(_ number: Int) -> ConversationID {
  ConversationID(at: Timestamp(milliseconds: Int64(number)))
}

@Suite struct QueueLaneTests {
  @Test func `conversations take turns, and each keeps its order`() {
    let (a, b, c) = (conversation(1), conversation(2), conversation(3))
    var line = FairLine()
    for (number, owner) in [(1, a), (2, a), (3, a), (4, b), (5, c), (6, b)] {
      line.append(Ticket(number: UInt64(number)), of: owner)
    }
    let removals = (1...2).map { _ in line.remove(Ticket(number: 2), of: a) }
    #expect(removals == [true, false])
    #expect(line.count == 5)
    var order: [UInt64] = []
    while let ticket = line.popFirst() { order.append(ticket.number) }
    #expect(order == [1, 4, 5, 3, 6])
    #expect(line.count == 0)
  }

  @Test func `an empty conversation loses its turn`() {
    let (a, b) = (conversation(1), conversation(2))
    var line = FairLine()
    line.append(Ticket(number: 1), of: a)
    line.append(Ticket(number: 2), of: b)
    line.remove(Ticket(number: 1), of: a)
    #expect(line.first == Ticket(number: 2))
  }

  @Test func `one of those that wait watches the clock, and hands it on when it leaves`() {
    let owner = conversation(1)
    var lane = QueueLane(limit: 1, now: .zero)
    let tickets = (1...3).map { Ticket(number: $0) }
    var entered = [lane.enter(tickets[0], of: owner, limit: 1, now: .zero)]
    lane.refused(tickets[0], retryAfter: .seconds(5), limits: [], now: .zero)
    lane.leave(tickets[0], of: owner, now: .zero)
    var words = [lane.advance(now: .zero)]
    for ticket in tickets.dropFirst() {
      entered.append(lane.enter(ticket, of: owner, limit: 1, now: .zero))
      words.append(lane.advance(now: .zero))
    }
    #expect(entered == [true, false, false])
    lane.leave(tickets[1], of: owner, now: .seconds(1))
    words.append(lane.advance(now: .seconds(1)))
    words.append(lane.advance(now: .seconds(5)))
    #expect(words.map { $0.map(\.ticket) } == [[], [tickets[1]], [], [tickets[2]], [tickets[2]]])
    let watch = QueueLane.Word.watchClock(until: .seconds(5))
    #expect(words.map { $0.map(\.word) } == [[], [watch], [], [watch], [.admitted]])
  }

  @Test(arguments: 0..<60)
  func `any course of events keeps to the limit, and all come to their turn`(seed: Int) {
    var course = RandomCourse(seed: UInt64(seed))
    for _ in 0..<600 { course.step() }
    course.finish()
    #expect(course.lane.pace.inFlight == 0)
    #expect(course.lane.line.count == 0)
    #expect(course.waiting.isEmpty)
    #expect(course.problems.isEmpty, "\(course.problems.first ?? "")")
    #expect(course.lane.canBeForgotten(now: course.now + .seconds(61)))
  }
}

/// Random requests, answers, refusals and cancellations in one lane, with what must hold.
private struct RandomCourse {
  var lane: QueueLane
  var now = Duration.zero
  var waiting: [Ticket: ConversationID] = [:]
  var running: [Ticket: ConversationID] = [:]
  var watch: Duration?
  var problems: [String] = []
  private var limit: Int
  private var generator: SeededGenerator
  private var tickets: UInt64 = 0
  private let owners = (0..<4).map(conversation)

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    limit = Int.random(in: 1...12, using: &generator)
    lane = QueueLane(limit: limit, now: .zero)
  }

  mutating func step() {
    switch Int.random(in: 0..<12, using: &generator) {
    case 0...4: enter()
    case 5: running.keys.randomElement(using: &generator).map { end($0) }
    case 6, 7:
      if let ticket = running.keys.randomElement(using: &generator) {
        lane.accepted(ticket, limits: limits(), now: now)
        if Bool.random(using: &generator) { end(ticket) }
      }
    case 8:
      if let ticket = running.keys.randomElement(using: &generator) {
        let wait: Duration? =
          Bool.random(using: &generator)
          ? nil : .seconds(Int.random(in: -5...500, using: &generator))
        lane.refused(ticket, retryAfter: wait, limits: limits(), now: now)
        end(ticket)
      }
    case 9:
      if let ticket = waiting.keys.randomElement(using: &generator), let owner = waiting[ticket] {
        waiting[ticket] = nil
        lane.leave(ticket, of: owner, now: now)
      }
    default: now += .milliseconds(Int.random(in: 0...4000, using: &generator))
    }
    advance()
  }

  /// Only answers and the time that the lane itself asks for, until nobody is left. The first in
  /// line may never wait without somebody or something that will wake it.
  mutating func finish() {
    for _ in 0..<10_000 where !waiting.isEmpty || !running.isEmpty {
      if let ticket = running.keys.min(by: { $0.number < $1.number }) {
        lane.accepted(ticket, limits: [], now: now)
        end(ticket)
      } else if let watch {
        now = max(now, watch)
      } else {
        problems.append("those that wait are never woken")
        return
      }
      advance()
    }
  }

  private mutating func enter() {
    tickets += 1
    let ticket = Ticket(number: tickets)
    let owner = owners[Int.random(in: 0..<4, using: &generator)]
    if lane.enter(ticket, of: owner, limit: limit, now: now) {
      if !waiting.isEmpty { problems.append("one went before those that waited") }
      running[ticket] = owner
    } else {
      waiting[ticket] = owner
    }
  }

  private mutating func end(_ ticket: Ticket) {
    guard let owner = running.removeValue(forKey: ticket) else { return }
    lane.leave(ticket, of: owner, now: now)
  }

  private mutating func advance() {
    if let time = watch, time <= now { watch = nil }
    for (ticket, word) in lane.advance(now: now) {
      guard let owner = waiting[ticket] else {
        problems.append("a word for one that does not wait")
        continue
      }
      switch word {
      case .watchClock(let until):
        watch = until
        if until <= now || until > now + .seconds(60) { problems.append("a watch until \(until)") }
      case .admitted:
        waiting[ticket] = nil
        running[ticket] = owner
        let isFirstOfOwner = !waiting.contains {
          $0.value == owner && $0.key.number < ticket.number
        }
        if !isFirstOfOwner { problems.append("a conversation's order was lost") }
      }
    }
    if running.count > limit { problems.append("\(running.count) run, \(limit) may") }
    if running.count != lane.pace.inFlight || waiting.count != lane.line.count {
      problems.append("the counters are wrong")
    }
  }

  private mutating func limits() -> [RateLimit] {
    if Int.random(in: 0..<3, using: &generator) > 0 { return [] }
    let kinds: [RateLimit.Kind] = [.requests, .tokens, .inputTokens]
    return [
      RateLimit(
        kind: kinds[Int.random(in: 0..<3, using: &generator)],
        remaining: Int.random(in: -1...3, using: &generator),
        resetsAfter: Bool.random(using: &generator)
          ? nil : .seconds(Int.random(in: -3...300, using: &generator)))
    ]
  }
}
