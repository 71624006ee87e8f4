import SottoCore
import SottoSecrets
import SottoStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct VaultCommand: Command {
  static let syntax = CommandSyntax(
    name: "vault", summary: "encrypts the data folder with a passphrase or a key",
    forms: [
      "[status] [--json]", "encrypt [--key-store]", "decrypt [--remove-key]",
      "passphrase [--remove-key]", "key-store [--remove-key]",
    ],
    options: [
      .init(name: "key-store", value: nil, help: "keep its key in the system's key store"),
      .init(name: "remove-key", value: nil, help: "remove the key it had from the key store"),
      .json, .data,
    ],
    notes: """
      'encrypt' and 'decrypt' convert everything: messages, attached files and copies. No other sotto may run,
      and the disk must have room for a second copy. 'passphrase' sets another passphrase, or one in place of
      the key store; 'key-store' has the key store open the folder in place of what did. Both are done at once.

      A passphrase is read from a prompt, from the file that SOTTO_PASSPHRASE_FILE names, or from standard input:
      one line, and for 'passphrase' first the old one, then the new one. Never from an argument, which other
      programs could see. Nobody can read the data without it: keep a copy of it in a safe place.

      With the key store the folder opens without a question wherever that is unlocked: the desktop's keyring,
      or with SOTTO_KEY_STORE=sealed-file the file of the keys, which has a passphrase of its own. Who loses
      the key store loses the data. A key that is no longer needed stays there for copies of the folder that
      were made before; with --remove-key it goes, and nobody opens those any more.

      Keys that are sealed in a file may have the same passphrase or one of their own ('sotto key passphrase').
      """)

  private enum Action: String, CaseIterable {
    case status, encrypt, decrypt, passphrase
    case keyStore = "key-store"
  }

  private let action: Action
  private let usesKeyStore: Bool
  private let removesKey: Bool
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
    usesKeyStore = arguments.has("key-store")
    removesKey = arguments.has("remove-key")
    printsJSON = arguments.has("json")
    data = arguments.value("data")
    if usesKeyStore, action != .encrypt {
      throw UsageError(
        "--key-store belongs to 'sotto vault encrypt'",
        hint: "a folder that is encrypted already is changed with 'sotto vault key-store'")
    }
    if removesKey, action == .encrypt || action == .status {
      throw UsageError("--remove-key belongs to 'decrypt', 'passphrase' and 'key-store'")
    }
  }

  func run(terminal: Terminal) async throws {
    let environment = ProcessInfo.processInfo.environment
    let folder = DataFolder(option: data, environment: environment).path
    let vault = try Vault(folder: folder)
    let status = try vault.status()
    if action == .status { return show(status, folder, terminal) }
    let access = FolderAccess(folder: folder, environment: environment, terminal: terminal)
    let change = VaultChange(
      vault: vault, status: status, access: access, keys: try access.keys())
    if removesKey, status.place == nil {
      throw UsageError("no key store has the key of '\(folder)'", hint: "leave --remove-key out")
    }
    switch action {
    case .status: return
    case .encrypt: try await change.encrypt(usesKeyStore: usesKeyStore)
    case .decrypt: try await change.decrypt()
    case .passphrase: try await change.choosePassphrase()
    case .keyStore: try await change.useKeyStore()
    }
    if let place = status.place { try await change.leave(place, removesKey: removesKey) }
  }

  private func show(_ status: VaultStatus, _ folder: String, _ terminal: Terminal) {
    if printsJSON { return terminal.print(status.json.encodedText) }
    switch status.lock {
    case nil: terminal.print("'\(folder)' is not encrypted")
    case .passphrase: terminal.print("'\(folder)' is encrypted, and opened by a passphrase")
    case .keyStore(let place):
      terminal.print(
        "'\(folder)' is encrypted, and opened by '\(place.name)' in the \(place.store.rawValue)")
    }
  }
}
