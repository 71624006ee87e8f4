import SottoCore
import SottoEngine
import Testing

/// A pace with requests numbered from 1.
private final class PaceRig {
  private var pace: RequestPace
  private var tickets: UInt64 = 0

  init(limit: Int) { pace = RequestPace(limit: limit) }

  var capacity: Int { pace.capacity }
  var limit: Int {
    get { pace.limit }
    set { pace.limit = newValue }
  }

  /// Those that are let through now, of `count` that ask.
  func admit(_ count: Int, at now: Duration = .zero) -> [Ticket] {
    (0..<count).compactMap { _ in
      tickets += 1
      let ticket = Ticket(number: tickets)
      return pace.admit(ticket, now: now) ? ticket : nil
    }
  }

  func opening(now: Duration) -> Duration? { pace.opening(now: now) }
  func end(_ ticket: Ticket, now: Duration) { pace.end(ticket, now: now) }

  func accepted(_ ticket: Ticket, limits: [RateLimit], now: Duration) {
    pace.accepted(ticket, limits: limits, now: now)
  }

  func refused(
    _ ticket: Ticket, retryAfter: Duration?, limits: [RateLimit] = [], now: Duration
  ) {
    pace.refused(ticket, retryAfter: retryAfter, limits: limits, now: now)
  }
}

@Suite struct RequestPaceTests {
  @Test func `no more than the limit run at once`() {
    let pace = PaceRig(limit: 3)
    let running = pace.admit(5)
    #expect(running.count == 3)
    #expect(pace.opening(now: .zero) == nil)
    pace.end(running[0], now: .zero)
    #expect(pace.admit(5).count == 1)
  }

  @Test func `requests that are refused together halve the window once`() {
    let pace = PaceRig(limit: 32)
    let running = pace.admit(20)
    for ticket in running { pace.refused(ticket, retryAfter: nil, now: .zero) }
    #expect(pace.capacity == 10)
    #expect(pace.opening(now: .zero) == .seconds(1))
  }

  @Test func `the window never falls below one`() {
    let pace = PaceRig(limit: 4)
    var now = Duration.zero
    for _ in 0..<10 {
      let running = pace.admit(4, at: now)
      #expect(!running.isEmpty)
      for ticket in running {
        pace.refused(ticket, retryAfter: .seconds(1), now: now)
        pace.end(ticket, now: now)
      }
      now += .seconds(1)
    }
    #expect(pace.capacity == 1)
  }

  @Test func `accepted requests bring the window back slowly`() {
    let pace = PaceRig(limit: 8)
    for ticket in pace.admit(8) {
      pace.refused(ticket, retryAfter: .zero, now: .zero)
      pace.end(ticket, now: .zero)
    }
    var accepted = 0
    var sizes = [pace.capacity]
    while pace.capacity < 8, accepted < 100 {
      for ticket in pace.admit(1) {
        pace.accepted(ticket, limits: [], now: .zero)
        pace.end(ticket, now: .zero)
        accepted += 1
      }
      if pace.capacity != sizes.last { sizes.append(pace.capacity) }
    }
    #expect(sizes == [4, 5, 6, 7, 8])
    #expect((20...40).contains(accepted))
  }

  @Test func `after a refusal nobody goes until its time, then one, then the others`() {
    let pace = PaceRig(limit: 8)
    let first = pace.admit(8)
    pace.refused(first[0], retryAfter: .seconds(7), now: .zero)
    for ticket in first { pace.end(ticket, now: .zero) }
    #expect(pace.admit(3, at: .milliseconds(6999)).isEmpty)
    #expect(pace.opening(now: .seconds(1)) == .seconds(7))
    let probe = pace.admit(3, at: .seconds(7))
    #expect(probe.count == 1)
    pace.accepted(probe[0], limits: [], now: .seconds(8))
    #expect(pace.admit(8, at: .seconds(8)).count == 3)
  }

  @Test func `without Retry-After the pause doubles up to a minute (T070)`() {
    let pace = PaceRig(limit: 8)
    var now = Duration.zero
    var pauses: [Duration] = []
    for _ in 0..<9 {
      let probe = pace.admit(1, at: now)
      pace.refused(probe[0], retryAfter: nil, now: now)
      pace.end(probe[0], now: now)
      let opening = pace.opening(now: now) ?? now
      pauses.append(opening - now)
      now = opening
    }
    #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60].map { .seconds($0) })
  }

  @Test(arguments: [(.seconds(2), .seconds(2)), (nil, .seconds(50))] as [(Duration?, Duration)])
  func `Retry-After counts before a reset`(retryAfter: Duration?, opening: Duration) {
    let pace = PaceRig(limit: 8)
    let running = pace.admit(1)
    let limit = RateLimit(kind: .tokens, remaining: 0, resetsAfter: .seconds(50))
    pace.refused(running[0], retryAfter: retryAfter, limits: [limit], now: .zero)
    #expect(pace.opening(now: .zero) == opening)
  }

  @Test func `no pause is longer than a minute`() {
    let pace = PaceRig(limit: 8)
    let running = pace.admit(1)
    pace.refused(running[0], retryAfter: .seconds(86_400), now: .zero)
    #expect(pace.opening(now: .zero) == .seconds(60))
    let limit = RateLimit(kind: .requests, remaining: 0, resetsAfter: .seconds(86_400))
    pace.accepted(running[0], limits: [limit], now: .seconds(60))
    #expect(pace.opening(now: .seconds(60)) == .seconds(120))
  }

  @Test func `a probe that ends without a word leaves it to the next`() {
    let pace = PaceRig(limit: 8)
    let running = pace.admit(1)
    pace.refused(running[0], retryAfter: .seconds(1), now: .zero)
    pace.end(running[0], now: .zero)
    let probe = pace.admit(1, at: .seconds(1))
    pace.end(probe[0], now: .seconds(2))
    #expect(pace.admit(2, at: .seconds(2)).count == 1)
  }

  @Test func `a probe that thinks long does not hold up the others`() {
    let pace = PaceRig(limit: 8)
    let running = pace.admit(8)
    pace.refused(running[0], retryAfter: .seconds(1), now: .zero)
    for ticket in running { pace.end(ticket, now: .zero) }
    #expect(pace.admit(9, at: .seconds(1)).count == 1)
    #expect(pace.opening(now: .seconds(2)) == .seconds(1) + RequestPace.probeTime)
    #expect(pace.admit(9, at: .seconds(11)).count == 3)
  }

  @Test(
    arguments: [
      ([RateLimit(kind: .requests, remaining: 0, resetsAfter: .seconds(9))], 0, .seconds(9)),
      ([RateLimit(kind: .requests, remaining: 2, resetsAfter: .seconds(9))], 2, .seconds(9)),
      ([RateLimit(kind: .requests, remaining: 0)], 0, RequestPace.unknownReset),
      ([RateLimit(kind: .tokens, remaining: 0, resetsAfter: .seconds(3))], 0, .seconds(3)),
      ([RateLimit(kind: .inputTokens, remaining: 0, resetsAfter: .seconds(3))], 0, .seconds(3)),
      (
        [
          RateLimit(kind: .requests, remaining: 1, resetsAfter: .seconds(20)),
          RateLimit(kind: .outputTokens, remaining: 0, resetsAfter: .seconds(4)),
          RateLimit(kind: .tokens, remaining: 0, resetsAfter: .seconds(6)),
        ], 0, .seconds(6)
      ),
      ([RateLimit(kind: .requests, remaining: 0, resetsAfter: .zero)], 1, nil),
      ([RateLimit(kind: .tokens, remaining: 5, resetsAfter: .seconds(3))], 9, nil),
      ([RateLimit(kind: .requests, limit: 5)], 9, nil),
      ([RateLimit(kind: RateLimit.Kind(rawValue: "images"), remaining: 0)], 9, nil),
    ] as [([RateLimit], Int, Duration?)])
  func `no more go than the head of an answer says`(
    limits: [RateLimit], count: Int, opening: Duration?
  ) {
    let pace = PaceRig(limit: 10)
    let running = pace.admit(1)
    pace.accepted(running[0], limits: limits, now: .zero)
    #expect(pace.admit(20).count == count)
    if let opening {
      #expect(pace.opening(now: .zero) == opening)
      pace.end(running[0], now: opening)
      #expect(pace.admit(20, at: opening).count == 1)
    }
  }

  @Test func `what the provider may not have counted yet is counted here`() {
    let pace = PaceRig(limit: 10)
    let running = pace.admit(5)
    let limit = RateLimit(kind: .requests, remaining: 5, resetsAfter: .seconds(9))
    pace.accepted(running[0], limits: [limit], now: .zero)
    #expect(pace.admit(9).count == 1)
  }

  @Test func `a later head that leaves more opens the gate before its time`() {
    let pace = PaceRig(limit: 10)
    let running = pace.admit(2)
    let none = RateLimit(kind: .requests, remaining: 0, resetsAfter: .seconds(9))
    pace.accepted(running[0], limits: [none], now: .zero)
    #expect(pace.admit(1).isEmpty)
    let many = RateLimit(kind: .requests, remaining: 50, resetsAfter: .seconds(9))
    pace.accepted(running[1], limits: [many], now: .seconds(1))
    #expect(pace.admit(20, at: .seconds(1)).count == 8)
  }

  @Test func `a person's new limit counts at once`() {
    let pace = PaceRig(limit: 2)
    #expect(pace.admit(9).count == 2)
    pace.limit = 5
    #expect(pace.admit(9).count == 3)
    pace.limit = 1
    #expect(pace.capacity == 1)
  }
}
