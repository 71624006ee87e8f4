package import SottoCore
import Synchronization

/// Where the thread that receives meets the task that waits. Each hands over under a short lock;
/// the task is resumed straight from the receiving thread.
package final class Exchange: Sendable {
  private struct State {
    var head: HTTPResponseHead?
    var body: BodyBuffer
    var headWaiter: CheckedContinuation<HTTPResponseHead, any Error>?
    var pieceWaiter: CheckedContinuation<[UInt8]?, any Error>?

    mutating func takeWaiters() -> (
      head: CheckedContinuation<HTTPResponseHead, any Error>?,
      piece: CheckedContinuation<[UInt8]?, any Error>?
    ) {
      defer {
        headWaiter = nil
        pieceWaiter = nil
      }
      return (headWaiter, pieceWaiter)
    }
  }

  private let state: Mutex<State>
  private let resumeSender: @Sendable () -> Void
  private let abandonSender: @Sendable () -> Void

  /// - Parameters:
  ///   - capacity: bytes that may wait unread.
  ///   - resume: called when a sender that was held back may go on.
  ///   - abandon: called when nobody wants the rest.
  package init(
    capacity: Int, resume: @escaping @Sendable () -> Void, abandon: @escaping @Sendable () -> Void
  ) {
    state = Mutex(State(body: BodyBuffer(capacity: capacity)))
    resumeSender = resume
    abandonSender = abandon
  }

  // MARK: The receiving side

  /// The head is complete.
  package func receive(_ head: HTTPResponseHead) {
    let waiter = state.withLock { state in
      state.head = head
      defer { state.headWaiter = nil }
      return state.headWaiter
    }
    waiter?.resume(returning: head)
  }

  /// Answers `false` when the reader has enough for now: offer `piece` again after the call to
  /// resume.
  package func receive(_ piece: [UInt8]) -> Bool {
    let (accepted, waiter) = state.withLock { state in
      // A reader waits only while nothing else does.
      if let waiter = state.pieceWaiter {
        state.pieceWaiter = nil
        return (true, Optional(waiter))
      }
      return (state.body.append(piece), nil)
    }
    waiter?.resume(returning: piece)
    return accepted
  }

  /// Tells the reader how it ended, behind what waits and `rest`, which the reader's share does not
  /// bound. The first end counts.
  package func finish(_ end: BodyBuffer.End, after rest: [[UInt8]] = []) {
    let (waiters, end) = state.withLock { state in
      for piece in rest { state.body.append(piece, overCapacity: true) }
      // A proper end without a head would be a broken promise of the sender; still nobody may wait
      // for ever.
      let lacksHead = state.head == nil && state.body.end == nil
      let noHead = BodyBuffer.End.failed(TransportError(.connectionLost, "the answer had no head"))
      if case .complete = end, lacksHead {
        state.body.finish(noHead)
      } else {
        state.body.finish(end)
      }
      return (state.takeWaiters(), state.body.end ?? end)
    }
    switch end {
    case .complete: waiters.piece?.resume(returning: nil)
    case .failed(let error):
      waiters.head?.resume(throwing: error)
      waiters.piece?.resume(throwing: error)
    }
  }

  // MARK: The reading side

  /// Waits for the head.
  package func head() async throws -> HTTPResponseHead {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result: Result<HTTPResponseHead, any Error>? = state.withLock { state in
          if let head = state.head { return .success(head) }
          if case .failed(let error) = state.body.end { return .failure(error) }
          state.headWaiter = continuation
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Waits for the next piece; `nil` is the proper end.
  package func next() async throws -> [UInt8]? {
    if Task.isCancelled { cancel() }
    if let ready = take(orWait: nil) { return try ready.get() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        if let ready = take(orWait: continuation) { continuation.resume(with: ready) }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Wakes whoever waits with `CancellationError`, drops what is unread and stops the sender.
  package func cancel() {
    let (wasFinished, headWaiter, pieceWaiter) = state.withLock { state in
      let wasFinished = state.body.end != nil
      state.body.abandon(CancellationError())
      state.head = nil
      let waiters = state.takeWaiters()
      return (wasFinished, waiters.head, waiters.piece)
    }
    headWaiter?.resume(throwing: CancellationError())
    pieceWaiter?.resume(throwing: CancellationError())
    if !wasFinished { abandonSender() }
  }

  private func take(
    orWait continuation: CheckedContinuation<[UInt8]?, any Error>?
  ) -> Result<[UInt8]?, any Error>? {
    let (result, resumes): (Result<[UInt8]?, any Error>?, Bool) = state.withLock { state in
      switch state.body.take() {
      case .piece(let piece, let resumes): return (.success(piece), resumes)
      case .end(.complete): return (.success(nil), false)
      case .end(.failed(let error)): return (.failure(error), false)
      case .nothing where state.pieceWaiter != nil:
        return (.failure(TransportError(.connectionLost, "the body has two readers")), false)
      case .nothing:
        state.pieceWaiter = continuation
        return (nil, false)
      }
    }
    if resumes { resumeSender() }
    return result
  }
}
