package import SottoCore
import Synchronization

/// Where the thread that receives meets the task that waits. Each hands over under a short lock;
/// the task is resumed straight from the receiving thread.
package final class Exchange: Sendable {
  private struct State {
    var head: HTTPResponseHead?
    var body: BodyBuffer
    var headWaiter: CheckedContinuation<HTTPResponseHead, any Error>?
    /// The reader, who looks again when it is resumed.
    var pieceWaiter: CheckedContinuation<Void, any Error>?

    mutating func takeWaiters() -> (
      head: CheckedContinuation<HTTPResponseHead, any Error>?,
      piece: CheckedContinuation<Void, any Error>?
    ) {
      defer {
        headWaiter = nil
        pieceWaiter = nil
      }
      return (headWaiter, pieceWaiter)
    }
  }

  /// Bytes after which no further piece is added to a read.
  private static let largestRead = 64 * 1024

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

  /// The head is complete. ``deliver()`` tells the reader.
  package func receive(_ head: HTTPResponseHead) { state.withLock { $0.head = head } }

  /// Answers `false` when the reader has enough for now: offer `piece` again after the call to
  /// resume. ``deliver()`` tells the reader.
  package func receive(_ piece: [UInt8]) -> Bool {
    state.withLock { state in state.body.append(piece) }
  }

  /// Wakes the reader if it waits for what has come. Once for all that came together, so that the
  /// reader treats it together.
  package func deliver() {
    let (head, waiters) = state.withLock { state in
      var waiters = (head: state.headWaiter, piece: state.pieceWaiter)
      if state.head == nil { waiters.head = nil } else { state.headWaiter = nil }
      if state.body.isEmpty { waiters.piece = nil } else { state.pieceWaiter = nil }
      return (state.head, waiters)
    }
    if let head { waiters.head?.resume(returning: head) }
    waiters.piece?.resume()
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
    case .complete: waiters.piece?.resume()
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

  /// Waits for bytes and returns all that have come, up to a bound, so that a reader that is
  /// behind treats them together; `nil` is the proper end.
  package func next() async throws -> [UInt8]? {
    if Task.isCancelled { cancel() }
    while true {
      if let ready = take() { return try ready.get() }
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { wait($0) }
      } onCancel: {
        cancel()
      }
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

  private func take() -> Result<[UInt8]?, any Error>? {
    let (result, resumes): (Result<[UInt8]?, any Error>?, Bool) = state.withLock { state in
      switch state.body.take() {
      case .piece(var piece, var resumes):
        while piece.count < Self.largestRead, case .piece(let next, let also) = state.body.take() {
          piece += next
          resumes = resumes || also
        }
        return (.success(piece), resumes)
      case .end(.complete): return (.success(nil), false)
      case .end(.failed(let error)): return (.failure(error), false)
      case .nothing: return (nil, false)
      }
    }
    if resumes { resumeSender() }
    return result
  }

  /// Resumes the reader when there is something to take, at once if there already is.
  private func wait(_ continuation: CheckedContinuation<Void, any Error>) {
    let result: Result<Void, any Error>? = state.withLock { state in
      if state.pieceWaiter != nil {
        return .failure(TransportError(.connectionLost, "the body has two readers"))
      }
      if !state.body.isEmpty || state.body.end != nil { return .success(()) }
      state.pieceWaiter = continuation
      return nil
    }
    if let result { continuation.resume(with: result) }
  }
}
