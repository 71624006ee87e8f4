/// Where a request goes: scheme, host and port of its address.
public struct NetworkPlace: Hashable, Sendable {
  /// Whether the connection is encrypted (`https`).
  public var isSecure: Bool
  /// In lower case, an IPv6 address in brackets; as it is written, without a look-up.
  public var host: String
  /// The one that is written, else 443 or 80.
  public var port: Int

  /// Reads an absolute address. What another reader might take for a different host is none: a
  /// user, a backslash, a percent sign or white space in front of the path.
  ///
  /// - Returns: `nil` for what is not `http://` or `https://` with a plain host.
  public init?(url: String) {
    let lowered = url.lowercased()
    guard let scheme = ["https://", "http://"].first(where: lowered.hasPrefix) else { return nil }
    isSecure = scheme == "https://"
    let authority = lowered.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
    guard !authority.contains(where: { "@\\%".contains($0) || $0.isWhitespace }) else { return nil }
    var rest = authority
    if authority.hasPrefix("[") {
      guard let close = authority.firstIndex(of: "]") else { return nil }
      host = String(authority[...close])
      rest = authority[authority.index(after: close)...]
    } else {
      host = String(authority.prefix { $0 != ":" })
      rest = authority.dropFirst(host.count)
    }
    guard !host.isEmpty else { return nil }
    switch rest.first {
    case nil: port = isSecure ? 443 : 80
    case ":" where rest.count == 1: port = isSecure ? 443 : 80
    case ":":
      guard let number = UInt16(rest.dropFirst()) else { return nil }
      port = Int(number)
    default: return nil
    }
  }

  /// A place with its parts as they are.
  public init(isSecure: Bool, host: String, port: Int) {
    self.isSecure = isSecure
    self.host = host
    self.port = port
  }

  /// Whether it is this machine: what goes there leaves it for nowhere.
  public var isLoopback: Bool {
    if host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" { return true }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
  }
}
