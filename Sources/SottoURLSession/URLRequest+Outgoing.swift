import Foundation
import SottoCore
import SottoTransport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLRequest {
  /// Longer than any deadline.
  static let endless: TimeInterval = 400 * 86_400

  /// - Throws: ``TransportError`` of code `invalidURL`, without the address: it may hold a
  ///   password.
  init(_ outgoing: OutgoingRequest, address: String) throws(TransportError) {
    // What has to be escaped is no address.
    guard let url = URL(string: address, encodingInvalidCharacters: false) else {
      throw TransportError(.invalidURL, "the address is malformed")
    }
    guard url.user == nil, url.password == nil else {
      throw TransportError(.invalidURL, "an address with a user name or password is not used")
    }
    guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https" else {
      throw TransportError(.invalidURL, "the address does not start with http:// or https://")
    }
    guard let host = url.host, !host.isEmpty else {
      throw TransportError(.invalidURL, "the address has no host")
    }
    self.init(url: url)
    httpMethod = outgoing.method
    // A limit of the request goes before the session's, so it is set here as well.
    timeoutInterval = Self.endless
    httpShouldHandleCookies = false
    for field in outgoing.headers.fields { addValue(field.value, forHTTPHeaderField: field.name) }
    if let body = outgoing.body { httpBody = Data(body) }
    #if canImport(FoundationNetworking)
      // It would call the body a form. A blank value is libcurl's wish to leave a field out.
      if outgoing.headers["Content-Type"] == nil {
        setValue(" ", forHTTPHeaderField: "Content-Type")
      }
    #endif
  }
}

extension HTTPResponseHead {
  /// The fields in the order of their names: the session does not tell theirs.
  init(_ response: HTTPURLResponse) {
    var headers = HTTPHeaders()
    let fields = response.allHeaderFields.map { (name: "\($0)", value: "\($1)") }
    for field in fields.sorted(by: { $0.name < $1.name }) {
      headers.append(field.name, field.value)
    }
    self.init(status: response.statusCode, headers: headers)
  }
}
