/// What each of 64 bytes is: a bit for each byte in the set of its class.
struct ASCIIBlock {
  let upper: UInt64
  let lower: UInt64
  let digits: UInt64
  /// The space itself.
  let blanks: UInt64
  /// Whitespace that is neither the space nor a line end.
  let tabs: UInt64
  let newlines: UInt64
  /// Everything else below 0x80.
  let symbols: UInt64
  let apostrophes: UInt64
  let slashes: UInt64
  /// Bytes of scalars that have several.
  let wide: UInt64

  /// - Parameters:
  ///   - text: a text.
  ///   - index: where the bytes begin, which are known to lie in the text.
  @inline(__always)
  init(uncheckedIn text: RawSpan, at index: Int) {
    let planes = BitPlanes(uncheckedIn: text, at: index)
    let (bit0, bit1, bit2) = (planes.bit0, planes.bit1, planes.bit2)
    let (bit3, bit4, bit5) = (planes.bit3, planes.bit4, planes.bit5)
    let isAnyOfLowFive = bit0 | bit1 | bit2 | bit3 | bit4
    let isAbove26 = bit4 & bit3 & (bit2 | bit1 & bit0)
    let letters = planes.bit6 & ~planes.bit7 & isAnyOfLowFive & ~isAbove26
    let isBelow64 = ~(planes.bit6 | planes.bit7)
    // 0x20 to 0x2F, 0x08 to 0x0F.
    let punctuation = isBelow64 & bit5 & ~bit4
    let controls = isBelow64 & ~bit5 & ~bit4 & bit3
    let lowThree = bit0 & bit1 & bit2
    upper = letters & ~bit5
    lower = letters & bit5
    digits = isBelow64 & bit5 & bit4 & ~(bit3 & (bit2 | bit1))
    blanks = punctuation & ~isAnyOfLowFive
    newlines = controls & ~(bit2 ^ bit0) & (bit2 ^ bit1)
    tabs = controls & (~bit2 & bit0 | bit2 & ~bit1 & ~bit0)
    apostrophes = punctuation & ~bit3 & lowThree
    slashes = punctuation & bit3 & lowThree
    wide = planes.bit7
    symbols = ~(letters | digits | blanks | tabs | newlines | wide)
  }

  @inline(__always)
  var letters: UInt64 { upper | lower }

  @inline(__always)
  var spaces: UInt64 { blanks | tabs }

  /// The bytes before the first wide one and before spaces that end there: where a piece begins among
  /// them does not depend on what follows.
  @inline(__always)
  var sure: UInt64 {
    let beforeWide = ~wide & (wide &- 1)
    return .max >> UInt64((beforeWide & ~spaces).leadingZeroBitCount)
  }
}
