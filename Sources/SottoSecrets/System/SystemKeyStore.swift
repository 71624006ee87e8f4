internal import SottoCore
internal import SottoSealing

/// Keys in the system's key store. The data folder holds only their names.
actor SystemKeyStore: SecretStore {
  private nonisolated let executor = FileExecutor(label: "sotto.keys.system")
  private let keyring: any SystemKeyring
  private let file: PrivateFile
  private let now: @Sendable () -> ContinuousClock.Instant
  /// When the person last left the keyring locked, and what was said of it.
  private var declined: (at: ContinuousClock.Instant, error: SottoError)?

  /// How long a person who declined is left in peace.
  private static let peace = Duration.seconds(30)

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  init(
    _ keyring: any SystemKeyring, folder: String,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.keyring = keyring
    file = KeyIndex.file(in: folder)
    self.now = now
  }

  func secret(named name: String) throws -> Secret? {
    try KeyName.check(name)
    guard let index = try KeyIndex.read(file), index.names.contains(name) else { return nil }
    return try asking { try keyring.secret(named: name, of: index.owner) }
  }

  func setSecret(_ secret: Secret, named name: String) throws {
    try KeyName.check(name)
    // The name first: a key that is listed and missing does less harm than one that nobody knows
    // of.
    let isNew = try !secretNames().contains(name)
    let owner = try changeIndex { $0.names.insert(name) }
    do {
      try asking { try keyring.setSecret(secret, named: name, of: owner) }
    } catch {
      if isNew { try changeIndex { $0.names.remove(name) } }
      throw error
    }
  }

  func removeSecret(named name: String) throws -> Bool {
    try KeyName.check(name)
    guard let index = try KeyIndex.read(file), index.names.contains(name) else { return false }
    try asking { try keyring.removeSecret(named: name, of: index.owner) }
    try changeIndex { $0.names.remove(name) }
    return true
  }

  func secretNames() throws -> [String] { try KeyIndex.read(file)?.names.sorted() ?? [] }

  func state() throws -> SecretStoreState {
    SecretStoreState(kind: keyring.kind, isLocked: try keyring.isLocked())
  }

  /// - Returns: the owner.
  @discardableResult
  private func changeIndex(_ body: (inout KeyIndex) -> Void) throws -> String {
    try file.withLock {
      var index =
        try KeyIndex.read(file)
        ?? KeyIndex(kind: keyring.kind, owner: Sodium.hex(Sodium.randomBytes(16)), names: [])
      let old = index.names
      body(&index)
      if index.names != old { try file.replace(with: index.encoded) }
      return index.owner
    }
  }

  /// Does what may make the system ask the person, but not again and again.
  private func asking<Value>(_ body: () throws -> Value) throws -> Value {
    if let declined, declined.at.duration(to: now()) < Self.peace,
      (try? keyring.isLocked()) != false
    {
      throw declined.error
    }
    do {
      let value = try body()
      declined = nil
      return value
    } catch let error as SottoError where error.code == .keysLocked {
      declined = (now(), error)
      throw error
    }
  }
}
