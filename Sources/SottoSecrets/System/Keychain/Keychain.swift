#if canImport(Security)
  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif
  internal import Security
  internal import SottoCore

  /// Apple's Keychain: a generic password for each key. The keys stay on this device and can be
  /// read while it is unlocked.
  struct Keychain: SystemKeyring {
    var kind: SecretStoreState.Kind { .keychain }

    // The system unlocks it with the login, or asks the person when a key is read.
    func isLocked() -> Bool { false }

    func secret(named name: String, of owner: String) throws -> Secret? {
      var query = item(name, owner)
      query[kSecReturnData] = true
      query[kSecMatchLimit] = kSecMatchLimitOne
      var found: CFTypeRef?
      let status = unsafe SecItemCopyMatching(query as CFDictionary, &found)
      if status == errSecItemNotFound { return nil }
      try check(status)
      guard let data = found as? Data, let text = String(data: data, encoding: .utf8) else {
        return nil
      }
      return try Secret(text)
    }

    func setSecret(_ secret: Secret, named name: String, of owner: String) throws {
      let value = Data(secret.reveal().utf8)
      let query = item(name, owner)
      let status = SecItemUpdate(query as CFDictionary, [kSecValueData: value] as CFDictionary)
      guard status == errSecItemNotFound else { return try check(status) }
      var new = query
      new[kSecValueData] = value
      new[kSecAttrLabel] = "Sotto: \(name)"
      new[kSecAttrAccessible] = kSecAttrAccessibleWhenUnlockedThisDeviceOnly
      try check(unsafe SecItemAdd(new as CFDictionary, nil))
    }

    func removeSecret(named name: String, of owner: String) throws {
      let status = SecItemDelete(item(name, owner) as CFDictionary)
      if status != errSecItemNotFound { try check(status) }
    }

    private func item(_ name: String, _ owner: String) -> [CFString: Any] {
      [
        kSecClass: kSecClassGenericPassword, kSecAttrService: "sotto.\(owner)",
        kSecAttrAccount: name,
      ]
    }

    private func check(_ status: OSStatus) throws(SottoError) {
      switch status {
      case errSecSuccess: return
      case errSecUserCanceled, errSecAuthFailed, errSecInteractionNotAllowed:
        throw SottoError(
          .keysLocked, "the Keychain is locked",
          hint: "unlock it in Keychain Access, then try again")
      default:
        let reason = SecCopyErrorMessageString(status, nil) as String? ?? "error \(status)"
        throw SottoError(
          .keyStore, "the Keychain refuses: \(reason)",
          hint: "SOTTO_KEY_STORE=sealed-file keeps keys in a file instead")
      }
    }
  }
#endif
