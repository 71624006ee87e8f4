internal import SottoCore

/// What a key may be called: a provider's name.
enum KeyName {
  /// - Throws: ``SottoError``, without repeating the text: a person may have pasted the key here.
  static func check(_ name: String) throws(SottoError) {
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
        true
      default: false
      }
    }
    guard isPlain, !name.isEmpty, name.utf8.count <= 64 else {
      throw SottoError(
        .invalidInput, "this cannot be the name of a key",
        hint: "use at most 64 lower-case letters, digits, '-', '_' and '.'")
    }
  }
}
