#if os(Linux)
  internal import CLibSecret
  internal import Dispatch
  internal import SottoCore

  /// One call of libsecret, cancelled when it takes too long.
  @safe final class KeyringCall: Sendable {
    // Cancelling is the one thing that another thread does, and GLib allows it.
    nonisolated(unsafe) let pointer: OpaquePointer

    /// - Throws: ``SottoError`` when libsecret is not installed.
    init(limit: DispatchTimeInterval) throws(SottoError) {
      guard let pointer = unsafe sotto_keyring_call_new() else {
        throw SottoError(
          .keyStore, "libsecret is not installed",
          hint: "install libsecret-1-0; or SOTTO_KEY_STORE=sealed-file keeps keys in a file")
      }
      unsafe self.pointer = pointer
      DispatchQueue.global().asyncAfter(deadline: .now() + limit) { [weak self] in
        if let self { unsafe sotto_keyring_call_cancel(self.pointer) }
      }
    }

    deinit { unsafe sotto_keyring_call_free(pointer) }

    func check(_ result: sotto_keyring_result) throws(SottoError) {
      let reason = unsafe sotto_keyring_call_reason(pointer).map { unsafe String(cString: $0) }
      switch result {
      case sotto_keyring_done: return
      case sotto_keyring_locked:
        throw SottoError(
          .keysLocked, "the keyring of this desktop is locked",
          hint: "unlock it (with 'Passwords and Keys', or by logging in again), then try again; "
            + "where no desktop is, SOTTO_KEY_STORE=sealed-file keeps keys in a file")
      case sotto_keyring_absent:
        throw SottoError(
          .keyStore, "there is no keyring to talk to" + (reason.map { ": \($0)" } ?? ""),
          hint: "start Sotto in a desktop session with GNOME Keyring, KWallet or the like; "
            + "or SOTTO_KEY_STORE=sealed-file keeps keys in a file")
      default:
        throw SottoError(
          .keyStore, "the keyring refuses: \(reason ?? "it does not say why")",
          hint: "SOTTO_KEY_STORE=sealed-file keeps keys in a file instead")
      }
    }
  }
#endif
