package import SottoCore

/// Runs a local model when somebody first asks for it, and keeps it running.
///
/// The program ends with this process, however this process ends (see `ChildProcess`). Another
/// process with the same data folder uses the running one instead of a second copy in memory.
package actor LocalModelServer {
  private struct Running {
    var child: ChildProcess
    var endpoint: LocalEndpoint
    var since: ContinuousClock.Instant
  }

  private typealias Start = OneShot<Result<LocalEndpoint, any Error>>

  private enum State {
    case idle
    case starting(Start, Task<Void, Never>)
    case running(Running)
    case stopped
  }

  private let installation: LocalModelInstallation
  private let folder: String
  private let deadline: Duration
  private let probe: HTTPProbe
  private var state = State.idle
  private var backoff = RestartBackoff()

  /// - Parameters:
  ///   - installation: what to run.
  ///   - folder: the data folder, which must exist; it takes the log and the note for other
  ///     processes.
  ///   - deadline: how long one start may take.
  ///   - log: who notes the connections to it.
  package init(
    installation: LocalModelInstallation, folder: String, deadline: Duration = .seconds(120),
    log: any EgressLog
  ) {
    probe = HTTPProbe(for: .localModel, log: log)
    self.installation = installation
    self.folder = folder
    self.deadline = deadline
  }

  /// The log of the program's latest run.
  package nonisolated var logPath: String { folder + "/local-model.log" }

  /// The process number of the program that this server started, while it runs.
  package var pid: Int32? {
    if case .running(let running) = state, running.child.isRunning {
      running.child.pid
    } else {
      nil
    }
  }

  /// Where the model answers, here or in another process; `nil` while it doesn't run.
  package func runningEndpoint() async -> LocalEndpoint? {
    if case .running(let running) = state {
      return running.child.isRunning ? running.endpoint : nil
    }
    if case .idle = state { return await sharedEndpoint() }
    return nil
  }

  /// Where the model answers; starts it when it doesn't run. All who ask meanwhile share one start,
  /// and one of them being cancelled does not stop it for the others.
  /// - Parameter progress: called with a line for a person when there is something to wait for.
  /// - Returns: where to send requests; ask again before each, since the program may have died.
  /// - Throws: `LocalModelError`, or `CancellationError`.
  package func endpoint(
    progress: @Sendable (String) -> Void = { _ in }
  ) async throws -> LocalEndpoint {
    try Task.checkCancellation()
    if case .running(let running) = state {
      if running.child.isRunning { return running.endpoint }
      ended(running)
    }
    if case .idle = state, let shared = await sharedEndpoint() { return shared }
    let start: Start
    switch state {
    case .stopped:
      throw LocalModelError(.stopped, "the local model was told to stop")
    case .starting(let current, _):
      start = current
    case .running(let running):
      return running.endpoint
    case .idle:
      start = begin()
    }
    progress("Loading the local model \(installation.modelName) …")
    return try await start.value().get()
  }

  /// Stops the program and waits until it has ended; it isn't started again.
  package func stop() async {
    let before = state
    state = .stopped
    switch before {
    case .idle, .stopped:
      break
    case .starting(let start, let task):
      start.fulfil(.failure(LocalModelError(.stopped, "the local model was told to stop")))
      task.cancel()
      await task.value
    case .running(let running):
      PublishedEndpoint.remove(from: folder, pid: running.child.pid)
      await running.child.stop()
    }
  }

  private func begin() -> Start {
    let start = Start()
    let task = Task {
      let result: Result<LocalEndpoint, any Error>
      do { result = .success(try await launchAndPublish()) } catch { result = .failure(error) }
      start.fulfil(result)
    }
    state = .starting(start, task)
    return start
  }

  /// A model that another process runs. Asked for afresh each time, since its owner may end.
  private func sharedEndpoint() async -> LocalEndpoint? {
    guard let note = PublishedEndpoint.read(from: folder), note.model == installation.modelName,
      note.isAlive, await note.endpoint.isHealthy(asking: probe, within: .seconds(5))
    else { return nil }
    return note.endpoint
  }

  private func launchAndPublish() async throws -> LocalEndpoint {
    do {
      try await Task.sleep(for: backoff.delay(at: .now))
      let running = try await launch()
      guard case .starting = state else {
        await running.child.stop()
        throw LocalModelError(.stopped, "the local model was told to stop")
      }
      state = .running(running)
      publish(running)
      return running.endpoint
    } catch {
      if !(error is CancellationError) { backoff.failed(at: .now) }
      settle(.idle)
      throw error
    }
  }

  /// Leaves the starting state, unless somebody called `stop` meanwhile.
  private func settle(_ next: State) {
    if case .starting = state { state = next }
  }

  private func launch() async throws -> Running {
    let key = Self.randomKey()
    let child = try installation.start(key: key, log: logPath)
    do {
      return try await ready(child, key: key)
    } catch {
      await child.stop(grace: .milliseconds(200))
      throw error
    }
  }

  private func ready(_ child: ChildProcess, key: String) async throws -> Running {
    let end = ContinuousClock.now + deadline
    guard let line = try await child.firstLine(within: deadline) else {
      throw child.isRunning && ContinuousClock.now >= end ? timedOut : startFailed
    }
    let prefix = "listening "
    guard line.hasPrefix(prefix),
      let port = LocalEndpoint.loopbackPort(of: String(line.dropFirst(prefix.count)))
    else { throw startFailed }
    var pause = Duration.milliseconds(25)
    while child.isRunning {
      // A refused connection only means: not yet.
      let answer = try? await probe.get("/health", port: port, within: .seconds(2))
      if answer?.status == 200 {
        let endpoint = LocalEndpoint(
          baseURL: "http://127.0.0.1:\(port)/v1", apiKey: key, modelName: installation.modelName)
        return Running(child: child, endpoint: endpoint, since: .now)
      }
      guard ContinuousClock.now < end else { throw timedOut }
      try await Task.sleep(for: pause)
      pause = min(pause * 2, .milliseconds(400))
    }
    throw startFailed
  }

  private func ended(_ running: Running) {
    PublishedEndpoint.remove(from: folder, pid: running.child.pid)
    backoff.failed(at: .now, after: .now - running.since)
    state = .idle
  }

  private func publish(_ running: Running) {
    let note = PublishedEndpoint(
      pid: running.child.pid, baseURL: running.endpoint.baseURL, apiKey: running.endpoint.apiKey,
      model: running.endpoint.modelName)
    // Without the note other processes start a model of their own; this one is not the worse for
    // it.
    try? note.write(to: folder)
  }

  private var startFailed: LocalModelError {
    LocalModelError(
      .startFailed, "the local model's program ended before it answered",
      hint: "its log is \(logPath)")
  }

  private var timedOut: LocalModelError {
    LocalModelError(
      .timedOut, "the local model did not answer within \(deadline)", hint: "its log is \(logPath)")
  }

  private static func randomKey() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let digits = String(generator.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
