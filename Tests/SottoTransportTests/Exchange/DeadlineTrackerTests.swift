import SottoCore
import SottoTransport
import Testing

@Suite struct DeadlineTrackerTests {
  private let start = ContinuousClock.now
  private let deadlines = Deadlines(
    connect: .seconds(1), firstByte: .seconds(20), idle: .seconds(5), total: .seconds(60))

  private func at(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }

  @Test func `each phase has its own deadline`() {
    var tracker = DeadlineTracker(deadlines, start: start)
    #expect(tracker.next == at(1))
    #expect(tracker.passed(at: at(0)) == nil)
    #expect(tracker.passed(at: at(1))?.code == .connectTimeout)
    _ = tracker.connected(at: at(1))
    #expect(tracker.next == at(21))
    #expect(tracker.passed(at: at(21))?.code == .firstByteTimeout)
    _ = tracker.received(at: at(10))
    #expect(tracker.next == at(15))
    _ = tracker.received(at: at(14))
    #expect(tracker.passed(at: at(15)) == nil)
    #expect(tracker.passed(at: at(19))?.code == .idleTimeout)
  }

  @Test func `the total counts in every phase`() {
    var tracker = DeadlineTracker(deadlines, start: start)
    _ = tracker.received(at: at(58))
    #expect(tracker.next == at(60))
    #expect(tracker.passed(at: at(60))?.code == .totalTimeout)
    _ = tracker.heldBack(at: at(59))
    #expect(tracker.passed(at: at(60))?.code == .totalTimeout)
  }

  @Test func `a slow reader is not the sender's silence`() {
    var tracker = DeadlineTracker(deadlines, start: start)
    _ = tracker.received(at: at(1))
    _ = tracker.heldBack(at: at(2))
    #expect(tracker.passed(at: at(40)) == nil)
    _ = tracker.resumed(at: at(40))
    #expect(tracker.next == at(45))
  }

  @Test func `tells when the next look may have to come sooner`() {
    var tracker = DeadlineTracker(deadlines, start: start)
    #expect(tracker.connected(at: at(0)) == true)
    #expect(tracker.received(at: at(1)) == true)
    #expect(tracker.received(at: at(2)) == false)
    #expect(tracker.resumed(at: at(3)) == false)
    #expect(tracker.heldBack(at: at(3)) == true)
    #expect(tracker.resumed(at: at(4)) == true)
  }
}
