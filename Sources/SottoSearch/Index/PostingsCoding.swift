/// How the documents of a term are written: the gaps between their ordinals, each in as many bytes as
/// it needs, seven bits in each, lowest first; for a term of very many documents, a bit for each
/// document of the block.
///
/// Before it stands its length in bytes, doubled, plus one for the bits.
enum PostingsCoding {
  /// The ordinals are ascending, each once.
  static func append(_ ordinals: ArraySlice<UInt16>, documents: Int, to bytes: inout [UInt8]) {
    let bitmapSize = (documents + 7) / 8
    var gaps: [UInt8] = []
    gaps.reserveCapacity(min(ordinals.count * 2, bitmapSize))
    var expected = 0
    for ordinal in ordinals {
      appendNumber(Int(ordinal) - expected, to: &gaps)
      expected = Int(ordinal) + 1
      if gaps.count >= bitmapSize { break }
    }
    if gaps.count < bitmapSize {
      appendNumber(gaps.count << 1, to: &bytes)
      bytes.append(contentsOf: gaps)
      return
    }
    appendNumber(bitmapSize << 1 | 1, to: &bytes)
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: bitmapSize))
    for ordinal in ordinals { bytes[start + Int(ordinal) >> 3] |= 1 << (ordinal & 7) }
  }

  static func appendNumber(_ number: Int, to bytes: inout [UInt8]) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// `nil` where the bytes end in the middle of one, or when it is out of all reason.
  @inline(__always)
  static func number(in bytes: [UInt8], at index: inout Int) -> Int? {
    var value = 0
    var shift = 0
    while index < bytes.count, shift < 28 {
      let byte = bytes[index]
      index += 1
      value |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    return nil
  }

  /// Adds the documents to `set`. What is damaged adds less.
  static func read(
    _ bytes: [UInt8], _ range: Range<Int>, isBitmap: Bool, into set: inout DocumentSet
  ) {
    if isBitmap {
      for (offset, index) in range.enumerated() where offset < DocumentSet.capacity / 8 {
        var byte = bytes[index]
        while byte != 0 {
          set.insert(offset << 3 + byte.trailingZeroBitCount)
          byte &= byte - 1
        }
      }
      return
    }
    var index = range.lowerBound
    var expected = 0
    while index < range.upperBound, let gap = number(in: bytes, at: &index) {
      let ordinal = expected + gap
      guard ordinal < DocumentSet.capacity else { return }
      set.insert(ordinal)
      expected = ordinal + 1
    }
  }
}
