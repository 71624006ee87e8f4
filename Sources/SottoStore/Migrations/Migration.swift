/// One step of the schema. Steps only go forward, and one that was released never changes.
package struct Migration: Sendable {
  /// The version the database has afterwards; 1, 2, 3, …
  package var version: Int
  /// Statements that run in one transaction.
  package var script: String

  package init(version: Int, script: String) {
    self.version = version
    self.script = script
  }

  /// Every step there is, in order.
  package static let all = [schema1, schema2, schema3, schema4]
}
