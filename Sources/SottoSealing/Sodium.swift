internal import CSodium
internal import SottoCore

/// The small things that are asked of libsodium.
package enum Sodium {
  private static let isReady = sodium_init() >= 0

  /// To be called before anything else of the library.
  static func prepare() throws(SottoError) {
    guard isReady else {
      throw SottoError(.storage, "the system gives no random numbers for a key")
    }
  }

  package static func randomBytes(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    unsafe randombytes_buf(&bytes, count)
    return bytes
  }

  static func base64(_ bytes: [UInt8]) -> String {
    let capacity = sodium_base64_encoded_len(bytes.count, sodium_base64_VARIANT_ORIGINAL)
    return unsafe String(unsafeUninitializedCapacity: capacity) { buffer in
      unsafe buffer.withMemoryRebound(to: CChar.self) { text in
        guard let start = text.baseAddress else { return }
        _ = unsafe sodium_bin2base64(
          start, capacity, bytes, bytes.count, sodium_base64_VARIANT_ORIGINAL)
      }
      // Without the final zero.
      return capacity - 1
    }
  }

  package static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  static func bytes(base64 text: String) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: text.utf8.count / 4 * 3 + 3)
    var count = 0
    let code = unsafe sodium_base642bin(
      &bytes, bytes.count, text, text.utf8.count, nil, &count, nil, sodium_base64_VARIANT_ORIGINAL)
    guard code == 0 else { return nil }
    return Array(bytes.prefix(count))
  }
}
