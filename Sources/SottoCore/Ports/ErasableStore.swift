/// Where a person's data can be erased so that no file holds it any more.
public protocol ErasableStore: Sendable {
  /// How many conversations of a project would be erased at once if it kept them for so many days.
  /// Those that are deleted already do not count.
  ///
  /// - Throws: ``SottoError`` of code `projectNotFound`, or `invalidInput` for days out of
  ///   ``ProjectDetails/retentionDays``' limits.
  func conversationsOlder(than days: Int, in project: ProjectID) async throws -> Int
  /// Copies of the database that keep what was erased after they were made; the oldest first.
  func copies() async throws -> [HistoryCopy]
  /// Erases all but settings and providers: projects with everything in them, files, templates, the
  /// notes of what left; with `backups` also the copies of the database. Then there is one empty
  /// project again.
  func eraseEverything(backups: Bool) async throws
}

/// A copy of the database in the data folder: a backup, what an upgrade or a restore replaced.
public struct HistoryCopy: Hashable, Sendable {
  /// Its name in the folder `backups`.
  public var name: String
  /// In bytes.
  public var size: Int
  /// When it was last written.
  public var modifiedAt: Timestamp

  /// A copy with its parts as they are.
  public init(name: String, size: Int, modifiedAt: Timestamp) {
    self.name = name
    self.size = size
    self.modifiedAt = modifiedAt
  }
}
