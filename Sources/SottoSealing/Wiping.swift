internal import CSodium

extension [UInt8] {
  /// Overwrites the bytes in a way the compiler cannot leave out, then empties the array.
  ///
  /// What this cannot reach: copies the array made when it grew or was shared, and what became a
  /// `String`. A `String` has no storage of its own for us to overwrite; so a key becomes one only
  /// when it is asked for, on its way to the request's header.
  package mutating func wipe() {
    unsafe withUnsafeMutableBytes { bytes in
      if let start = bytes.baseAddress { unsafe sodium_memzero(start, bytes.count) }
    }
    removeAll()
  }
}
