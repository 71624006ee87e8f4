import SottoCore
import SottoSecrets

/// Where the passphrase of an encrypted data folder comes from: a file that the environment names, a prompt, or
/// standard input. Never from an argument, which other programs can see, nor from the environment itself.
struct FolderPassphrase {
  let environment: [String: String]
  let terminal: Terminal

  /// The one that opens the folder.
  ///
  /// - Throws: ``UsageError`` when there is none, ``SottoError`` when its file cannot be read.
  func current() async throws -> Passphrase {
    if let passphrase = try fromFile() { return passphrase }
    return try await fromInput("Passphrase: ")
  }

  /// One that takes the place of another, which the file may have. Typed twice on a terminal.
  func new() async throws -> Passphrase {
    let passphrase = try await fromInput("New passphrase: ")
    guard terminal.isInputTerminal else { return passphrase }
    try passphrase.checkStrength()
    guard try await fromInput("The same again: ") == passphrase else {
      throw UsageError("the two passphrases differ")
    }
    return passphrase
  }

  /// The first one of a folder, from the file too.
  func first() async throws -> Passphrase {
    if let passphrase = try fromFile() { return passphrase }
    return try await new()
  }

  /// The one that opens the folder, for a command whose standard input is for something else.
  ///
  /// - Returns: `nil` when there is no file with it and nobody can be asked.
  func unattended() async throws -> Passphrase? {
    if let passphrase = try fromFile() { return passphrase }
    return terminal.isInputTerminal
      ? try await fromInput("Passphrase of the data folder: ") : nil
  }

  private func fromFile() throws -> Passphrase? {
    try PassphraseFile(environment: environment)?.passphrase()
  }

  private func fromInput(_ prompt: String) async throws -> Passphrase {
    let line =
      terminal.isInputTerminal
      ? await terminal.readHiddenLine(prompt: prompt) : await terminal.readLine()
    guard let line, !line.isEmpty else { throw Self.missing }
    return try Passphrase(line)
  }

  private static let missing = UsageError(
    "a passphrase is needed",
    hint: "type it when asked, pipe it in, or name its file in SOTTO_PASSPHRASE_FILE")
}
