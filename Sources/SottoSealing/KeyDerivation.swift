internal import CSodium
package import SottoCore

/// How a passphrase becomes a key: Argon2id (RFC 9106) with these costs and this salt. It is stored
/// beside what the key seals, so that later versions may choose other costs.
package struct KeyDerivation: Hashable, Sendable {
  /// What one attempt costs whoever makes it.
  package struct Cost: Hashable, Sendable {
    /// Passes over the memory.
    package var operations: Int
    /// In bytes.
    package var memory: Int

    package init(operations: Int, memory: Int) {
      self.operations = operations
      self.memory = memory
    }

    /// RFC 9106's second recommendation: 3 passes over 64 MiB, about a tenth of a second.
    package static let standard = Cost(operations: 3, memory: 64 << 20)
    /// The least that Argon2id can do. For tests.
    package static let least = Cost(operations: 1, memory: 8 << 10)

    /// A file may ask for this much and no more: it may come from elsewhere.
    var isAllowed: Bool {
      (1...64).contains(operations) && (8 << 10...1 << 30).contains(memory)
    }
  }

  package var cost: Cost
  package var salt: [UInt8]

  static let saltLength = 16
  static let algorithm = "argon2id"

  /// A new one, with a random salt.
  package init(cost: Cost = .standard) {
    self.cost = cost
    salt = Sodium.randomBytes(Self.saltLength)
  }

  /// As JSON: `{"algorithm","operations","memory","salt"}`, the salt in base64.
  package var json: JSONValue {
    .object([
      "algorithm": .string(Self.algorithm), "operations": .integer(Int64(cost.operations)),
      "memory": .integer(Int64(cost.memory)), "salt": .string(Sodium.base64(salt)),
    ])
  }

  /// - Returns: `nil` when it is none of ours or asks for too much.
  package init?(json: JSONValue?) {
    guard let json, json["algorithm"]?.string == Self.algorithm,
      let operations = json["operations"]?.int, let memory = json["memory"]?.int,
      let salt = json["salt"]?.string.flatMap(Sodium.bytes(base64:)), salt.count == Self.saltLength
    else { return nil }
    cost = Cost(operations: operations, memory: memory)
    self.salt = salt
    guard cost.isAllowed else { return nil }
  }
}
