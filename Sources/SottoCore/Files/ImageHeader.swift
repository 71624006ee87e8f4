/// Reads what kind of image a file is, and how large, from its first bytes. The bytes may be
/// anything at all; what cannot be told is `nil`.
public enum ImageHeader {
  /// `image/png`, `image/jpeg`, `image/gif`, `image/webp`, `image/heic`, `image/heif` or
  /// `image/avif`, whatever the file is called.
  public static func mediaType(of bytes: [UInt8]) -> String? {
    let reader = ByteReader(bytes: bytes)
    if reader.has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: 0) { return "image/png" }
    if reader.has([0xFF, 0xD8, 0xFF], at: 0) { return "image/jpeg" }
    if reader.has("GIF87a", at: 0) || reader.has("GIF89a", at: 0) { return "image/gif" }
    if reader.has("RIFF", at: 0), reader.has("WEBP", at: 8) { return "image/webp" }
    return isoMediaType(reader)
  }

  /// The size in pixels of a PNG, JPEG, GIF or WebP image, as its header says, which need not be
  /// true. A rotation that the image's metadata asks for is not applied.
  public static func dimensions(of bytes: [UInt8]) -> ImageDimensions? {
    let reader = ByteReader(bytes: bytes)
    let found: ImageDimensions? =
      switch mediaType(of: bytes) {
      case "image/png": png(reader)
      case "image/jpeg": jpeg(reader)
      case "image/gif": size(reader.little16(6), reader.little16(8))
      case "image/webp": webp(reader)
      default: nil
      }
    guard let found, found.width > 0, found.height > 0 else { return nil }
    return found
  }

  /// Images in ISO media files (ISO/IEC 23008-12): the first box, `ftyp`, names brands.
  private static func isoMediaType(_ reader: ByteReader) -> String? {
    guard reader.has("ftyp", at: 4), let size = reader.big32(0) else { return nil }
    // The major brand, the minor version, then the compatible brands; no file needs many.
    for place in [8] + Array(stride(from: 16, to: min(size, 256), by: 4)) {
      for brand in ["heic", "heix", "heim", "heis", "hevc", "hevx"]
      where reader.has(brand, at: place) {
        return "image/heic"
      }
      if reader.has("avif", at: place) || reader.has("avis", at: place) { return "image/avif" }
    }
    return reader.has("mif1", at: 8) || reader.has("msf1", at: 8) ? "image/heif" : nil
  }

  private static func size(_ width: Int?, _ height: Int?) -> ImageDimensions? {
    guard let width, let height else { return nil }
    return ImageDimensions(width: width, height: height)
  }

  /// PNG, section 11.2.1: the header chunk is the first one.
  private static func png(_ reader: ByteReader) -> ImageDimensions? {
    guard reader.has("IHDR", at: 12), let found = size(reader.big32(16), reader.big32(20)),
      found.width <= Int32.max, found.height <= Int32.max
    else { return nil }
    return found
  }

  /// JPEG (ITU T.81, annex B): from marker to marker up to the frame's header.
  private static func jpeg(_ reader: ByteReader) -> ImageDimensions? {
    var place = 2
    while reader.byte(place) == 0xFF {
      while reader.byte(place) == 0xFF { place += 1 }
      guard let marker = reader.byte(place) else { return nil }
      place += 1
      switch marker {
      case 0x01, 0xD0...0xD7: continue
      // The pixels, or the end: a frame's header comes before both.
      case 0x00, 0xD8, 0xD9, 0xDA: return nil
      case 0xC0...0xCF where marker != 0xC4 && marker != 0xC8 && marker != 0xCC:
        return size(reader.big16(place + 5), reader.big16(place + 3))
      default:
        guard let length = reader.big16(place), length >= 2 else { return nil }
        place += length
      }
    }
    return nil
  }

  /// WebP (RFC 9649, section 2): the first chunk tells, in three ways.
  private static func webp(_ reader: ByteReader) -> ImageDimensions? {
    if reader.has("VP8X", at: 12), let found = size(reader.little24(24), reader.little24(27)) {
      return ImageDimensions(width: found.width + 1, height: found.height + 1)
    }
    if reader.has("VP8L", at: 12), reader.byte(20) == 0x2F, let low = reader.little16(21),
      let high = reader.little16(23)
    {
      let bits = high << 16 | low
      return ImageDimensions(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
    }
    if reader.has("VP8 ", at: 12), reader.has([0x9D, 0x01, 0x2A], at: 23),
      let found = size(reader.little16(26), reader.little16(28))
    {
      return ImageDimensions(width: found.width & 0x3FFF, height: found.height & 0x3FFF)
    }
    return nil
  }
}

/// Numbers at places of some bytes; `nil` past the end.
private struct ByteReader {
  var bytes: [UInt8]

  func byte(_ place: Int) -> Int? { bytes.indices.contains(place) ? Int(bytes[place]) : nil }

  func big16(_ place: Int) -> Int? {
    guard let high = byte(place), let low = byte(place + 1) else { return nil }
    return high << 8 | low
  }

  func big32(_ place: Int) -> Int? {
    guard let high = big16(place), let low = big16(place + 2) else { return nil }
    return high << 16 | low
  }

  func little16(_ place: Int) -> Int? {
    guard let low = byte(place), let high = byte(place + 1) else { return nil }
    return high << 8 | low
  }

  func little24(_ place: Int) -> Int? {
    guard let low = little16(place), let high = byte(place + 2) else { return nil }
    return high << 16 | low
  }

  func has(_ text: String, at place: Int) -> Bool { has(Array(text.utf8), at: place) }

  func has(_ expected: [UInt8], at place: Int) -> Bool {
    place + expected.count <= bytes.count
      && bytes[place..<place + expected.count].elementsEqual(expected)
  }
}
