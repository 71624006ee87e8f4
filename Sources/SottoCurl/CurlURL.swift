import CCurl
import SottoCore

/// The parts of an address that decide whether and how it is asked, as libcurl itself reads them.
struct CurlURL {
  let scheme: String
  let host: String

  /// - Throws: ``TransportError`` of code `invalidURL`, without the address: it may hold a
  ///   password.
  init(_ text: String) throws(TransportError) {
    guard let url = unsafe curl_url() else { throw Self.invalid("out of memory") }
    defer { unsafe curl_url_cleanup(url) }
    let result = unsafe curl_url_set(url, CURLUPART_URL, text, 0)
    guard result == CURLUE_OK else {
      throw Self.invalid(unsafe String(cString: curl_url_strerror(result)))
    }
    let part = { (part: CURLUPart) -> String? in
      var value: UnsafeMutablePointer<CChar>?
      guard unsafe curl_url_get(url, part, &value, 0) == CURLUE_OK, let value = unsafe value else {
        return nil
      }
      defer { unsafe curl_free(value) }
      return unsafe String(cString: value)
    }
    guard part(CURLUPART_USER) == nil, part(CURLUPART_PASSWORD) == nil else {
      throw Self.invalid("an address with a user name or password is not used")
    }
    guard let scheme = part(CURLUPART_SCHEME), scheme == "http" || scheme == "https" else {
      throw Self.invalid("the address does not start with http:// or https://")
    }
    self.scheme = scheme
    host = part(CURLUPART_HOST) ?? ""
  }

  /// Whether the host is this machine: that is no way through a proxy.
  var isLoopback: Bool {
    let name = host.lowercased()
    return name == "localhost" || name.hasSuffix(".localhost") || name == "[::1]"
      || name.hasPrefix("127.") && name.split(separator: ".").count == 4
        && name.split(separator: ".").allSatisfy { UInt8($0) != nil }
  }

  private static func invalid(_ reason: String) -> TransportError {
    TransportError(.invalidURL, reason)
  }
}
