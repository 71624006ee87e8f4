#if os(Linux)
  internal import CLibSecret
  internal import Dispatch
  internal import SottoCore

  /// The desktop's keyring (freedesktop.org Secret Service), by way of libsecret.
  struct SecretService: SystemKeyring {
    /// How long the system's question may stand there before it counts as declined.
    private static let patience = DispatchTimeInterval.seconds(120)
    /// How long anything may take that asks nobody.
    private static let promptness = DispatchTimeInterval.seconds(5)

    var kind: SecretStoreState.Kind { .secretService }

    func isLocked() throws -> Bool {
      let call = try KeyringCall(limit: Self.promptness)
      let result = unsafe sotto_keyring_probe(call.pointer)
      if result == sotto_keyring_locked { return true }
      try call.check(result)
      return false
    }

    func secret(named name: String, of owner: String) throws -> Secret? {
      let call = try KeyringCall(limit: Self.patience)
      var text: UnsafeMutablePointer<CChar>?
      let result = unsafe sotto_keyring_lookup(call.pointer, owner, name, &text)
      if result == sotto_keyring_missing { return nil }
      try call.check(result)
      guard let text = unsafe text else { return nil }
      defer { unsafe sotto_keyring_free(text) }
      return try Secret(unsafe String(cString: text))
    }

    func setSecret(_ secret: Secret, named name: String, of owner: String) throws {
      let call = try KeyringCall(limit: Self.patience)
      try call.check(unsafe sotto_keyring_store(call.pointer, owner, name, secret.reveal()))
    }

    func removeSecret(named name: String, of owner: String) throws {
      let call = try KeyringCall(limit: Self.patience)
      let result = unsafe sotto_keyring_clear(call.pointer, owner, name)
      if result != sotto_keyring_missing { try call.check(result) }
    }
  }
#endif
