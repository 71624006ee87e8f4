import SottoCore
import SottoStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct VaultCommand: Command {
  static let syntax = CommandSyntax(
    name: "vault", summary: "encrypts the data folder with a passphrase",
    forms: ["[status] [--json]", "encrypt", "decrypt", "passphrase"],
    options: [.json, .data],
    notes: """
      'encrypt' and 'decrypt' convert everything: messages, attached files and copies. No other sotto may run,
      and the disk must have room for a second copy. 'passphrase' sets another one.

      A passphrase is read from a prompt, from the file that SOTTO_PASSPHRASE_FILE names, or from standard input:
      one line, and for 'passphrase' first the old one, then the new one. Never from an argument, which other
      programs could see. Nobody can read the data without it: keep a copy of it in a safe place.

      Keys that are sealed in a file may have the same passphrase or one of their own ('sotto key passphrase').
      """)

  private enum Action: String, CaseIterable {
    case status, encrypt, decrypt, passphrase
  }

  private let action: Action
  private let printsJSON: Bool
  private let data: String?

  init(_ arguments: ParsedArguments) throws {
    if arguments.rest.count > 1 {
      throw UsageError(
        "a passphrase is not given as an argument, where other programs can see it",
        hint: "type it when asked, or pipe it in")
    }
    let name = arguments.rest.first ?? Action.status.rawValue
    guard let action = Action(rawValue: name) else {
      let known = Action.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("there is no 'sotto vault \(name)'", hint: "there are: \(known)")
    }
    self.action = action
    printsJSON = arguments.has("json")
    data = arguments.value("data")
  }

  func run(terminal: Terminal) async throws {
    let environment = ProcessInfo.processInfo.environment
    let folder = DataFolder(option: data, environment: environment).path
    let vault = try Vault(folder: folder)
    let source = FolderPassphrase(environment: environment, terminal: terminal)
    switch action {
    case .status: show(try vault.status(), folder, terminal)
    case .encrypt:
      guard try vault.status().lock == nil else {
        throw SottoError(
          .invalidInput, "the data folder '\(folder)' is encrypted already",
          hint: "another passphrase is set with 'sotto vault passphrase'")
      }
      try vault.encrypt(with: try await source.first())
      terminal.note("'\(folder)' is encrypted")
      terminal.note(
        "  what was there in the clear is overwritten; a flash disk may keep parts of it out of reach"
      )
    case .decrypt:
      try vault.decrypt(with: try await source.current())
      terminal.note("'\(folder)' is no longer encrypted")
    case .passphrase:
      let current = try await source.current()
      // Before the new one is asked for.
      _ = try vault.unlock(with: current)
      try vault.changePassphrase(from: current, to: try await source.new())
      terminal.note("the new passphrase opens '\(folder)'")
      terminal.note("  the old one still opens copies of it that were made before")
    }
  }

  private func show(_ status: VaultStatus, _ folder: String, _ terminal: Terminal) {
    if printsJSON { return terminal.print(status.json.encodedText) }
    terminal.print(
      status.lock == nil
        ? "'\(folder)' is not encrypted" : "'\(folder)' is encrypted, and opened by a passphrase")
  }
}
