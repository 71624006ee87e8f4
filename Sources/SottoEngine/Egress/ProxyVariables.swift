public import SottoCore

/// The proxies of the environment, read as libcurl reads them, to name them in the ledger.
///
/// Format: `http_proxy` (lower case only), `https_proxy`, `all_proxy` and `no_proxy` in either case;
/// see "Environment variables" in curl's manual.
public struct ProxyVariables: Sendable {
  private let environment: [String: String]

  /// The variables of a process.
  public init(_ environment: [String: String]) { self.environment = environment }

  /// The proxy in front of a place as `host:port`, without user and password; `nil` for none, and
  /// always for this machine.
  public func proxy(to place: NetworkPlace) -> String? {
    if place.isLoopback || isExcepted(place.host) { return nil }
    let own = place.isSecure ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
    guard let text = (own + ["all_proxy", "ALL_PROXY"]).lazy.compactMap(value).first else {
      return nil
    }
    let address = text.split(separator: "://", maxSplits: 1).last ?? ""
    let authority = address.prefix { $0 != "/" }
    return authority.split(separator: "@").last.map(String.init)
  }

  /// `no_proxy`: names that also stand for what is below them; `*` stands for all.
  private func isExcepted(_ host: String) -> Bool {
    guard let list = value("no_proxy") ?? value("NO_PROXY") else { return false }
    return list.lowercased().split(whereSeparator: { ", ".contains($0) }).contains { name in
      let name = name.drop { $0 == "." }
      return name == "*" || host == name || host.hasSuffix(".\(name)")
    }
  }

  private func value(_ name: String) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}
