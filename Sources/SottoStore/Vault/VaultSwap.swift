internal import SottoCore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Puts what a conversion has made in the place of what was there, in steps that can be cut short anywhere
/// and are taken up again when the folder is next opened. No key is needed for that.
///
/// The new things are made in `vault.new`. As long as that has no file `ready`, they are of no use and are
/// removed; from then on every one of them goes to its place, and what was there to `vault.old`. When all
/// are there, `vault.new` goes, and then `vault.old` is erased.
struct VaultSwap {
  /// What the folder is to be.
  enum Goal: String {
    case encrypted
    case plain
  }

  let folder: DataFolder

  var new: String { folder.path + "/vault.new" }
  private var old: String { folder.path + "/vault.old" }
  private var ready: String { new + "/ready" }

  /// What is only moved away. The old database was closed, which leaves neither log nor index; this is to be
  /// sure. A restore or an import that was killed may have left the others.
  private static func leaving(for goal: Goal) -> [String] {
    let rest = ["sotto.sqlite-wal", "sotto.sqlite-shm", "sotto.sqlite.restoring", "uploads"]
    return goal == .plain ? rest + [VaultFile.name] : rest
  }

  private static let replaced = ["sotto.sqlite", "files", "backups", VaultFile.name]

  /// From now on the conversion is brought to its end, whatever happens.
  func commit(_ goal: Goal) throws {
    for path in allFiles(in: new) { DiskFile.flush(path) }
    DiskFile.flush(new)
    try attempt(ready) { path throws(DiskFailure) in
      try DiskFile.create(path, Array(goal.rawValue.utf8))
    }
    DiskFile.flush(new)
    DiskFile.flush(folder.path)
    try finish()
  }

  /// Brings a conversion that was cut short to its end, or removes what it has left. Only to be called under
  /// the lock on opening.
  func finish() throws {
    if exists(new) {
      if let goal = try goal() { try move(goal) }
      erase(new)
      DiskFile.flush(folder.path)
    }
    // There is one only after everything has been moved.
    if exists(old) { erase(old) }
  }

  /// - Returns: `nil` when the new things are not complete.
  private func goal() throws -> Goal? {
    guard exists(ready) else { return nil }
    var text = ""
    try attempt(ready) { path throws(DiskFailure) in
      text = String(decoding: try DiskFile.read(path, atMost: 100), as: UTF8.self)
    }
    return Goal(rawValue: text)
  }

  private func move(_ goal: Goal) throws {
    try attempt(old) { path throws(DiskFailure) in try DiskFile.makeFolder(path) }
    // Nobody opens the new database before all is done, so a log that is there is the old one's.
    for name in Self.leaving(for: goal) { try moveAway(name) }
    for name in Self.replaced where exists("\(new)/\(name)") {
      try moveAway(name)
      try attempt("\(new)/\(name)") { path throws(DiskFailure) in
        try DiskFile.rename(path, to: "\(folder.path)/\(name)")
      }
    }
    for path in [old, new, folder.path] { DiskFile.flush(path) }
    // Only now may the folder lose what tells that there is something to do.
    DiskFile.remove(ready)
    DiskFile.flush(new)
  }

  private func moveAway(_ name: String) throws {
    let place = "\(folder.path)/\(name)"
    guard exists(place), !exists("\(old)/\(name)") else { return }
    try attempt(place) { path throws(DiskFailure) in
      try DiskFile.rename(path, to: "\(old)/\(name)")
    }
  }

  private func exists(_ path: String) -> Bool { DiskFile.exists(path) }

  /// Every file below a folder.
  private func allFiles(in path: String) -> [String] {
    // What cannot be listed is not there.
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
    return names.map { "\(path)/\($0)" }
  }

  /// Overwrites every file below a folder, then removes it.
  private func erase(_ path: String) {
    for file in allFiles(in: path) where DiskFile.isRegular(file) { DiskFile.erase(file) }
    // What stays is tried again at the next opening.
    try? FileManager.default.removeItem(atPath: path)
  }

  private func attempt(
    _ path: String, _ body: (String) throws(DiskFailure) -> Void
  ) throws(SottoError) {
    do { try body(path) } catch {
      throw SottoError(
        error.isFull ? .diskFull : .dataFolder, "'\(path)' cannot be changed (\(error.reason))",
        hint: "make the data folder yours and see that its disk has space; then try again")
    }
  }
}
