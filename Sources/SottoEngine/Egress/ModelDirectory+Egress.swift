public import SottoCore

extension ModelDirectory: EgressPolicy {
  /// The way out for everything that is sent on behalf of a model of this directory.
  public nonisolated var outbound: LedgerTransport {
    LedgerTransport(
      transport, log: log, policy: self, hosts: hosts, proxies: ProxyVariables(environment))
  }

  /// This machine, the hosts of the providers that are chosen, and where `OLLAMA_HOST` points. The
  /// person may try out settings that are not stored yet: they name the host themselves.
  public func allows(_ place: NetworkPlace, for errand: Errand) async throws -> Bool {
    if place.isLoopback || errand.purpose == .providerTest { return true }
    if local?.askedHosts.contains(place.host) == true { return true }
    let chosen: Bool? = try await firstChosen { listed in
      NetworkPlace(url: listed.provider.baseURL)?.host == place.host ? true : nil
    }
    return chosen ?? false
  }

  /// The host of a provider's API.
  ///
  /// - Throws: ``SottoError`` for an unknown provider, and for one on this machine that is not
  ///   running yet.
  public func host(ofProvider name: String) async throws -> String {
    let listed = try await provider(named: name)
    guard let place = NetworkPlace(url: listed.provider.baseURL) else {
      throw SottoError(.invalidInput, "'\(name)' runs on this machine: nothing has to be allowed")
    }
    return place.host
  }
}
