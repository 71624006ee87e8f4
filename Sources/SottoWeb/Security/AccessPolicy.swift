import SottoCore
import SottoHTTP

/// Which requests the server answers: only those that name it as it is meant to be reached, and
/// only from its own pages.
///
/// A web page anywhere can make the browser send requests to this machine, under a name of its own
/// (DNS rebinding) or as a plain form. The `Host` check stops the first, the `Origin` and content
/// type checks the second.
package struct AccessPolicy: Sendable {
  /// Host names that are accepted, lower-case, without port.
  let hosts: Set<String>
  /// Whether any address in numbers is accepted, for a server that listens beyond loopback.
  let acceptsAddresses: Bool

  /// - Parameter listeningHost: the host the server was told to listen on.
  package init(listeningHost: String) {
    let host = Self.withoutBrackets(listeningHost.lowercased())
    let loopback: Set<String> = ["localhost", "127.0.0.1", "::1"]
    hosts = loopback.union([host])
    acceptsAddresses = !loopback.contains(host)
  }

  func check(_ head: RequestHead) -> ServerResponse? {
    guard isNamed(in: head), let host = head.headers["host"] else {
      return APIFailure.response(
        status: 403, code: "wrong_host", message: "this server is not reached under that name",
        hint: "use the address it printed at its start")
    }
    if let origin = head.headers["origin"], !isOwn(origin: origin, host: host) {
      return foreignOrigin
    }
    let changes = head.method != .get && head.method != .head
    if changes, let site = head.headers["sec-fetch-site"], site != "same-origin", site != "none" {
      return foreignOrigin
    }
    return nil
  }

  /// Whether the request names the server as it is meant to be reached.
  func isNamed(in head: RequestHead) -> Bool {
    head.headers.count(of: "host") == 1 && head.headers["host"].map(accepts(host:)) == true
  }

  private var foreignOrigin: ServerResponse {
    APIFailure.response(
      status: 403, code: "foreign_origin", message: "requests from other web pages are refused")
  }

  func accepts(host: String) -> Bool {
    let name = Self.name(of: host.lowercased())
    if hosts.contains(name) { return true }
    return acceptsAddresses && Self.isAddress(name)
  }

  func isOwn(origin: String, host: String) -> Bool {
    let origin = origin.lowercased()
    let host = host.lowercased()
    return origin == "http://\(host)" || origin == "https://\(host)"
  }

  /// The name in `name:port`, `[::1]:port` or either without a port.
  private static func name(of host: String) -> String {
    if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
      return String(host[host.index(after: host.startIndex)..<end])
    }
    return String(host.prefix { $0 != ":" })
  }

  private static func withoutBrackets(_ host: String) -> String {
    host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
  }

  /// Names that rebinding could use always have a letter beyond the hexadecimal ones or no colon.
  private static func isAddress(_ name: String) -> Bool {
    if name.contains(":") { return name.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." } }
    let numbers = name.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers.allSatisfy { UInt8($0) != nil }
  }
}
