internal import SottoCore
internal import SottoSealing

/// What a key may be called: a provider's name, or that of a data folder's key.
enum KeyName {
  /// How the name of an encrypted folder's key begins. No provider's key can be called so, for the colon.
  private static let folderPrefix = "data-folder:"

  /// A new name for the key of a folder.
  static func newFolderKey() -> String { folderPrefix + Sodium.hex(Sodium.randomBytes(8)) }

  static func isFolderKey(_ name: String) -> Bool { name.hasPrefix(folderPrefix) }

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
