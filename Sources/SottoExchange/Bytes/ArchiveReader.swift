internal import CArchive

/// Owns the library's reader.
@safe private struct ReaderHandle: ~Copyable {
  let pointer: OpaquePointer

  deinit { unsafe archive_read_free(pointer) }
}

/// A zip archive that is read from its beginning to its end, entry by entry. It may be cut off: what
/// is before the cut can be read.
final class ArchiveReader: ByteSource {
  struct Entry: Hashable, Sendable {
    /// With its folders, as the archive writes it.
    var name: String
    /// In bytes, as the archive says; 0 where it does not.
    var size: Int
    /// The place in the archive, from 0.
    var index: Int
  }

  private let handle: ReaderHandle
  private var count = 0

  /// - Throws: ``ExchangeError`` when it is no zip archive.
  init(_ path: String) throws {
    guard let pointer = unsafe archive_read_new() else { throw ExchangeError("out of memory") }
    unsafe handle = ReaderHandle(pointer: pointer)
    unsafe archive_read_support_format_zip(pointer)
    guard unsafe archive_read_open_filename(pointer, path, 256 << 10) == ARCHIVE_OK else {
      throw failure
    }
  }

  /// The next entry that is a file, whose bytes ``read(_:)`` gives; `nil` after the last one.
  func next() throws -> Entry? {
    while true {
      var entry: OpaquePointer?
      let result = unsafe archive_read_next_header(handle.pointer, &entry)
      if result == ARCHIVE_EOF { return nil }
      guard result >= ARCHIVE_WARN, let entry = unsafe entry else { throw failure }
      count += 1
      guard unsafe archive_entry_filetype(entry) == 0o100000 else { continue }
      return unsafe Entry(
        name: Self.name(of: entry), size: Int(archive_entry_size(entry)), index: count - 1)
    }
  }

  /// Goes to an entry that is still ahead.
  func skip(to index: Int) throws {
    while let entry = try next() {
      if entry.index == index { return }
    }
    throw ExchangeError("the archive has changed")
  }

  func read(_ most: Int) throws -> [UInt8] {
    try unsafe [UInt8](unsafeUninitializedCapacity: most) { buffer, filled in
      let got = unsafe archive_read_data(handle.pointer, buffer.baseAddress, most)
      guard got >= 0 else { throw failure }
      filled = got
    }
  }

  private var failure: ExchangeError {
    let text = unsafe archive_error_string(handle.pointer).map { unsafe String(cString: $0) }
    return ExchangeError("the archive is damaged (\(text ?? "unknown reason"))")
  }

  private static func name(of entry: OpaquePointer) -> String {
    if let name = unsafe archive_entry_pathname_utf8(entry) { return unsafe String(cString: name) }
    return unsafe archive_entry_pathname(entry).map { unsafe String(cString: $0) } ?? ""
  }
}
