/// Where a database is, and how SQLite reaches it.
package struct DatabaseFile: Hashable, Sendable {
  package var path: String
  /// The name of a registered VFS, SQLite's layer over the file system; `nil` is the system's own.
  package var vfs: String?

  package init(path: String, vfs: String? = nil) {
    self.path = path
    self.vfs = vfs
  }

  /// Another database in the same way.
  func sibling(_ path: String) -> DatabaseFile { DatabaseFile(path: path, vfs: vfs) }
}
