internal import CArchive

/// Owns the library's writer.
@safe private struct WriterHandle: ~Copyable {
  let pointer: OpaquePointer

  deinit { unsafe archive_write_free(pointer) }
}

/// Writes a zip archive (with zip64 where it is needed) piece by piece. The same entries give the same
/// bytes.
final class ArchiveWriter {
  private final class Output { var bytes: [UInt8] = [] }

  private let handle: WriterHandle
  private let output = Output()

  /// - Throws: ``ExchangeError``.
  init() throws {
    guard let pointer = unsafe archive_write_new() else { throw ExchangeError("out of memory") }
    unsafe handle = WriterHandle(pointer: pointer)
    unsafe archive_write_set_format_zip(pointer)
    unsafe archive_write_set_options(pointer, "zip:compression=deflate,zip:compression-level=6")
    // The last block is not filled up.
    unsafe archive_write_set_bytes_in_last_block(pointer, 1)
    let context = unsafe Unmanaged.passUnretained(output).toOpaque()
    let result = unsafe archive_write_open(
      pointer, context, nil,
      { _, context, bytes, count in
        guard let context = unsafe context, let bytes = unsafe bytes else { return -1 }
        let output = unsafe Unmanaged<Output>.fromOpaque(context).takeUnretainedValue()
        unsafe output.bytes.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
        return count
      }, nil)
    guard result == ARCHIVE_OK else { throw failure }
  }

  /// Begins an entry. With a `size` that is known, exactly so many bytes must follow; files that are
  /// compressed already are stored as they are.
  func begin(_ name: String, size: Int? = nil, isCompressed: Bool = false) throws {
    if isCompressed {
      unsafe archive_write_zip_set_compression_store(handle.pointer)
    } else {
      unsafe archive_write_zip_set_compression_deflate(handle.pointer)
    }
    guard let entry = unsafe archive_entry_new() else { throw ExchangeError("out of memory") }
    defer { unsafe archive_entry_free(entry) }
    unsafe archive_entry_set_pathname(entry, name)
    unsafe archive_entry_set_filetype(entry, 0o100000)
    unsafe archive_entry_set_perm(entry, 0o644)
    // The first moment a zip can name, so that the same content gives the same bytes.
    unsafe archive_entry_set_mtime(entry, 315_532_800, 0)
    if let size { unsafe archive_entry_set_size(entry, Int64(size)) }
    guard unsafe archive_write_header(handle.pointer, entry) == ARCHIVE_OK else { throw failure }
  }

  /// More of the entry that was begun last.
  func write(_ bytes: [UInt8]) throws {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe archive_write_data(
          handle.pointer, buffer.baseAddress?.advanced(by: written), buffer.count - written)
      }
      guard count > 0 else { throw failure }
      written += count
    }
  }

  /// Ends the archive; what is left is in ``take()``.
  func finish() throws {
    guard unsafe archive_write_close(handle.pointer) == ARCHIVE_OK else { throw failure }
  }

  /// The bytes since the last call.
  func take() -> [UInt8] {
    defer { output.bytes = [] }
    return output.bytes
  }

  private var failure: ExchangeError {
    let text = unsafe archive_error_string(handle.pointer).map { unsafe String(cString: $0) }
    return ExchangeError("the archive cannot be written (\(text ?? "unknown reason"))")
  }
}
