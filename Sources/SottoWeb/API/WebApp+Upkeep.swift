import SottoCore
import SottoHTTP

extension WebApp {
  func addUpkeepRoutes(to router: inout Router) {
    let upkeep = parts.upkeep

    router.add(.get, "/api/v1/status") { _ in
      let condition = await upkeep.condition()
      let backups = try await upkeep.backups()
      return .json(
        .object([
          "read_only": condition.readOnly?.reasonJSON ?? .null,
          "integrity": .object([
            "checked_at": JSONValue(condition.integrity?.checkedAt),
            "result": .string(condition.integrityWord),
            "damage": JSONValue(condition.integrity?.damage),
            "hint": JSONValue(
              condition.integrity?.damage.map { _ in
                "stop sotto and put back the latest copy with 'sotto restore latest'"
              }),
          ]),
          "backups": .object([
            "newest_at": JSONValue(backups.first?.createdAt),
            "count": .integer(Int64(backups.count)),
            "failure": condition.backupFailure?.reasonJSON ?? .null,
          ]),
        ]))
    }

    let vault = parts.vault
    let version = parts.version
    router.add(.get, "/api/v1/data") { _ in
      .json(try await upkeep.extent().json(vault: vault, version: version))
    }

    router.add(.get, "/api/v1/backups") { _ in
      let backups = try await upkeep.backups()
      let schedule = try await upkeep.backupSchedule()
      return .json(
        .object(["backups": .array(backups.map(\.json)), "schedule": schedule.json]))
    }

    router.add(.post, "/api/v1/backups") { _ in
      .json(try await upkeep.backUp().json, status: 201)
    }

    router.add(.patch, "/api/v1/backups/schedule") { request in
      let body = try RequestBody(request, known: ["interval_hours", "kept"])
      var schedule = try await upkeep.backupSchedule()
      if body.has("interval_hours") {
        schedule.interval = try body.number("interval_hours").map(BackupSchedule.interval(hours:))
      }
      if let kept = try body.integer("kept") { schedule.kept = kept }
      try await upkeep.setBackupSchedule(schedule)
      return .json(schedule.json)
    }
  }
}

extension StoreCondition {
  /// `unchecked` after a stop that was none, until the look through the database has ended.
  fileprivate var integrityWord: String {
    guard let integrity else { return isUnchecked ? "unchecked" : "not_needed" }
    return integrity.damage == nil ? "ok" : "damaged"
  }
}

extension SottoError {
  fileprivate var reasonJSON: JSONValue {
    .object(["reason": .string(message), "hint": JSONValue(hint)])
  }
}

extension StoreExtent {
  fileprivate func json(vault: VaultStatus, version: String) -> JSONValue {
    .object([
      "folder": .string(folder), "encrypted": .bool(vault.lock != nil),
      "lock": JSONValue(vault.lock?.word), "version": .string(version),
      "schema": .integer(Int64(schema)), "total_bytes": .integer(Int64(total)),
      "database_bytes": .integer(Int64(database)), "files_bytes": .integer(Int64(files)),
      "backups_bytes": .integer(Int64(backups)), "free_bytes": JSONValue(free),
    ])
  }
}

extension Backup {
  fileprivate var json: JSONValue {
    .object([
      "name": .string(name), "created_at": .integer(createdAt.milliseconds),
      "size": .integer(Int64(size)),
    ])
  }
}

extension BackupSchedule {
  fileprivate var json: JSONValue {
    .object([
      "interval_hours": JSONValue(interval.map { $0 / .seconds(3600) }),
      "kept": .integer(Int64(kept)),
    ])
  }
}

extension JSONValue {
  fileprivate init(_ time: Timestamp?) { self = time.map { .integer($0.milliseconds) } ?? .null }
}
