/// Takes note of every request that leaves.
public protocol EgressLog: Sendable {
  /// A request begins or has ended, which is told by a second call with the same id. Returns at
  /// once: no request waits for its note.
  func record(_ entry: EgressEntry)
}

/// Decides where requests may go.
public protocol EgressPolicy: Sendable {
  /// Whether anybody has configured this place. Asked before the host's name is looked up.
  func allows(_ place: NetworkPlace, for errand: Errand) async throws -> Bool
}

/// Where the notes of ``EgressLog`` are kept, and which hosts the person knows of.
public protocol EgressStore: Sendable {
  /// Adds entries, or replaces those of the same id.
  func saveEgress(_ entries: [EgressEntry]) async throws
  /// Latest first, at most `limit`, those before `id`, of one host or of all.
  func egress(host: String?, before id: EgressID?, limit: Int) async throws -> [EgressEntry]
  /// What is kept, by host; the latest first.
  func egressTotals() async throws -> [EgressTotal]
  /// By name.
  func metHosts() async throws -> [MetHost]
  /// A host, if words were sent to it or the person agreed to it.
  func metHost(_ host: String) async throws -> MetHost?
  /// Adds a host, or what is new of one that is there: earlier times stay.
  func saveHost(_ host: MetHost) async throws
  /// Forgets a host, so that the next words to it are the first ones again.
  ///
  /// - Returns: whether there was one.
  func forgetHost(_ host: String) async throws -> Bool
  /// Whether words go to a new host only after the person has agreed.
  func confirmsNewHosts() async throws -> Bool
  /// Sets whether a new host has to be agreed to.
  func setConfirmsNewHosts(_ isOn: Bool) async throws
}
