internal import CSodium

extension [UInt8] {
  /// Overwrites the bytes in a way the compiler cannot leave out, then empties the array.
  mutating func wipe() {
    unsafe withUnsafeMutableBytes { bytes in
      if let start = bytes.baseAddress { unsafe sodium_memzero(start, bytes.count) }
    }
    removeAll()
  }
}
