import SottoCore
import SottoStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where a passphrase comes from: the file that `SOTTO_PASSPHRASE_FILE` names, a prompt, or standard input.
/// Never from an argument, which other programs can see, nor from the environment itself.
struct PassphraseSource {
  let environment: [String: String]
  let terminal: Terminal

  /// The one that opens the folder.
  ///
  /// - Throws: ``UsageError`` when there is none, ``SottoError`` when its file cannot be read.
  func current() async throws -> Passphrase {
    if let passphrase = try await fromFile() { return passphrase }
    return try await fromInput("Passphrase: ")
  }

  /// One that takes the place of another, which the file may have. Typed twice on a terminal.
  func new() async throws -> Passphrase {
    let passphrase = try await fromInput("New passphrase: ")
    guard terminal.isInputTerminal else { return passphrase }
    try passphrase.checkStrength()
    guard try await fromInput("Again: ") == passphrase else {
      throw UsageError("the two passphrases differ")
    }
    return passphrase
  }

  /// The first one of a folder, from the file too.
  func first() async throws -> Passphrase {
    if let passphrase = try await fromFile() { return passphrase }
    return try await new()
  }

  /// The one that opens the folder, for a command whose standard input is for something else: from the file
  /// or a terminal.
  ///
  /// - Returns: `nil` where nobody can be asked.
  func unattended() async throws -> Passphrase? {
    if let passphrase = try await fromFile() { return passphrase }
    return terminal.isInputTerminal ? try await fromInput("Passphrase: ") : nil
  }

  private func fromFile() async throws -> Passphrase? {
    guard let path = environment["SOTTO_PASSPHRASE_FILE"], !path.isEmpty else { return nil }
    let bytes = try await InputFile.bytes(at: path, terminal: terminal)
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    guard !line.isEmpty, let text = String(validating: line, as: UTF8.self) else {
      throw SottoError(
        .invalidInput, "the file '\(path)' has no passphrase in its first line",
        hint: "write it there as UTF-8 text, or unset SOTTO_PASSPHRASE_FILE")
    }
    return Passphrase(text)
  }

  private func fromInput(_ prompt: String) async throws -> Passphrase {
    let line =
      terminal.isInputTerminal
      ? await terminal.readHiddenLine(prompt: prompt) : await terminal.readLine()
    guard let line, !line.isEmpty else { throw Self.missing }
    return Passphrase(line)
  }

  private static let missing = UsageError(
    "a passphrase is needed",
    hint: "type it when asked, pipe it in, or name its file in SOTTO_PASSPHRASE_FILE")
}
