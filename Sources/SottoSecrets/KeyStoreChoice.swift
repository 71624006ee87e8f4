internal import SottoCore

/// Which key store a data folder uses: what `SOTTO_KEY_STORE` says, else where its keys already
/// are, else the system's own if it answers, else the sealed file.
struct KeyStoreChoice: Sendable {
  let folder: String
  let named: SecretStoreState.Kind?

  static let variable = "SOTTO_KEY_STORE"

  /// The stores of this platform.
  static var known: [SecretStoreState.Kind] {
    #if canImport(Security)
      [.keychain, .sealedFile]
    #elseif os(Linux)
      [.secretService, .sealedFile]
    #else
      [.sealedFile]
    #endif
  }

  /// - Throws: ``SottoError`` when the environment names a store that is not here.
  init(folder: String, environment: [String: String]) throws(SottoError) {
    self.folder = folder
    guard let word = environment[Self.variable], !word.isEmpty else {
      named = nil
      return
    }
    let kind = SecretStoreState.Kind(rawValue: word)
    guard Self.known.contains(kind) else {
      throw SottoError(
        .usage, "\(Self.variable) names no key store of this system",
        hint: "there are: \(Self.known.map(\.rawValue).joined(separator: ", "))")
    }
    named = kind
  }

  /// Whether no key is kept, as three looks for a file say.
  var isSurelyEmpty: Bool {
    named == nil
      && ![KeyIndex.file(in: folder), sealedFile, PlainKeyFile(folder: folder).file]
        .contains(where: \.isThere)
  }

  private var sealedFile: PrivateFile { PrivateFile(path: folder + "/keys.sealed") }

  /// The store that is named or has keys already; `nil` when a first key may go anywhere.
  func settled() throws(SottoError) -> SecretStoreState.Kind? {
    if let named { return named }
    if let index = try KeyIndex.read(KeyIndex.file(in: folder)), !index.names.isEmpty {
      return index.kind
    }
    return try sealedFile.contents() == nil ? nil : .sealedFile
  }

  /// The system's store, if it answers; blocks.
  func usable() -> SecretStoreState.Kind {
    guard let keyring = Self.keyring, (try? keyring.isLocked()) != nil else { return .sealedFile }
    return keyring.kind
  }

  /// The system's own store, where there is one.
  static var keyring: (any SystemKeyring)? {
    #if canImport(Security)
      Keychain()
    #elseif os(Linux)
      SecretService()
    #else
      nil
    #endif
  }
}
