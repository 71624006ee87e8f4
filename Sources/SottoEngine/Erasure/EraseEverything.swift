public import SottoCore

/// Erases all of a person's data, and stops what would write some of it again.
public struct EraseEverything: Sendable {
  /// What goes besides conversations, projects, files, templates and the ledger.
  public struct Scope: Hashable, Sendable {
    /// The stored keys.
    public var keys: Bool
    /// The copies of the database that were made before.
    public var backups: Bool

    /// A scope with its parts as they are.
    public init(keys: Bool = false, backups: Bool = false) {
      self.keys = keys
      self.backups = backups
    }
  }

  private let store: any ErasableStore
  private let secrets: any SecretStore
  private let engine: TurnEngine
  private let ledger: EgressLedger

  /// - Parameters:
  ///   - store: what is emptied.
  ///   - secrets: where the keys are.
  ///   - engine: whose turns are stopped before.
  ///   - ledger: what waits to be noted is forgotten.
  public init(
    store: any ErasableStore, secrets: any SecretStore, engine: TurnEngine, ledger: EgressLedger
  ) {
    self.store = store
    self.secrets = secrets
    self.engine = engine
    self.ledger = ledger
  }

  /// Erases. Turns that begin meanwhile fail, as their conversation is gone.
  ///
  /// - Returns: the copies of the database that still hold what was erased.
  public func run(_ scope: Scope) async throws -> [HistoryCopy] {
    for turn in try await engine.runningTurns(where: { _ in true }) {
      try await engine.stop(turn)
    }
    ledger.discard()
    try await store.eraseEverything(backups: scope.backups)
    engine.parts.models.hosts.discard()
    if scope.keys {
      for name in try await secrets.secretNames() {
        _ = try await secrets.removeSecret(named: name)
      }
    }
    await engine.parts.models.forgetLists()
    engine.parts.changes.publish(.anything)
    return try await store.copies()
  }
}
