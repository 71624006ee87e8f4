import SottoCore
import SottoTransport

/// A request that was found fit to send, in the form that libcurl takes it.
struct CurlRequest: Sendable {
  let method: String
  let url: String
  let isSecure: Bool
  /// No proxy, whatever the environment says.
  let goesDirect: Bool
  let headerLines: [String]
  /// `nil` sends no body, not even an empty one.
  let body: [UInt8]?
  let deadlines: Deadlines

  /// - Throws: ``TransportError`` of code `invalidURL` for what cannot be sent as it is.
  init(_ request: HTTPRequest) throws(TransportError) {
    let parts = try CurlURL(request.url)
    let outgoing = try OutgoingRequest(request)
    var lines = outgoing.headers.fields.map { field in
      // libcurl takes a name with a colon and nothing after it as the wish to leave it out.
      field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
    }
    // libcurl would add these on its own.
    lines.append("Expect:")
    if outgoing.headers["Content-Type"] == nil { lines.append("Content-Type:") }
    method = outgoing.method
    url = request.url
    isSecure = parts.scheme == "https"
    goesDirect = parts.isLoopback
    headerLines = lines
    body = outgoing.body
    deadlines = outgoing.deadlines
  }
}
