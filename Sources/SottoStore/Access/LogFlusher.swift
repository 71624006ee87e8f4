internal import Dispatch
internal import SottoCore
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Flushes an open file to the disk and returns 0, or the system's error number.
package typealias FileFlush = @Sendable (_ descriptor: Int32) -> Int32

/// Makes commits survive a power cut by flushing SQLite's write-ahead log to the disk.
///
/// A commit only writes the log, which survives the end of the process; SQLite itself would flush
/// inside the commit, and every other write would wait for the disk. Here the writer goes on, and all
/// commits that wait share one flush. A log that SQLite has copied into the database meanwhile was
/// flushed by SQLite before that.
///
/// After a failure nothing is flushed any more: the system counts pages that the disk did not take as
/// written, so a later flush would succeed and promise what is not there.
final class LogFlusher: Sendable {
  typealias Completion = @Sendable (Result<Void, any Error>) -> Void

  private struct State {
    var waiting: [Completion] = []
    var descriptor: Int32?
    var isClosed = false
  }

  private let path: String
  private let queue = DispatchQueue(label: "sotto.store.flusher")
  private let state = Mutex(State())
  private let flushFile: FileFlush
  private let health: StoreHealth
  private let onRemoval: @Sendable () -> Void

  /// - Parameters:
  ///   - database: the path of the database; its log lies beside it.
  ///   - health: learns of the first failure.
  ///   - flushFile: does it.
  ///   - onRemoval: called when the log is found to have lost its name, before anything else.
  init(
    database: String, health: StoreHealth, flushFile: @escaping FileFlush,
    onRemoval: @escaping @Sendable () -> Void
  ) {
    path = database + "-wal"
    self.health = health
    self.flushFile = flushFile
    self.onRemoval = onRemoval
  }

  /// Calls back when everything that is committed now is on the disk.
  func flush(_ completion: @escaping Completion) {
    let isFirst = state.withLock { state in
      state.waiting.append(completion)
      return state.waiting.count == 1
    }
    if isFirst { queue.async { self.flushAll() } }
  }

  /// Returns when everything that is committed now is on the disk.
  func flush() async throws {
    try await withCheckedThrowingContinuation { continuation in
      flush { continuation.resume(with: $0) }
    }
  }

  /// Finishes what waits and closes the file.
  func close() async {
    // What fails has been reported to those who waited for it.
    try? await flush()
    state.withLock { state in
      state.isClosed = true
      if let descriptor = state.descriptor.take() { closeFile(descriptor) }
    }
  }

  private func flushAll() {
    // Taken before the flush: who comes during it needs the next one.
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    let result = Result { try synchronize() }
    for completion in waiting { completion(result) }
  }

  private func synchronize() throws {
    if let failure = health.flushFailure { throw failure }
    guard let descriptor = try openDescriptor() else { return }
    let result = flushFile(descriptor)
    var status = stat()
    if result != 0 {
      try fail("the disk failed to take what was written to \(path) (error \(result))")
    } else if unsafe fstat(descriptor, &status) == 0, status.st_nlink == 0 {
      // SQLite goes on writing to it, and everything would be gone with this process.
      onRemoval()
      try fail("\(path) was removed while it was in use")
    }
  }

  private func fail(_ message: String) throws {
    let failure = SottoError(
      .storage, message,
      hint: "check that the disk and the data folder are as they should be, then start sotto again")
    health.flushFailed(failure)
    throw failure
  }

  /// Kept open: the log is the same file for as long as a store has the database open.
  ///
  /// - Returns: `nil` when there is no log, so that nothing can be waiting in it.
  private func openDescriptor() throws -> Int32? {
    try state.withLock { state in
      if let descriptor = state.descriptor { return descriptor }
      if state.isClosed { return nil }
      let opened = unsafe open(path, O_RDONLY | O_CLOEXEC)
      if opened < 0, errno == ENOENT { return nil }
      guard opened >= 0 else {
        throw SottoError(.storage, "cannot open \(path) (error \(errno))")
      }
      state.descriptor = opened
      return opened
    }
  }
}

/// The system's flush of a file's contents.
package func flushToDisk(_ descriptor: Int32) -> Int32 {
  #if canImport(Glibc)
    fdatasync(descriptor) == 0 ? 0 : errno
  #else
    fsync(descriptor) == 0 ? 0 : errno
  #endif
}

private func closeFile(_ descriptor: Int32) {
  #if canImport(Glibc)
    _ = Glibc.close(descriptor)
  #else
    _ = Darwin.close(descriptor)
  #endif
}
