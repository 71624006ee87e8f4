import SottoCore
import SottoEngine
import Testing

@Suite struct RequestPaceTests {
  private var tickets: UInt64 = 0

  /// As many as are let through now, of `count` that ask.
  private mutating func admit(
    _ count: Int, to pace: inout RequestPace, at now: Duration = .zero
  ) -> [Ticket] {
    var admitted: [Ticket] = []
    for _ in 0..<count {
      tickets += 1
      let ticket = Ticket(number: tickets)
      if pace.admit(ticket, now: now) { admitted.append(ticket) }
    }
    return admitted
  }

  @Test mutating func `no more than the limit run at once`() {
    var pace = RequestPace(limit: 3)
    let running = admit(5, to: &pace)
    #expect(running.count == 3)
    #expect(pace.opening(now: .zero) == nil)
    pace.end(running[0], now: .zero)
    #expect(admit(5, to: &pace).count == 1)
  }

  @Test mutating func `requests that are refused together halve the window once`() {
    var pace = RequestPace(limit: 32)
    let running = admit(20, to: &pace)
    for ticket in running { pace.refused(ticket, retryAfter: nil, limits: [], now: .zero) }
    #expect(pace.capacity == 10)
    #expect(pace.opening(now: .zero) == .seconds(1))
  }

  @Test mutating func `the window never falls below one`() {
    var pace = RequestPace(limit: 4)
    var now = Duration.zero
    for _ in 0..<10 {
      let running = admit(4, to: &pace, at: now)
      #expect(!running.isEmpty)
      for ticket in running {
        pace.refused(ticket, retryAfter: .seconds(1), limits: [], now: now)
        pace.end(ticket, now: now)
      }
      now += .seconds(1)
    }
    #expect(pace.capacity == 1)
  }

  @Test mutating func `accepted requests bring the window back slowly`() {
    var pace = RequestPace(limit: 8)
    for ticket in admit(8, to: &pace) {
      pace.refused(ticket, retryAfter: .zero, limits: [], now: .zero)
      pace.end(ticket, now: .zero)
    }
    var accepted = 0
    var sizes = [pace.capacity]
    while pace.capacity < 8, accepted < 100 {
      for ticket in admit(1, to: &pace) {
        pace.accepted(ticket, limits: [], now: .zero)
        pace.end(ticket, now: .zero)
        accepted += 1
      }
      if pace.capacity != sizes.last { sizes.append(pace.capacity) }
    }
    #expect(sizes == [4, 5, 6, 7, 8])
    #expect((20...40).contains(accepted))
  }

  @Test mutating func `after a refusal nobody goes until its time, then one, then the others`() {
    var pace = RequestPace(limit: 8)
    let first = admit(8, to: &pace)
    pace.refused(first[0], retryAfter: .seconds(7), limits: [], now: .zero)
    for ticket in first { pace.end(ticket, now: .zero) }
    #expect(admit(3, to: &pace, at: .milliseconds(6999)).isEmpty)
    #expect(pace.opening(now: .seconds(1)) == .seconds(7))
    let probe = admit(3, to: &pace, at: .seconds(7))
    #expect(probe.count == 1)
    pace.accepted(probe[0], limits: [], now: .seconds(8))
    #expect(admit(8, to: &pace, at: .seconds(8)).count == 3)
  }

  @Test mutating func `without Retry-After the pause doubles up to a minute (T070)`() {
    var pace = RequestPace(limit: 8)
    var now = Duration.zero
    var pauses: [Duration] = []
    for _ in 0..<9 {
      let probe = admit(1, to: &pace, at: now)
      pace.refused(probe[0], retryAfter: nil, limits: [], now: now)
      pace.end(probe[0], now: now)
      let opening = pace.opening(now: now) ?? now
      pauses.append(opening - now)
      now = opening
    }
    #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60].map { .seconds($0) })
  }

  @Test mutating func `no pause is longer than a minute`() {
    var pace = RequestPace(limit: 8)
    let running = admit(1, to: &pace)
    pace.refused(running[0], retryAfter: .seconds(86_400), limits: [], now: .zero)
    #expect(pace.opening(now: .zero) == .seconds(60))
    let limit = RateLimit(kind: .requests, remaining: 0, resetsAfter: .seconds(86_400))
    pace.accepted(running[0], limits: [limit], now: .seconds(60))
    #expect(pace.opening(now: .seconds(60)) == .seconds(120))
  }

  @Test mutating func `a probe that ends without a word leaves it to the next`() {
    var pace = RequestPace(limit: 8)
    let running = admit(1, to: &pace)
    pace.refused(running[0], retryAfter: .seconds(1), limits: [], now: .zero)
    pace.end(running[0], now: .zero)
    let probe = admit(1, to: &pace, at: .seconds(1))
    pace.end(probe[0], now: .seconds(2))
    #expect(admit(2, to: &pace, at: .seconds(2)).count == 1)
  }

  @Test mutating func `a probe that thinks long does not hold up the others`() {
    var pace = RequestPace(limit: 8)
    let running = admit(8, to: &pace)
    pace.refused(running[0], retryAfter: .seconds(1), limits: [], now: .zero)
    for ticket in running { pace.end(ticket, now: .zero) }
    #expect(admit(9, to: &pace, at: .seconds(1)).count == 1)
    #expect(pace.opening(now: .seconds(2)) == .seconds(1) + RequestPace.probeTime)
    #expect(admit(9, to: &pace, at: .seconds(11)).count == 3)
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
  mutating func `no more go than the head of an answer says`(
    limits: [RateLimit], count: Int, opening: Duration?
  ) {
    var pace = RequestPace(limit: 10)
    let running = admit(1, to: &pace)
    pace.accepted(running[0], limits: limits, now: .zero)
    #expect(admit(20, to: &pace).count == count)
    if let opening {
      #expect(pace.opening(now: .zero) == opening)
      pace.end(running[0], now: opening)
      #expect(admit(20, to: &pace, at: opening).count == 1)
    }
  }

  @Test mutating func `what the provider may not have counted yet is counted here`() {
    var pace = RequestPace(limit: 10)
    let running = admit(5, to: &pace)
    let limit = RateLimit(kind: .requests, remaining: 5, resetsAfter: .seconds(9))
    pace.accepted(running[0], limits: [limit], now: .zero)
    #expect(admit(9, to: &pace).count == 1)
  }

  @Test mutating func `a later head that leaves more opens the gate before its time`() {
    var pace = RequestPace(limit: 10)
    let running = admit(2, to: &pace)
    let none = RateLimit(kind: .requests, remaining: 0, resetsAfter: .seconds(9))
    pace.accepted(running[0], limits: [none], now: .zero)
    #expect(admit(1, to: &pace).isEmpty)
    let many = RateLimit(kind: .requests, remaining: 50, resetsAfter: .seconds(9))
    pace.accepted(running[1], limits: [many], now: .seconds(1))
    #expect(admit(20, to: &pace, at: .seconds(1)).count == 8)
  }

  @Test mutating func `a person's new limit counts at once`() {
    var pace = RequestPace(limit: 2)
    #expect(admit(9, to: &pace).count == 2)
    pace.limit = 5
    #expect(admit(9, to: &pace).count == 3)
    pace.limit = 1
    #expect(pace.capacity == 1)
  }
}
