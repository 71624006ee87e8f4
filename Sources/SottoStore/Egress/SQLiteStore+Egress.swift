package import SottoCore

extension SQLiteStore: EgressStore {
  private static let confirmsNewHosts = "confirm_new_hosts"

  /// Without a wait for the disk: a power cut may take the notes of the last moments.
  package func saveEgress(_ entries: [EgressEntry]) async throws {
    try await writer.writeWithoutFlush { connection in
      for entry in entries { try connection.saveEgress(entry) }
    }
  }

  package func egress(
    host: String?, before id: EgressID?, limit: Int
  ) async throws -> [EgressEntry] {
    try await readers.read { connection in
      try connection.egress(host: host, before: id, limit: limit)
    }
  }

  package func egressTotals() async throws -> [EgressTotal] {
    try await readers.read { connection in try connection.egressTotals() }
  }

  package func metHosts() async throws -> [MetHost] {
    try await readers.read { connection in try connection.metHosts("") }
  }

  package func metHost(_ host: String) async throws -> MetHost? {
    try await readers.readBriefly { connection in
      try connection.metHosts("WHERE host = ?", [.text(host)]).first
    }
  }

  package func saveHost(_ host: MetHost) async throws {
    try await writer.write { connection in
      _ = try connection.execute(
        """
        INSERT INTO met_hosts (host, provider, first_sent_at, allowed_at) VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT (host) DO UPDATE SET provider = coalesce(?2, provider),
          first_sent_at = coalesce(first_sent_at, ?3), allowed_at = coalesce(allowed_at, ?4)
        """,
        [
          .text(host.host), DatabaseValue(host.provider), DatabaseValue(host.firstSentAt),
          DatabaseValue(host.allowedAt),
        ])
    }
  }

  package func forgetHost(_ host: String) async throws -> Bool {
    try await writer.write { connection in
      try connection.execute("DELETE FROM met_hosts WHERE host = ?", [.text(host)]) > 0
    }
  }

  package func confirmsNewHosts() async throws -> Bool {
    try await setting(Self.confirmsNewHosts) == "1"
  }

  package func setConfirmsNewHosts(_ isOn: Bool) async throws {
    try await setSetting(Self.confirmsNewHosts, to: isOn ? "1" : nil)
  }
}
