internal import SottoCore

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A copy of the history that is one file, wherever a person wants it: a database like any other,
/// with the attached files in the table `backup_files`. That of an encrypted folder is encrypted by the
/// same key. All calls block.
struct PortableBackup {
  let file: DatabaseFile

  /// - Throws: ``SottoError`` of code `invalidInput` when there is a file already.
  func write(from database: DatabaseFile, files: FileFolder) throws {
    let descriptor = unsafe open(file.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      if errno == EEXIST {
        throw SottoError(
          .invalidInput, "there is a file '\(file.path)' already",
          hint: "choose another name, or move that file away")
      }
      throw FileFolder.failure(file.path, DiskFailure(number: errno))
    }
    close(descriptor)
    try DatabaseCopier().copy(database, to: file) { copy in
      try copy.executeScript(
        """
        CREATE TABLE backup_files (
          digest TEXT NOT NULL PRIMARY KEY,
          bytes BLOB NOT NULL
        ) STRICT, WITHOUT ROWID
        """)
      for digest in try copy.fileDigests() {
        try Task.checkCancellation()
        // One that is missing or damaged counts as missing here, too.
        guard let bytes = try? files.read(digest) else { continue }
        try copy.execute(
          "INSERT INTO backup_files (digest, bytes) VALUES (?, ?)", [.text(digest), .blob(bytes)])
      }
    }
  }

  /// Puts the files of a copy into their folder, and takes them out of the copy.
  static func unpackFiles(of copy: Connection, into files: FileFolder) throws {
    let isPacked = try copy.firstRow("SELECT 1 FROM sqlite_schema WHERE name = 'backup_files'") {
      _ in true
    }
    if isPacked == nil { return }
    try copy.forEachRow("SELECT digest, bytes FROM backup_files") { row in
      let digest = row.text(0)
      let bytes = row.optionalBlob(1) ?? []
      guard Digest.sha256(bytes) == digest else { return true }
      let temporary = try files.writeTemporary(bytes, digest: digest)
      try files.place(temporary, as: digest)
      files.flushName(of: digest)
      return true
    }
    try copy.executeScript("DROP TABLE backup_files; VACUUM")
  }
}
