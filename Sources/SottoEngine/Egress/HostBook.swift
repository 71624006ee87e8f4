public import SottoCore
import Synchronization

/// Which hosts beyond this machine the person's words have gone to, and which the person agreed to.
public final class HostBook: Sendable {
  private let store: any EgressStore
  /// What the store has surely: a host is looked up there once.
  private let known = Mutex<Set<String>>([])

  /// A book over the store, empty in memory.
  public init(store: any EgressStore) { self.store = store }

  /// Every host there is, by name.
  public func hosts() async throws -> [MetHost] { try await store.metHosts() }

  /// Whether words go to a new host only after the person has agreed.
  public func confirmsNewHosts() async throws -> Bool { try await store.confirmsNewHosts() }

  /// Sets whether a new host has to be agreed to. Those that are known stay so.
  public func setConfirmsNewHosts(_ isOn: Bool) async throws {
    try await store.setConfirmsNewHosts(isOn)
  }

  /// The person agrees to a host.
  ///
  /// - Throws: ``SottoError`` of code `invalidInput` for what is no host.
  public func allow(_ host: String, provider: String?, at time: Timestamp) async throws -> MetHost {
    guard let place = NetworkPlace(url: "https://\(host)"), place.host == host.lowercased() else {
      throw SottoError(
        .invalidInput, "'\(host)' is not a host", hint: "it looks like api.example.com")
    }
    try await store.saveHost(MetHost(host: place.host, provider: provider, allowedAt: time))
    guard let saved = try await store.metHost(place.host) else {
      throw SottoError(.storage, "the host could not be stored")
    }
    return saved
  }

  /// Forgets a host, so that the next words to it are the first ones again.
  ///
  /// - Returns: whether there was one.
  public func forget(_ host: String) async throws -> Bool {
    _ = known.withLock { $0.remove(host.lowercased()) }
    return try await store.forgetHost(host.lowercased())
  }

  /// Forgets what is in memory, because everything is erased.
  func discard() { known.withLock { $0 = [] } }

  /// Checks where the words of a turn would go, before anything is stored.
  ///
  /// - Throws: ``SottoError`` of code `consentNeeded`.
  func requireConsent(to baseURL: String, provider: String) async throws {
    guard let place = NetworkPlace(url: baseURL), try await needsConsent(to: place) else { return }
    throw SottoError(
      .consentNeeded, "this would send text to \(place.host) of '\(provider)' for the first time",
      hint: Self.consentHint(provider: provider, host: place.host),
      facts: ["host": place.host, "provider": provider])
  }

  /// How to agree.
  static func consentHint(provider: String, host: String) -> String {
    "agree with 'sotto provider allow \(provider)', or POST {\"host\": \"\(host)\"} to /api/v1/egress/hosts"
  }

  func needsConsent(to place: NetworkPlace) async throws -> Bool {
    if try await isKnown(place) { return false }
    return try await store.confirmsNewHosts()
  }

  /// Notes that words go to a host.
  ///
  /// - Returns: whether they are the first ones, and nobody agreed to them before.
  /// - Throws: ``TransportError`` of code `consentNeeded` where the person wants to be asked.
  func meet(_ place: NetworkPlace, provider: String?, at time: Timestamp) async throws -> Bool {
    if place.isLoopback || known.withLock({ $0.contains(place.host) }) { return false }
    let met = try await store.metHost(place.host)
    if met == nil, try await store.confirmsNewHosts() {
      throw TransportError(.consentNeeded, "\(place.host) is new")
    }
    if met?.firstSentAt == nil {
      try await store.saveHost(MetHost(host: place.host, provider: provider, firstSentAt: time))
    }
    _ = known.withLock { $0.insert(place.host) }
    return met == nil
  }

  private func isKnown(_ place: NetworkPlace) async throws -> Bool {
    if place.isLoopback || known.withLock({ $0.contains(place.host) }) { return true }
    return try await store.metHost(place.host) != nil
  }
}
