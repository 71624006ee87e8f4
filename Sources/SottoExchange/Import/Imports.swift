package import SottoCore

/// The imports of a running server, one after the other: two at once would only wait for each other.
package actor Imports {
  /// An import, running or ended.
  package struct Job: Sendable {
    /// How it stands.
    package enum State: String, Sendable {
      case waiting, running, finished, failed, cancelled
    }

    /// A UUIDv7.
    package let id: Identifier<Job>
    /// What the person calls the file.
    package let name: String
    package let startedAt: Timestamp
    package fileprivate(set) var state = State.waiting
    package fileprivate(set) var progress = Importer.Progress()
    /// Why it failed.
    package fileprivate(set) var error: SottoError?

    /// Whether it does nothing any more.
    package var hasEnded: Bool { state != .waiting && state != .running }
  }

  private let importer: Importer
  private let clock: WallClock
  private let changed: @Sendable (Set<ProjectID>) -> Void
  private var jobs: [Job] = []
  private var tasks: [Identifier<Job>: Task<Void, Never>] = [:]
  private var last: Task<Void, Never>?

  /// So many that have ended are remembered.
  private static let remembered = 50

  /// Imports through `importer`; `changed` is told which projects got something.
  package init(
    importer: Importer, clock: WallClock = .system,
    changed: @escaping @Sendable (Set<ProjectID>) -> Void
  ) {
    self.importer = importer
    self.clock = clock
    self.changed = changed
  }

  /// Starts an import when those before it have ended. What keeps its file there is let go at the end.
  package func start(_ request: Importer.Request, keeping file: any Sendable) -> Job {
    let now = clock.now()
    let job = Job(id: Identifier(at: now), name: request.name, startedAt: now)
    jobs.append(job)
    if let old = jobs.firstIndex(where: \.hasEnded), jobs.count > Self.remembered {
      jobs.remove(at: old)
    }
    let before = last
    let task = Task {
      await before?.value
      await run(request, job.id)
      _ = file
    }
    tasks[job.id] = task
    last = task
    return job
  }

  private func run(_ request: Importer.Request, _ id: Identifier<Job>) async {
    defer { tasks[id] = nil }
    if Task.isCancelled { return end(id, .cancelled) }
    update(id) { $0.state = .running }
    let (reports, continuation) = AsyncStream.makeStream(
      of: Importer.Progress.self, bufferingPolicy: .bufferingNewest(1))
    let follower = Task {
      for await progress in reports { update(id) { $0.progress = progress } }
    }
    do {
      _ = try await importer.run(request) { continuation.yield($0) }
      await finish(follower, continuation)
      end(id, .finished)
    } catch is CancellationError {
      await finish(follower, continuation)
      end(id, .cancelled)
    } catch {
      await finish(follower, continuation)
      let reason = error as? SottoError ?? SottoError(.storage, "the import failed (\(error))")
      update(id) { $0.error = reason }
      end(id, .failed)
    }
  }

  private func finish(
    _ follower: Task<Void, Never>, _ reports: AsyncStream<Importer.Progress>.Continuation
  ) async {
    reports.finish()
    await follower.value
  }

  private func end(_ id: Identifier<Job>, _ state: Job.State) {
    update(id) { $0.state = state }
    changed(job(id)?.progress.projects ?? [])
  }

  private func update(_ id: Identifier<Job>, _ change: (inout Job) -> Void) {
    if let index = jobs.firstIndex(where: { $0.id == id }) { change(&jobs[index]) }
  }

  /// An import as it stands; `nil` for one that nobody remembers.
  package func job(_ id: Identifier<Job>) -> Job? { jobs.first { $0.id == id } }

  /// Ends an import; what it has brought stays.
  ///
  /// - Returns: how it ended, also when that was before.
  package func cancel(_ id: Identifier<Job>) async -> Job? {
    if let task = tasks[id] {
      task.cancel()
      await task.value
    }
    return job(id)
  }
}
