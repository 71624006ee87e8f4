import Foundation
import SottoCore
import SottoTransport
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request in a session: what its events mean to the reader, and its deadlines.
final class SessionTransfer: Sendable {
  private struct State {
    var deadlines: DeadlineTracker
    var bytesReceived = 0
    var hasHead = false
    var isOver = false
    var alarm: Task<Void, Never>?
  }

  private let task: URLSessionDataTask
  private let exchange: Exchange
  private let isSecure: Bool
  private let state: Mutex<State>
  private let valve: SessionValve

  init(_ task: URLSessionDataTask, _ outgoing: OutgoingRequest, exchange: Exchange) {
    self.task = task
    self.exchange = exchange
    isSecure = task.originalRequest?.url?.scheme?.lowercased() == "https"
    state = Mutex(State(deadlines: DeadlineTracker(sending: outgoing)))
    valve = SessionValve(task)
  }

  func start() {
    // A time that has passed already sends nothing.
    guard ring() != nil else { return }
    setAlarm()
    task.resume()
  }

  /// The reader has made room.
  func resume() {
    if valve.open(to: exchange) { note { $0.resumed(at: $1) } }
  }

  /// Nobody wants the rest.
  func stop() {
    endOnce()
    cancelTask()
  }

  // MARK: What the session reports

  /// Bytes of the request's body went out: there is a connection.
  func sentBody() {
    let isAnswered = state.withLock { $0.hasHead }
    if !isAnswered { note { $0.connected(at: $1) } }
  }

  func receive(_ response: URLResponse) {
    guard let response = response as? HTTPURLResponse, response.statusCode >= 200 else { return }
    note { $0.received(at: $1) }
    let isFirst = state.withLock { state in
      defer { state.hasHead = true }
      return !state.hasHead && !state.isOver
    }
    if isFirst {
      exchange.receive(HTTPResponseHead(response))
      exchange.deliver()
    }
  }

  func receive(_ piece: [UInt8]) {
    guard !piece.isEmpty else { return }
    state.withLock { if !$0.isOver { $0.bytesReceived += piece.count } }
    switch valve.pass(piece, to: exchange) {
    case .through: note { $0.received(at: $1) }
    case .heldBack: note { $0.heldBack(at: $1) }
    case .overflow:
      fail(TransportError(.tooLarge, "the answer comes faster than it is read"))
    }
  }

  func complete(_ response: URLResponse?, _ error: (any Error)?) {
    // Of a redirect without an address the library on Linux reports only the end.
    if let response { receive(response) }
    let (wasAnswered, count) = state.withLock { ($0.hasHead, $0.bytesReceived) }
    guard endOnce() else { return }
    let failure = error.map {
      TransportError($0, answered: wasAnswered, secure: isSecure, bytesReceived: count)
    }
    exchange.finish(failure.map { .failed($0) } ?? .complete, after: valve.drain())
  }

  // MARK: Time

  private func note(_ step: (inout DeadlineTracker, ContinuousClock.Instant) -> Bool) {
    let isNearer = state.withLock { step(&$0.deadlines, .now) && !$0.isOver }
    if isNearer { setAlarm() }
  }

  /// Looks at the deadlines when the next one may have passed. Bytes put a deadline off; the alarm
  /// finds that out when it rings.
  private func setAlarm() {
    state.withLock { state in
      guard !state.isOver else { return }
      state.alarm?.cancel()
      let first = state.deadlines.next
      state.alarm = Task { [self] in
        var next: ContinuousClock.Instant? = first
        while let instant = next {
          // Fails only when it is cancelled, and then there is nothing to look at.
          guard (try? await Task.sleep(until: instant, clock: .continuous)) != nil else { return }
          next = ring()
        }
      }
    }
  }

  /// Ends the transfer if a deadline has passed; otherwise answers when to look again.
  private func ring() -> ContinuousClock.Instant? {
    let (error, next) = state.withLock { ($0.deadlines.passed(at: .now), $0.deadlines.next) }
    guard let error else { return next }
    fail(error)
    return nil
  }

  // MARK: The end

  private func fail(_ error: TransportError) {
    var error = error
    error.bytesReceived = state.withLock { $0.bytesReceived }
    guard endOnce() else { return }
    exchange.finish(.failed(error))
    cancelTask()
  }

  /// Answers whether this was the first call: one end counts.
  @discardableResult
  private func endOnce() -> Bool {
    let (isFirst, alarm) = state.withLock { state in
      defer {
        state.isOver = true
        state.alarm = nil
      }
      return (!state.isOver, state.alarm)
    }
    alarm?.cancel()
    return isFirst
  }

  private func cancelTask() {
    valve.drain()
    // On Linux it waits for the queue on which the session may be calling this.
    DispatchQueue.global().async { [task] in task.cancel() }
  }
}

extension DeadlineTracker {
  /// The deadlines of a request that starts now. Without a body nothing tells when the connection
  /// is there.
  fileprivate init(sending outgoing: OutgoingRequest) {
    let start = ContinuousClock.now
    var deadlines = outgoing.deadlines
    let isSilent = outgoing.body?.isEmpty ?? true
    if isSilent { deadlines.firstByte = deadlines.connect.bounded + deadlines.firstByte.bounded }
    self.init(deadlines, start: start)
    if isSilent { _ = connected(at: start) }
  }
}
