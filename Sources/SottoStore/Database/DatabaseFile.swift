/// Where a database is, and how SQLite reaches it.
package struct DatabaseFile: Sendable {
  package var path: String
  /// The name of a registered VFS, SQLite's layer over the file system; `nil` is the system's own.
  package var vfs: String?
  /// What the file is encrypted by. It is a layer of its own, over `vfs`.
  package var cipher: PageCipher?

  package init(path: String, vfs: String? = nil, cipher: PageCipher? = nil) {
    self.path = path
    self.vfs = vfs
    self.cipher = cipher
  }

  /// The name of the layer that SQLite opens it through.
  var layer: String? { cipher?.name ?? vfs }

  /// Another database in the same way.
  func sibling(_ path: String) -> DatabaseFile {
    DatabaseFile(path: path, vfs: vfs, cipher: cipher)
  }
}
