internal import CSQLite

extension Connection {
  /// Runs one statement for its effect.
  ///
  /// - Returns: the number of rows that were inserted, changed or deleted.
  @discardableResult
  package func execute(
    _ sql: String, _ values: [DatabaseValue] = []
  ) throws(DatabaseError) -> Int {
    let statement = try statement(sql)
    defer { statement.reset() }
    let bound = statement.bind(values)
    guard bound == SQLITE_OK else { throw failure(bound) }
    while true {
      let result = statement.step()
      if result == SQLITE_ROW { continue }
      guard result == SQLITE_DONE else { throw failure(result) }
      return Int(unsafe sqlite3_changes64(pointer))
    }
  }

  /// Runs several statements, separated by semicolons, without values.
  package func executeScript(_ sql: String) throws(DatabaseError) {
    let result = unsafe sqlite3_exec(pointer, sql, nil, nil, nil)
    guard result == SQLITE_OK else { throw failure(result) }
  }

  /// Calls `body` for each row until it returns `false`.
  package func forEachRow(
    _ sql: String, _ values: [DatabaseValue] = [], _ body: (borrowing Row) throws -> Bool
  ) throws {
    let statement = try statement(sql)
    statement.isInUse = true
    defer {
      statement.reset()
      statement.isInUse = false
    }
    let bound = statement.bind(values)
    guard bound == SQLITE_OK else { throw failure(bound) }
    while true {
      let result = statement.step()
      if result == SQLITE_DONE { return }
      guard result == SQLITE_ROW else { throw failure(result) }
      if try !body(Row(statement: statement)) { return }
    }
  }

  /// What `read` makes of each row; rows for which it returns `nil` are left out.
  package func rows<Value>(
    _ sql: String, _ values: [DatabaseValue] = [], _ read: (borrowing Row) throws -> Value?
  ) throws -> [Value] {
    var found: [Value] = []
    try forEachRow(sql, values) { row in
      if let value = try read(row) { found.append(value) }
      return true
    }
    return found
  }

  /// What `read` makes of the first row, or `nil` when there is none.
  package func firstRow<Value>(
    _ sql: String, _ values: [DatabaseValue] = [], _ read: (borrowing Row) throws -> Value?
  ) throws -> Value? {
    var found: Value?
    try forEachRow(sql, values) { row in
      found = try read(row)
      return false
    }
    return found
  }

  /// Looks through the whole database.
  ///
  /// - Returns: the first thing that is wrong with it, or `nil`.
  package func findDamage() throws -> String? {
    let report = try firstRow("PRAGMA quick_check(1)") { $0.text(0) }
    return report == "ok" ? nil : report ?? "it cannot be checked"
  }
}
