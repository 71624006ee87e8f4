package import SottoCore

extension SQLiteStore {
  /// Keeps the bytes under their digest; the same bytes again replace the file, which mends a damaged
  /// one. The media type is that of ``MediaType/of(_:labelled:)``.
  package func addFile(
    _ bytes: [UInt8], name: String, mediaType: String
  ) async throws -> FileReference {
    guard !bytes.isEmpty else { throw SottoError(.invalidInput, "the file '\(name)' is empty") }
    try Limits.check(name, "the file's name", most: Limits.title)
    guard bytes.count <= Limits.file else {
      throw SottoError(
        .invalidInput, "the file '\(name)' is too large (\(bytes.count) bytes)",
        hint: "use at most \(Limits.file) bytes")
    }
    let prepared = try await fileWrites.run {
      let file = FileReference(
        digest: Digest.sha256(bytes), name: name,
        mediaType: MediaType.of(bytes, labelled: mediaType), size: bytes.count,
        dimensions: ImageHeader.dimensions(of: bytes))
      return PreparedFile(
        file: file, temporary: try files.writeTemporary(bytes, digest: file.digest))
    }
    let file = prepared.file
    let now = clock.now()
    do {
      // Named and removed only while the write lock is held, so that no other process removes a
      // file that this one has just found in its place.
      try await writer.write { connection in
        try connection.saveFile(file, now: now)
        try self.files.place(prepared.temporary, as: file.digest)
      }
    } catch {
      files.discard(prepared.temporary)
      throw error
    }
    await fileWrites.run { files.flushName(of: file.digest) }
    return file
  }

  /// The bytes of a file, which are compared with the digest.
  package func file(_ digest: String) async throws -> [UInt8] {
    try await fileReads.run { try files.read(digest) }
  }

  /// A file that is kept, with an empty name: each message has its own.
  package func fileReference(_ digest: String) async throws -> FileReference? {
    try await readers.read { connection in try connection.fileReference(digest) }
  }
}

private struct PreparedFile: Sendable {
  var file: FileReference
  var temporary: String
}
