internal import Dispatch
internal import SottoCore

/// Reads a file on a thread of its own, because reading and parsing it takes long.
actor ImportThread {
  private nonisolated let executor = ThreadExecutor()
  private var file: ImportFile?

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Some of what a file gives, and how far it is read.
  struct Batch: Sendable {
    var items: [ImportedItem]
    var done: Int
    var total: Int
  }

  func open(
    _ path: String, name: String, format: ImportFormat?,
    openDatabase: @Sendable (String) throws -> any RecordDatabase
  ) throws {
    file = try ImportFile(path, name: name, format: format, openDatabase: openDatabase)
  }

  /// Without items at the end.
  func next(upTo most: Int) throws -> Batch {
    guard let file else { return Batch(items: [], done: 0, total: 0) }
    let items = try file.next(upTo: most)
    return Batch(items: items, done: file.done, total: file.total)
  }
}

private final class ThreadExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "sotto.exchange")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
