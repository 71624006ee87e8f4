import SottoLocal
import Testing

@Suite struct RestartBackoffTests {
  private static let delays: [(failures: Int, delay: Duration)] = [
    (0, .zero), (1, .zero), (2, .milliseconds(500)), (3, .seconds(1)), (4, .seconds(2)),
    (7, .seconds(16)), (8, .seconds(30)), (100, .seconds(30)),
  ]

  @Test(arguments: delays)
  func `waits longer each time`(failures: Int, delay: Duration) {
    var backoff = RestartBackoff()
    let now = ContinuousClock.now
    for _ in 0..<failures { backoff.failed(at: now) }
    #expect(backoff.delay(at: now) == delay)
  }

  @Test func `time that has passed counts`() {
    var backoff = RestartBackoff()
    let now = ContinuousClock.now
    for _ in 0..<3 { backoff.failed(at: now) }
    #expect(backoff.delay(at: now + .milliseconds(400)) == .milliseconds(600))
    #expect(backoff.delay(at: now + .seconds(5)) == .zero)
  }

  @Test func `a long run forgives`() {
    var backoff = RestartBackoff()
    let now = ContinuousClock.now
    for _ in 0..<5 { backoff.failed(at: now) }
    backoff.failed(at: now, after: .seconds(60))
    #expect(backoff.delay(at: now) == .zero)
  }
}
