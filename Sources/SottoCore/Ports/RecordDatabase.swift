/// An SQLite file of another program, open to be read by one thread at a time.
public protocol RecordDatabase: AnyObject {
  /// Runs one statement that reads, its parameters bound to `values` in order. It fails with
  /// ``SottoError``, also when the file is damaged or lacks a table. What it gives is the first column
  /// of each row as text; rows where that is NULL are left out.
  func texts(_ sql: String, _ values: [String]) throws -> [String]
}
