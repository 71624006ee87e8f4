internal import Dispatch

/// Runs an actor's jobs on a queue of its own, because a call into SQLite blocks: it waits for the
/// disk and for other processes, and the cooperative threads must not.
final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Runs `work` after everything that was enqueued before.
  func schedule(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

  func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
