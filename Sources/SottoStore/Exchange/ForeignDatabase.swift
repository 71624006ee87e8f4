internal import SottoCore

/// A database that another program wrote, opened to be read.
package final class ForeignDatabase: RecordDatabase {
  private let connection: Connection
  private let failure: StorageFailure

  /// - Throws: ``SottoError`` when it cannot be opened.
  package init(path: String) throws {
    failure = StorageFailure(path: path)
    connection = try failure.translating {
      try Connection(DatabaseFile(path: path), mode: .readOnly)
    }
  }

  package func texts(_ sql: String, _ values: [String]) throws -> [String] {
    try failure.translating {
      try connection.rows(sql, values.map { DatabaseValue.text($0) }) { $0.optionalText(0) }
    }
  }
}
