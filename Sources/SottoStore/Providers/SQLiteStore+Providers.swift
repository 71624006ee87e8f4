package import SottoCore

extension SQLiteStore {
  package func providers() async throws -> [Provider] {
    try await readers.readBriefly { connection in
      try connection.rows(
        """
        SELECT name, kind, base_url, key_reference, default_model, delivery FROM providers
        ORDER BY name
        """
      ) { row in
        // A reference that cannot be read leaves a provider without a key, which asking it will
        // say.
        Provider(
          name: row.text(0), kind: WireProtocol(rawValue: row.text(1)), baseURL: row.text(2),
          key: KeyReference(row.text(3)) ?? .none, defaultModel: row.optionalText(4),
          delivery: DeliverySettings(column: row.optionalText(5)))
      }
    }
  }

  package func saveProvider(_ provider: Provider) async throws {
    try provider.validate()
    try await writer.write { connection in
      _ = try connection.execute(
        """
        INSERT INTO providers (name, kind, base_url, key_reference, default_model, delivery)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        ON CONFLICT (name) DO UPDATE
          SET kind = ?2, base_url = ?3, key_reference = ?4, default_model = ?5, delivery = ?6
        """,
        [
          .text(provider.name), .text(provider.kind.rawValue), .text(provider.baseURL),
          .text(provider.key.text), DatabaseValue(provider.defaultModel),
          provider.delivery.column,
        ])
    }
  }

  package func removeProvider(named name: String) async throws -> Bool {
    try await writer.write { connection in
      try connection.execute("DELETE FROM providers WHERE name = ?", [.text(name)]) > 0
    }
  }
}
