#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Tells the encoding of texts that are no UTF-8: UTF-16 with its mark, GB18030, and Latin-1 in the form
/// that Windows gave it.
enum ForeignText {
  /// The text in UTF-8 without a mark; `nil` for what is UTF-8 already, no text, or in an encoding that
  /// cannot be told. Nothing is guessed from a few bytes: better no text than a wrong one.
  static func utf8(of bytes: [UInt8]) -> [UInt8]? {
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
      return converted(bytes, from: "UTF-32")
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      return converted(bytes, from: "UTF-16")
    }
    if bytes.contains(where: isControl) { return nil }
    if String(validating: bytes, as: UTF8.self) != nil { return nil }
    if looksChinese(bytes) { return converted(bytes, from: "GB18030") }
    if looksLatin(bytes) { return converted(bytes, from: "CP1252") }
    return nil
  }

  /// One that no text has.
  private static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D, 0x1B].contains(byte) || byte == 0x7F
  }

  /// What the bytes above ASCII are, read as pairs.
  private struct Pairs {
    var all = 0
    /// Of GB 2312: both bytes above 0xA0.
    var common = 0
    /// Han characters, in their order by sound, and those in the part that Hangul does not reach.
    var han = 0
    var lateHan = 0
    var kana = 0
    /// Bytes above ASCII, and those of at least four in a row.
    var high = 0
    var inRuns = 0
  }

  /// Whether it reads as Chinese: every byte above ASCII belongs to a character of GB18030, nearly all of
  /// these are those of GB 2312, and they stand together. In a Latin text a letter stands mostly alone;
  /// Korean and Japanese ones of the same form are spread otherwise.
  private static func looksChinese(_ bytes: [UInt8]) -> Bool {
    guard let pairs = pairs(of: bytes), pairs.all > 0 else { return false }
    let isKorean = pairs.han >= 20 && pairs.lateHan * 10 < pairs.han
    return pairs.common * 10 >= pairs.all * 8 && pairs.inRuns * 2 >= pairs.high
      && pairs.kana * 5 <= pairs.all && !isKorean
  }

  /// `nil` where a byte belongs to no character.
  private static func pairs(of bytes: [UInt8]) -> Pairs? {
    var pairs = Pairs()
    for run in bytes.split(whereSeparator: { $0 < 0x80 }) {
      pairs.high += run.count
      if run.count >= 4 { pairs.inRuns += run.count }
    }
    var place = 0
    while place < bytes.count {
      let lead = bytes[place]
      place += 1
      if lead < 0x80 { continue }
      guard lead != 0x80, lead != 0xFF, place < bytes.count else { return nil }
      let trail = bytes[place]
      place += 1
      pairs.all += 1
      switch trail {
      case 0x30...0x39:
        guard place + 1 < bytes.count, (0x81...0xFE).contains(bytes[place]),
          (0x30...0x39).contains(bytes[place + 1])
        else { return nil }
        place += 2
      case 0xA1...0xFE where (0xA1...0xF7).contains(lead):
        pairs.common += 1
        if lead == 0xA4 || lead == 0xA5 { pairs.kana += 1 }
        if lead >= 0xB0 { pairs.han += 1 }
        if lead > 0xC8 { pairs.lateHan += 1 }
      case 0x40...0x7E, 0x80...0xFE: break
      default: return nil
      }
    }
    return pairs
  }

  /// Whether it is mostly ASCII, with no byte that Windows left unused.
  private static func looksLatin(_ bytes: [UInt8]) -> Bool {
    let high = bytes.count { $0 >= 0x80 }
    let hasUnused = bytes.contains { [0x81, 0x8D, 0x8F, 0x90, 0x9D].contains($0) }
    return !hasUnused && high * 10 <= bytes.count * 3
  }

  /// `nil` when a byte cannot be converted, or the result has a character that no text has.
  private static func converted(_ bytes: [UInt8], from encoding: String) -> [UInt8]? {
    let converter = iconv_open("UTF-8", encoding)
    guard let converter, Int(bitPattern: converter) != -1 else { return nil }
    defer { iconv_close(converter) }
    var input = bytes.map { CChar(bitPattern: $0) }
    // The widest growth is from two bytes to three, or of a Latin letter to three.
    let text = [UInt8](unsafeUninitializedCapacity: bytes.count * 3 + 16) { output, count in
      input.withUnsafeMutableBufferPointer { source in
        output.withMemoryRebound(to: CChar.self) { target in
          var from = source.baseAddress
          var to = target.baseAddress
          var left = source.count
          var room = target.count
          let result = iconv(converter, &from, &left, &to, &room)
          count = result < 0 || left > 0 ? 0 : target.count - room
        }
      }
    }
    let start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let plain = Array(text[start...])
    return plain.isEmpty || plain.contains(where: isControl) ? nil : plain
  }
}
