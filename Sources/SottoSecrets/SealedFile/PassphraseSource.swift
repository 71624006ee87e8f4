package import SottoCore

/// Where a passphrase comes from when one is needed.
package struct PassphraseSource: Sendable {
  /// What a person is asked for.
  package enum Question: Sendable {
    /// The one that opens the store.
    case existing
    /// One that is being chosen; to be asked for twice.
    case new
  }

  /// One that is there without asking anybody; `nil` when there is none.
  package var kept: @Sendable () throws -> Passphrase?
  /// Whether that one was given for the data folder, so that the keys may have another.
  package var isFolders: Bool
  /// Asks a person; `nil` when nobody can be asked or they decline.
  package var ask: @Sendable (Question) async throws -> Passphrase?

  package init(
    kept: @escaping @Sendable () throws -> Passphrase? = { nil }, isFolders: Bool = false,
    ask: @escaping @Sendable (Question) async throws -> Passphrase? = { _ in nil }
  ) {
    self.kept = kept
    self.isFolders = isFolders
    self.ask = ask
  }
}
