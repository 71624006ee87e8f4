import CZlib

/// The gzip format (RFC 1952), for files that are sent many times.
enum Gzip {
  /// - Returns: `nil` when the library fails or the result is not smaller.
  static func compress(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = unsafe z_stream()
    guard unsafe sotto_deflate_init_gzip(&stream) == Z_OK else { return nil }
    defer { _ = unsafe deflateEnd(&stream) }
    var input = bytes
    let output = unsafe [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, count in
      unsafe input.withUnsafeMutableBufferPointer { input in
        unsafe stream.next_in = input.baseAddress
        unsafe stream.avail_in = uInt(input.count)
        unsafe stream.next_out = buffer.baseAddress
        unsafe stream.avail_out = uInt(buffer.count)
        let isWhole = unsafe deflate(&stream, Z_FINISH) == Z_STREAM_END
        count = isWhole ? Int(unsafe stream.total_out) : 0
      }
    }
    return output.isEmpty ? nil : output
  }
}
