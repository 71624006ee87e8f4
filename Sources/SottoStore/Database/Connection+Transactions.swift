internal import CSQLite

/// What a commit survives.
package enum Durability: Sendable {
  /// The end of the process, at any moment: the log is written but not flushed.
  case process
  /// A power cut as well: the log is flushed to the disk.
  case powerCut
}

extension Connection {
  /// Runs `body` in a transaction that holds the write lock from its start, so that it never fails
  /// half-way because another process wrote.
  package func transaction<Value>(
    _ durability: Durability, _ body: (Connection) throws -> Value
  ) throws -> Value {
    try setDurability(durability)
    try execute("BEGIN IMMEDIATE")
    return try commit(body)
  }

  /// As above; `nil` when it would have to wait for another process.
  func transactionNow<Value>(
    _ durability: Durability, _ body: (Connection) throws -> Value
  ) throws -> Value? {
    try setDurability(durability)
    return try withoutWaiting {
      do {
        try execute("BEGIN IMMEDIATE")
      } catch let error as DatabaseError where error.code == .busy {
        return nil
      }
      return try commit(body)
    }
  }

  /// Runs `body` on one unchanging state of the database.
  package func snapshot<Value>(_ body: (Connection) throws -> Value) throws -> Value {
    try execute("BEGIN")
    return try commit(body)
  }

  /// As above; `nil` when it would have to wait for another process.
  func snapshotNow<Value>(_ body: (Connection) throws -> Value) throws -> Value? {
    try withoutWaiting {
      do {
        return try snapshot(body)
      } catch let error as DatabaseError where [.busy, .locked].contains(error.code) {
        return nil
      }
    }
  }

  private func withoutWaiting<Value>(_ body: () throws -> Value) rethrows -> Value {
    unsafe sqlite3_busy_timeout(pointer, 0)
    defer { unsafe sqlite3_busy_timeout(pointer, busyTimeout) }
    return try body()
  }

  /// Runs `body` and ends the transaction that has begun.
  private func commit<Value>(_ body: (Connection) throws -> Value) throws -> Value {
    do {
      let value = try body(self)
      try execute("COMMIT")
      return value
    } catch {
      // Some failures roll back by themselves. A rollback cannot fail in a way that keeps changes,
      // and the first error is the one to report.
      if !isIdle { _ = try? execute("ROLLBACK") }
      throw error
    }
  }

  /// `PRAGMA synchronous` works when it is compiled, so it cannot be a kept statement; it is only
  /// run on a change.
  private func setDurability(_ wanted: Durability) throws(DatabaseError) {
    guard wanted != durability else { return }
    try executeScript(
      wanted == .powerCut ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL")
    durability = wanted
  }

  /// Copies what it can of the write-ahead log into the database, without waiting for anyone.
  package func checkpoint() throws(DatabaseError) {
    let result = unsafe sqlite3_wal_checkpoint_v2(
      pointer, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    guard result == SQLITE_OK || result & 0xFF == SQLITE_BUSY else { throw failure(result) }
  }

  /// Copies all of the write-ahead log into the database and makes it empty, so that nothing of what
  /// was erased is left in it. Waits for those who still read from it, but only shortly, because
  /// nobody can write meanwhile.
  func truncateLog() throws(DatabaseError) {
    unsafe sqlite3_busy_timeout(pointer, 500)
    defer { unsafe sqlite3_busy_timeout(pointer, busyTimeout) }
    let result = unsafe sqlite3_wal_checkpoint_v2(
      pointer, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    guard result == SQLITE_OK || result & 0xFF == SQLITE_BUSY else { throw failure(result) }
  }
}
