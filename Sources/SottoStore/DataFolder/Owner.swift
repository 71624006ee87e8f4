internal import SottoCore
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Who runs a turn: one open store. It holds a lock on a file of its name while it lives, so that
/// any other process can tell whether it still does, also after a kill.
final class Owner: Sendable {
  let id: String
  private let folder: DataFolder
  /// `nil` once released.
  private let lock: Mutex<FileLock?>

  init(in folder: DataFolder, at time: Timestamp) throws {
    // A process that clears stale locks may remove the file between its creation and the lock; then
    // take a new one.
    for _ in 0..<10 {
      let id = Identifier<Owner>(at: time).rawValue
      let path = Self.path(of: id, in: folder)
      if let lock = FileLock(trying: path, creating: true), lock.isHeld(at: path) {
        self.id = id
        self.folder = folder
        self.lock = Mutex(lock)
        return
      }
    }
    throw SottoError(
      .dataFolder, "cannot lock a file in '\(folder.owners)'",
      hint: "check that the folder is writable and its disk is not full")
  }

  deinit { release() }

  /// From now on the turns of this owner count as abandoned.
  func release() {
    lock.withLock { lock in
      guard lock != nil else { return }
      unsafe unlink(Self.path(of: id, in: folder))
      lock = nil
    }
  }

  /// Whether the store of this name is open, in this or another process. The lock file of
  /// a dead one becomes a mark.
  func isAlive(_ other: String) -> Bool { other == id || Self.isAlive(other, in: folder) }

  private static func isAlive(_ owner: String, in folder: DataFolder) -> Bool {
    let path = path(of: owner, in: folder)
    guard unsafe access(path, F_OK) == 0 else { return false }
    guard let lock = FileLock(trying: path) else { return unsafe access(path, F_OK) == 0 }
    if lock.isHeld(at: path) { unsafe rename(path, folder.deathMark) }
    return false
  }

  /// The stores that are open on a folder, in any process.
  static func living(in folder: DataFolder) -> [String] {
    folder.ownerNames().filter { $0.hasSuffix(".lock") }.map { String($0.dropLast(5)) }
      .filter { isAlive($0, in: folder) }
  }

  /// Marks the stores that are gone.
  func markDead() { _ = Self.living(in: folder) }

  // A store that is closed takes its lock file along. One that is still there without its process
  // tells of a kill or a power cut; the mark stays until somebody has looked at the database.

  /// Whether a store on this folder was never closed, and nobody has looked at the database since.
  func isDeathMarked() -> Bool {
    markDead()
    return unsafe access(folder.deathMark, F_OK) == 0
  }

  func removeDeathMark() { unsafe unlink(folder.deathMark) }

  private static func path(of id: String, in folder: DataFolder) -> String {
    "\(folder.owners)/\(id).lock"
  }
}
