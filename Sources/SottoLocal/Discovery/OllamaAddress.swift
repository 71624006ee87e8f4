/// Where Ollama listens, read the way Ollama reads `OLLAMA_HOST`: `[http://]host[:port]`.
package struct OllamaAddress: Hashable, Sendable {
  package var host: String
  package var port: UInt16

  /// - Returns: nil for `https` and for what isn't an address; an empty text is the default.
  package init?(_ text: String) {
    var rest = text.trimmed
    var defaultPort: UInt16 = 11434
    if let scheme = rest.firstRange(of: "://") {
      guard rest[..<scheme.lowerBound].lowercased() == "http" else { return nil }
      rest = rest[scheme.upperBound...]
      defaultPort = 80
    }
    rest = rest.prefix { $0 != "/" }
    var host = rest
    var port = defaultPort
    if rest.hasPrefix("["), let close = rest.firstIndex(of: "]") {
      host = rest[rest.index(after: rest.startIndex)..<close]
      rest = rest[rest.index(after: close)...]
    } else {
      host = rest.prefix { $0 != ":" }
      rest = rest[host.endIndex...]
    }
    if rest.hasPrefix(":") {
      guard let number = UInt16(rest.dropFirst()), number > 0 else { return nil }
      port = number
    } else if !rest.isEmpty {
      return nil
    }
    // A server that listens everywhere is reached on the loopback address.
    self.host = ["", "0.0.0.0", "::"].contains(host) ? "127.0.0.1" : String(host)
    self.port = port
  }

  /// The root of Ollama's own API.
  package var baseURL: String {
    host.contains(":") ? "http://[\(host)]:\(port)" : "http://\(host):\(port)"
  }
}

extension String {
  fileprivate var trimmed: Substring {
    let start = drop { $0.isWhitespace }
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return start[...last]
  }
}
