/// Texts in columns, for a person to read.
struct TextTable {
  /// All of the same length; the first is the heading.
  var rows: [[String]]
  /// The columns that stand at their right, as figures do.
  var rightColumns: Set<Int>

  /// The lines, without blanks at their ends.
  var lines: [String] {
    let columns = rows.first?.indices ?? [].indices
    let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      var line = columns.map { column in
        let space = String(repeating: " ", count: widths[column] - row[column].count)
        return rightColumns.contains(column) ? space + row[column] : row[column] + space
      }.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
