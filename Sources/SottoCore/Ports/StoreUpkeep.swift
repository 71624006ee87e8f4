/// Looks after the history as a whole: whether it can be written, whether it is sound, and its
/// copies. Calls throw ``SottoError``.
public protocol StoreUpkeep: Sendable {
  /// How the history is.
  func condition() async -> StoreCondition
  /// Looks through the whole database beside everything else, and remembers what it found.
  func checkIntegrity() async throws -> IntegrityReport
  /// The copies that are kept, newest first.
  func backups() async throws -> [Backup]
  /// Makes a copy of the history as it is now, beside everything else; then removes the oldest ones
  /// that the schedule no longer keeps.
  func backUp() async throws -> Backup
  /// When copies are made.
  func backupSchedule() async throws -> BackupSchedule
  /// Changes when copies are made, from the next one on.
  func setBackupSchedule(_ schedule: BackupSchedule) async throws
  /// Where everything is, and how much room it takes.
  func extent() async throws -> StoreExtent
}

/// Where the data is, and how much room it takes on the disk. Sizes are in bytes.
public struct StoreExtent: Hashable, Sendable {
  /// The data folder, as an absolute path.
  public var folder: String
  /// The version of the database's form.
  public var schema: Int
  /// The database with its log.
  public var database: Int
  /// The attached files.
  public var files: Int
  /// The copies, without the files that they share with the folder itself.
  public var backups: Int
  /// Everything in the folder.
  public var total: Int
  /// What is left on the disk for this user; `nil` where the system does not say.
  public var free: Int?

  /// An extent of these parts.
  public init(
    folder: String, schema: Int, database: Int, files: Int, backups: Int, total: Int, free: Int?
  ) {
    self.folder = folder
    self.schema = schema
    self.database = database
    self.files = files
    self.backups = backups
    self.total = total
    self.free = free
  }
}

/// How the history is.
public struct StoreCondition: Hashable, Sendable {
  /// Why it can be read but not written; `nil` when both is possible.
  public var readOnly: SottoError?
  /// Whether it was left without being closed, and nobody has looked through it since.
  public var isUnchecked: Bool
  /// What the latest look in this process's life found.
  public var integrity: IntegrityReport?
  /// Why the latest copy in this process's life failed; `nil` when it is good, or there was none.
  public var backupFailure: SottoError?

  /// A condition of these parts.
  public init(
    readOnly: SottoError?, isUnchecked: Bool, integrity: IntegrityReport?,
    backupFailure: SottoError?
  ) {
    self.readOnly = readOnly
    self.isUnchecked = isUnchecked
    self.integrity = integrity
    self.backupFailure = backupFailure
  }
}

/// What a look through the whole database found.
public struct IntegrityReport: Hashable, Sendable {
  /// When it ended.
  public var checkedAt: Timestamp
  /// The first thing that is wrong, in the database library's words; `nil` when nothing is.
  public var damage: String?

  /// A report of these parts.
  public init(checkedAt: Timestamp, damage: String?) {
    self.checkedAt = checkedAt
    self.damage = damage
  }
}

/// A copy of the history.
public struct Backup: Hashable, Sendable {
  /// Its file's name in the folder of copies.
  public var name: String
  /// The moment whose state it holds.
  public var createdAt: Timestamp
  /// Of the database, in bytes; attached files are beside it.
  public var size: Int

  /// A copy of these parts.
  public init(name: String, createdAt: Timestamp, size: Int) {
    self.name = name
    self.createdAt = createdAt
    self.size = size
  }
}

/// When copies are made, and how many of them stay.
public struct BackupSchedule: Hashable, Sendable {
  /// The time between two copies; `nil` makes none.
  public var interval: Duration?
  /// How many of the newest stay.
  public var kept: Int

  /// One a day for a week, unless said otherwise.
  public init(interval: Duration? = .seconds(24 * 3600), kept: Int = 7) {
    self.interval = interval
    self.kept = kept
  }

  /// The interval of so many hours; beyond a thousand years it is that.
  public static func interval(hours: Double) -> Duration {
    .milliseconds(Int64((min(max(hours, 0), 8_766_000) * 3_600_000).rounded()))
  }

  /// Whether it is time for another one. A copy from the future, which a clock that was set back
  /// leaves, is none.
  public func isDue(after newest: Timestamp?, now: Timestamp) -> Bool {
    guard let interval else { return false }
    guard let newest, newest <= now else { return true }
    return newest + interval <= now
  }
}
