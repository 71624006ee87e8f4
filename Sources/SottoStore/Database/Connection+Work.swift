internal import CSQLite

extension Connection {
  /// How many steps SQLite's machine has made for the statements of this connection so far: a measure
  /// of work that is the same on every machine.
  package var steps: Int {
    var steps = 0
    var statement = unsafe sqlite3_next_stmt(pointer, nil)
    while let current = unsafe statement {
      steps += Int(unsafe sqlite3_stmt_status(current, SQLITE_STMTSTATUS_VM_STEP, 0))
      unsafe statement = sqlite3_next_stmt(pointer, current)
    }
    return steps
  }
}
