/// Lets a database of an older schema be read as one of the newest: on each connection, temporary
/// views stand in for the tables that have changed.
///
/// They are not written by hand. The newest schema is made in memory, and what a table lacks in
/// comparison gets its default, as it would by `ALTER TABLE … ADD COLUMN`.
struct OldSchemaViews: Sendable {
  private struct Table {
    var name: String
    var hasRowID: Bool
    var columns: [Column]
  }

  private struct Column {
    var name: String
    /// An SQL expression.
    var defaultValue: String
    var isRowID: Bool
  }

  private let newest: [Table]

  /// A step that fails on an empty database too has no say in what the newest schema is.
  init(migrations: [Migration]) throws {
    let empty = try Connection(path: ":memory:", mode: .create)
    for migration in migrations {
      let isDone: Void? = try? empty.transaction(.process) { connection in
        try connection.executeScript(migration.script)
      }
      if isDone == nil { break }
    }
    newest = try Self.tables(of: empty)
  }

  /// Makes the views, which live as long as the connection.
  func install(on connection: Connection) throws {
    let present = try Self.tables(of: connection)
    for table in newest {
      let old = present.first { $0.name == table.name }
      let known = Set(old?.columns.map(\.name) ?? [])
      if known.isSuperset(of: table.columns.map(\.name)) { continue }
      let columns = table.columns.map { column in
        if known.contains(column.name) { return quoted(column.name) }
        let isNumbered = column.isRowID && old?.hasRowID == true
        return "\(isNumbered ? "rowid" : column.defaultValue) AS \(quoted(column.name))"
      }
      let source = old.map { "FROM main.\(quoted($0.name))" } ?? "WHERE 0"
      try connection.executeScript(
        """
        CREATE TEMP VIEW \(quoted(table.name)) AS
        SELECT \(columns.joined(separator: ", ")) \(source)
        """)
    }
  }

  private static func tables(of connection: Connection) throws -> [Table] {
    var tables = try connection.rows(
      """
      SELECT name, wr FROM pragma_table_list
      WHERE schema = 'main' AND type IN ('table', 'virtual') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      """
    ) { row in Table(name: row.text(0), hasRowID: row.integer(1) == 0, columns: []) }
    for index in tables.indices {
      tables[index].columns = try connection.rows(
        "SELECT name, type, dflt_value, pk FROM pragma_table_info(?, 'main')",
        [.text(tables[index].name)]
      ) { row in
        Column(
          name: row.text(0), defaultValue: row.optionalText(2) ?? "NULL",
          isRowID: row.text(1) == "INTEGER" && row.integer(3) == 1)
      }
    }
    return tables
  }
}

private func quoted(_ name: String) -> String {
  "\"\(name.replacing("\"", with: "\"\""))\""
}
