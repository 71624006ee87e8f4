internal import CSodium
package import SottoCore

/// What a person opens an encrypted folder with. It prints as dots.
package struct Passphrase: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// The fewest characters of a new one.
  package static let fewestCharacters = 8

  let text: String

  /// Takes any text: a folder may have been encrypted with less than is asked for now.
  package init(_ text: String) { self.text = text }

  package var description: String { "•••" }
  package var customMirror: Mirror { Mirror(self, children: []) }

  /// - Throws: ``SottoError`` of code `invalidInput` when it is too short for a new one.
  package func checkStrength() throws(SottoError) {
    guard text.count >= Self.fewestCharacters else {
      throw SottoError(
        .invalidInput, "the passphrase is too short",
        hint: "use at least \(Self.fewestCharacters) characters; several words are better")
    }
  }
}

/// How a key is made of a passphrase: Argon2id (RFC 9106), slow on purpose and with much memory, so that
/// trying out passphrases is dear.
package struct KeyDerivation: Hashable, Sendable {
  /// Passes over the memory.
  package var operations: Int
  /// In bytes.
  package var memory: Int

  package init(operations: Int, memory: Int) {
    self.operations = operations
    self.memory = memory
  }

  /// libsodium's "moderate": about a second, and 256 MB that are given back.
  package static let standard = KeyDerivation(operations: 3, memory: 256 << 20)

  static let saltSize = Int(crypto_pwhash_SALTBYTES)

  /// What is believed of a file; more would be a way to stop the program.
  var isSensible: Bool { (1...16).contains(operations) && (8192...(1 << 30)).contains(memory) }

  /// - Throws: ``SottoError`` of code `storage` when the memory is not there.
  func key(from passphrase: Passphrase, salt: [UInt8]) throws -> VaultKey {
    var text = passphrase.text
    return try text.withUTF8 { bytes in
      var isMade = false
      let key = try unsafe VaultKey.filled { memory in
        isMade =
          unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
            // A text of no bytes may have no address.
            guard let start = characters.baseAddress else { return -1 }
            return unsafe crypto_pwhash(
              memory, UInt64(VaultKey.size), start, UInt64(characters.count), salt,
              UInt64(operations), self.memory, crypto_pwhash_ALG_ARGON2ID13)
          } == 0
      }
      guard isMade else {
        throw SottoError(
          .storage, "there is not enough memory to try the passphrase (\(self.memory >> 20) MB)",
          hint: "close other programs, then try again")
      }
      return key
    }
  }
}
