/// A request that left, or was kept from leaving. It holds nothing of what was said.
public struct EgressEntry: Hashable, Sendable {
  /// How a request stands; an open set.
  public struct Outcome: Hashable, Sendable, RawRepresentable {
    /// The word that the API and the store use.
    public let rawValue: String
    /// Takes any word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It runs, or the program was killed while it ran.
    public static let open = Outcome(rawValue: "open")
    /// The answer came as far as it was wanted, whatever its status.
    public static let complete = Outcome(rawValue: "complete")
    /// Somebody stopped it, or the program ended.
    public static let stopped = Outcome(rawValue: "stopped")
    /// No connection, or one that broke.
    public static let failed = Outcome(rawValue: "failed")
    /// It was not let out: nobody configured the host, or the person has not agreed to it.
    public static let refused = Outcome(rawValue: "refused")
  }

  /// A UUIDv7, so that later ones sort later.
  public var id: EgressID
  /// Where it went.
  public var place: NetworkPlace
  /// What it was for.
  public var errand: Errand
  /// The proxy that the environment puts in front of the host, `host:port`; `nil` without one.
  public var proxy: String?
  /// When it began.
  public var startedAt: Timestamp
  /// When it ended; `nil` while it is ``Outcome/open``.
  public var endedAt: Timestamp?
  /// Bytes of the request's head and body, before TLS.
  public var sentBytes: Int
  /// Bytes of the answer's head and body, after TLS and decompression.
  public var receivedBytes: Int
  /// The status of the answer; `nil` when there was none.
  public var status: Int?
  /// How it stands.
  public var outcome: Outcome

  /// An entry for a request that begins.
  public init(
    place: NetworkPlace, errand: Errand, proxy: String? = nil, startedAt: Timestamp, sentBytes: Int
  ) {
    id = EgressID(at: startedAt)
    self.place = place
    self.errand = errand
    self.proxy = proxy
    self.startedAt = startedAt
    self.sentBytes = sentBytes
    receivedBytes = 0
    outcome = .open
  }

  /// The request has ended like this.
  public mutating func end(_ outcome: Outcome, at time: Timestamp) {
    self.outcome = outcome
    endedAt = max(time, startedAt)
  }
}

/// The identity of an ``EgressEntry``.
public typealias EgressID = Identifier<EgressEntry>

/// What went to one host.
public struct EgressTotal: Hashable, Sendable {
  /// As in ``NetworkPlace/host``.
  public var host: String
  /// How many requests, those that were refused included.
  public var requests: Int
  /// How many of them were not let out.
  public var refused: Int
  /// Bytes to it.
  public var sentBytes: Int
  /// Bytes from it.
  public var receivedBytes: Int
  /// When the latest began.
  public var lastAt: Timestamp

  /// A total with its parts as they are.
  public init(
    host: String, requests: Int, refused: Int, sentBytes: Int, receivedBytes: Int,
    lastAt: Timestamp
  ) {
    self.host = host
    self.requests = requests
    self.refused = refused
    self.sentBytes = sentBytes
    self.receivedBytes = receivedBytes
    self.lastAt = lastAt
  }
}

/// A host beyond this machine that words were sent to, or may be.
public struct MetHost: Hashable, Sendable {
  /// As in ``NetworkPlace/host``.
  public var host: String
  /// The provider it was met for; `nil` when the person named only the host.
  public var provider: String?
  /// When the first words went there; `nil` while none have.
  public var firstSentAt: Timestamp?
  /// When the person agreed to it; `nil` when nobody asked.
  public var allowedAt: Timestamp?

  /// A host with its parts as they are.
  public init(
    host: String, provider: String?, firstSentAt: Timestamp? = nil, allowedAt: Timestamp? = nil
  ) {
    self.host = host
    self.provider = provider
    self.firstSentAt = firstSentAt
    self.allowedAt = allowedAt
  }
}
