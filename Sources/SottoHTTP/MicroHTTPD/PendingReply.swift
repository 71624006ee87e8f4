import Synchronization

/// An answer that a task makes while its connection is suspended, or streams.
///
/// Both the connection's thread and the task come here; whoever is first leaves what the other
/// needs. No task is cancelled under the lock.
final class PendingReply: Sendable {
  private struct State {
    /// The connection that sleeps until the answer is there.
    var suspended: Connection?
    var outcome: Outcome?
    var stream: ResponseStream?
    var task: Task<Void, Never>?
    var isOver = false
  }

  /// What the connection's thread is to do.
  enum Outcome {
    case answer(ServerResponse, ResponseStream?)
    /// There is nobody to answer, or no time.
    case close
    /// Nothing yet: the connection sleeps.
    case wait
  }

  private let server: ServerCore
  private let isHead: Bool
  private let state = Mutex(State())

  init(server: ServerCore, isHead: Bool) {
    self.server = server
    self.isHead = isHead
  }

  /// Suspends the connection and starts the handler. On the connection's thread. False when the
  /// server has given the reply up already.
  func start(
    _ handler: @escaping Router.Handler, _ request: ServerRequest, on connection: Connection,
  ) -> Bool {
    let isSuspended = state.withLock { state in
      guard !state.isOver else { return false }
      connection.suspend()
      state.suspended = connection
      return true
    }
    guard isSuspended else { return false }
    run {
      let response: ServerResponse
      do {
        response = self.server.router.finished(try await handler(request))
      } catch {
        if Task.isCancelled {
          self.deliver(.close)
          return
        }
        response = self.server.router.response(for: .handlerFailed(error))
      }
      await self.produce(response)
    }
    return true
  }

  /// Starts the producer of an immediate handler's stream. On the connection's thread. Nil when the
  /// server has given the reply up already.
  func startStream(_ response: ServerResponse) -> ResponseStream? {
    let stream = ResponseStream(capacity: server.configuration.streamBufferSize)
    let isStarted = state.withLock { state in
      guard !state.isOver else { return false }
      state.stream = stream
      return true
    }
    guard isStarted else { return nil }
    run { await self.produce(response) }
    return stream
  }

  /// What to do with the connection now that its thread is back. On that thread; an answer is
  /// handed out once, so that its bytes are not kept while they are sent.
  func outcome(for connection: Connection) -> Outcome {
    state.withLock { state in
      if state.isOver { return .close }
      if let outcome = state.outcome.take() { return outcome }
      connection.suspend()
      state.suspended = connection
      return .wait
    }
  }

  /// The client has closed its side. A handler that still answers may do so (the client may have
  /// closed only one half), a stream ends.
  func clientLeft() {
    let (task, stream) = state.withLock { ($0.task, $0.stream) }
    task?.cancel()
    stream?.abandon()
  }

  /// Stops the work at shutdown: an answer that is on its way may still go out.
  func cancel(onlyStreams: Bool) {
    let task = state.withLock { onlyStreams && $0.stream == nil ? nil : $0.task }
    task?.cancel()
  }

  /// Gives the connection back to its thread, which closes it.
  func abandon() {
    let (task, stream) = state.withLock { state in
      state.isOver = true
      state.suspended?.resume()
      state.suspended = nil
      return (state.task, state.stream)
    }
    task?.cancel()
    stream?.abandon()
  }

  private func run(_ work: @escaping @Sendable () async -> Void) {
    let task = Task { await work() }
    let isOver = state.withLock { state in
      state.task = task
      return state.isOver
    }
    if isOver { task.cancel() }
  }

  private func produce(_ response: ServerResponse) async {
    guard case .stream(let body) = response.body, response.hasBody(isHead: isHead) else {
      deliver(.answer(response, nil))
      return
    }
    let stream = state.withLock { state in
      let stream = state.stream ?? ResponseStream(capacity: server.configuration.streamBufferSize)
      state.stream = stream
      return stream
    }
    deliver(.answer(response, stream))
    do {
      try await body(StreamWriter(stream: stream))
      stream.finish(broken: false)
    } catch {
      stream.finish(broken: true)
    }
  }

  private func deliver(_ outcome: Outcome) {
    state.withLock { state in
      state.outcome = outcome
      state.suspended?.resume()
      state.suspended = nil
    }
  }
}
