/// Cuts bytes where their content says so, so that what two texts have in common is cut alike,
/// wherever it stands in them.
///
/// A rolling hash over the last 64 bytes (Xia et al., "Ddelta", 2014: shift by one bit, add a random
/// number for each byte) ends a chunk where its highest bits are zero.
package enum ContentChunks {
  /// No chunk but the rest is shorter.
  package static let minimum = 256
  /// No chunk is longer.
  package static let maximum = 8192
  /// The highest ten bits: after the minimum a chunk ends once in 1024 bytes.
  private static let mask: UInt64 = 0xFFC0_0000_0000_0000

  /// The chunks of `bytes` in their order. What follows them, to the end of `bytes`, has no end of
  /// its own yet.
  package static func cut(_ bytes: [UInt8]) -> [Range<Int>] {
    var chunks: [Range<Int>] = []
    let span = bytes.span
    let numbers = numbers.span
    var start = 0
    while start + minimum < span.count {
      let limit = min(start + maximum, span.count)
      // The hash forgets a byte after 64 steps: what is before the minimum cannot end a chunk.
      var index = start + minimum - 64
      var hash: UInt64 = 0
      var end: Int?
      while index < limit {
        hash = (hash << 1) &+ numbers[Int(span[index])]
        index += 1
        if hash & mask == 0, index - start >= minimum {
          end = index
          break
        }
      }
      guard let end = end ?? (limit - start == maximum ? limit : nil) else { break }
      chunks.append(start..<end)
      start = end
    }
    return chunks
  }

  /// The same in every version: other numbers would cut kept bodies elsewhere (SplitMix64).
  private static let numbers: [UInt64] = {
    var state: UInt64 = 0x5074_746F_5265_7131
    return (0..<256).map { _ in
      state &+= 0x9E37_79B9_7F4A_7C15
      var number = state
      number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
      number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
      return number ^ (number >> 31)
    }
  }()
}
