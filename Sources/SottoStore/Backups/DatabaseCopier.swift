internal import SottoCore

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Copies a database without making anybody wait. All calls block.
///
/// The pages go over in pieces of 1 MB, each on the disk before the next: otherwise the system writes
/// hundreds of them at once, and the flush of somebody's message waits behind them.
struct DatabaseCopier {
  private static let pagesAtATime: Int32 = 256
  private static let pauseMicroseconds: UInt32 = 2000

  /// Makes `target`, a whole database in one file, looked through and on the disk.
  ///
  /// - Parameters:
  ///   - source: the database, which others may be using.
  ///   - target: where there is none, or an empty file.
  ///   - finish: adds to the copy before it is looked through.
  /// - Throws: ``DatabaseError``; ``SottoError`` of code `damagedDatabase`; `CancellationError`.
  ///   There is no file then.
  func copy(
    _ source: DatabaseFile, to target: DatabaseFile, finish: (Connection) throws -> Void = { _ in }
  ) throws {
    do {
      try writeCopy(of: source, to: target, finish: finish)
    } catch {
      DataFolder.remove(database: target.path)
      throw error
    }
    DataFolder.flush(target.path)
  }

  private func writeCopy(
    of source: DatabaseFile, to target: DatabaseFile, finish: (Connection) throws -> Void
  ) throws {
    let reader = try Connection(source, mode: .readWrite)
    try reader.configure(cacheKilobytes: 512)
    let copy = try Connection(target, mode: .create)
    try copy.configure(cacheKilobytes: 512)
    // Each piece is flushed here, and a copy that is not finished is worth nothing.
    try copy.executeScript("PRAGMA synchronous = OFF")
    // An encrypted database has no journal of more than one page on the disk.
    let journal = target.cipher == nil ? "DELETE" : "MEMORY"
    let descriptor = unsafe open(target.path, O_RDONLY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    try reader.copy(to: copy, pages: Self.pagesAtATime) {
      try Task.checkCancellation()
      if descriptor >= 0 { _ = flushToDisk(descriptor) }
      usleep(Self.pauseMicroseconds)
    }
    // One file, without a log beside it.
    try copy.executeScript("PRAGMA journal_mode = \(journal)")
    try finish(copy)
    guard let damage = try copy.findDamage() else { return }
    throw SottoError(
      .damagedDatabase, "\(source.path) is damaged (\(damage))",
      hint: "put back the latest copy with 'sotto restore latest'")
  }
}
