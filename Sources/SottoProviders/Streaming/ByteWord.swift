/// Eight bytes looked at in one step.
enum ByteWord {
  /// The highest bit of each byte.
  static let highBits: UInt64 = 0x8080_8080_8080_8080
  private static let lowBits: UInt64 = 0x0101_0101_0101_0101

  /// Whether one of the eight bytes is `byte`: its difference is zero, and only from zero does
  /// taking away one set the highest bit of a byte that had it not.
  static func has(_ byte: UInt8, in word: UInt64) -> Bool {
    let difference = word ^ (lowBits &* UInt64(byte))
    return (difference &- lowBits) & ~difference & highBits != 0
  }
}
