import SottoCore
import SottoSecrets

/// Where the passphrase of the sealed keys comes from: what opened the data folder, if that fits, a file
/// that the environment names, else the person at the terminal.
enum Passphrases {
  static func source(
    environment: [String: String], terminal: Terminal, asks: Bool, folders: Passphrase?
  ) -> PassphraseSource {
    let file = PassphraseFile(environment: environment)
    let canAsk = asks && terminal.isInputTerminal && terminal.isErrorTerminal
    return PassphraseSource(
      kept: { try folders ?? file?.passphrase() },
      isFolders: folders != nil,
      ask: { question in
        guard canAsk else { return nil }
        switch question {
        case .existing: return try await existing(terminal)
        case .new: return try await chosen(terminal)
        }
      })
  }

  /// Asks for the one there is; nothing typed means no.
  static func existing(
    _ terminal: Terminal, prompt: String = "Passphrase of the keys: "
  ) async throws -> Passphrase? {
    guard let text = await terminal.readHiddenLine(prompt: prompt), !text.isEmpty else {
      return nil
    }
    return try Passphrase(text)
  }

  /// Asks for a new one, twice; nothing typed means no.
  static func chosen(_ terminal: Terminal) async throws -> Passphrase? {
    terminal.note(
      "Keys are sealed in a file by a passphrase. Without it they are lost, so write it down.")
    let first = await terminal.readHiddenLine(prompt: "New passphrase: ") ?? ""
    if first.isEmpty { return nil }
    let passphrase = try Passphrase(choosing: first)
    guard await terminal.readHiddenLine(prompt: "The same again: ") == first else {
      throw SottoError(
        .invalidInput, "the two passphrases differ", hint: "nothing was changed; try again")
    }
    return passphrase
  }
}
