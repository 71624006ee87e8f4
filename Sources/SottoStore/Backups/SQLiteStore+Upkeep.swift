package import SottoCore

extension SQLiteStore: StoreUpkeep {
  package func condition() async -> StoreCondition {
    StoreCondition(
      readOnly: health.refusal, isUnchecked: owner.isDeathMarked(), integrity: health.integrity,
      backupFailure: health.backupFailure)
  }

  package func checkIntegrity() async throws -> IntegrityReport {
    let damage = try await writer.failure.translating {
      try await upkeepWork.run {
        // On a connection of its own: it may take a minute, and readers are few.
        let connection = try Connection(folder.database, mode: .readWrite)
        try connection.configure(cacheKilobytes: 512)
        return try connection.findDamage()
      }
    }
    let report = IntegrityReport(checkedAt: clock.now(), damage: damage)
    health.checked(report)
    owner.removeDeathMark()
    return report
  }

  package func backups() async throws -> [Backup] {
    // Not on the queue of a copy that is being made.
    await fileReads.run { BackupFolder(folder: folder).list() }
  }

  package func backUp() async throws -> Backup {
    do {
      let schedule = try await backupSchedule()
      let backup = try await writer.failure.translating {
        try await upkeepWork.run {
          let backups = BackupFolder(folder: folder)
          let backup = try backups.make(at: clock.now(), owner: owner)
          backups.prune(to: schedule.kept, sparing: backup)
          return backup
        }
      }
      health.backupEnded(nil)
      return backup
    } catch let error as SottoError {
      health.backupEnded(error)
      throw error
    }
  }

  /// Writes a copy of the history with its attached files as one file, which must not be there yet.
  ///
  /// - Throws: ``SottoError`` of code `invalidInput` when there is one.
  package func backUp(to path: String) async throws {
    try await writer.failure.translating {
      try await upkeepWork.run {
        try PortableBackup(file: folder.database.sibling(path)).write(
          from: folder.database, files: files)
      }
    }
  }

  package func backupSchedule() async throws -> BackupSchedule {
    BackupSchedule(setting: try await setting(BackupSchedule.settingName))
  }

  package func setBackupSchedule(_ schedule: BackupSchedule) async throws {
    guard (1...1000).contains(schedule.kept) else {
      throw SottoError(.invalidInput, "the number of copies to keep must be from 1 to 1000")
    }
    if let interval = schedule.interval, interval < .seconds(60) {
      throw SottoError(.invalidInput, "copies cannot be made more often than once a minute")
    }
    try await setSetting(BackupSchedule.settingName, to: schedule.setting)
  }

  package func extent() async throws -> StoreExtent {
    let schema = try await readers.read { connection in
      try connection.firstRow("PRAGMA user_version") { Int($0.integer(0)) }
    }
    let sizes = await fileReads.run { FolderSizes(of: folder) }
    return StoreExtent(
      folder: folder.absolutePath, schema: schema ?? 0, database: sizes.database,
      files: sizes.files, backups: sizes.backups, total: sizes.total, free: sizes.free)
  }
}
