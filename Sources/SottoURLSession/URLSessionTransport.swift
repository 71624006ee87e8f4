import Foundation
package import SottoCore
import SottoTransport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The HTTP client on Foundation's `URLSession`, for Apple's platforms: the system's TLS, proxies
/// and connection management, and nothing to link.
///
/// ```swift
/// let transport = URLSessionTransport()
/// let response = try await transport.send(HTTPRequest(method: "GET", url: "https://example.org/"))
/// for try await piece in response.body { … }
/// ```
///
/// It keeps no cookies, no cache and no credentials, and follows no redirect. The session's own
/// time limits are set out of the way; the four deadlines are kept here. `URLSession` hides three
/// things, so that this transport differs from the contract of the port:
///
/// - Header fields come without their order, and fields of one name as one, joined by commas.
/// - A connection shows itself only when a body is sent over it. A request without one has the time
///   to connect and the time to the first byte together, and then fails with `firstByteTimeout`.
/// - The first byte that it sees is the end of the head: a head may take the time to the first
///   byte, and is as long as the system allows.
///
/// On Linux only the tests use it, on swift-corelibs-foundation, whose faults reach through
/// (`Docs/decisions/0010-two-transports.md`):
///
/// - A connection that closes within the head, or a trailer after a chunked body, ends the process.
/// - Sockets that are closed while others open can end the process too, or stay open.
/// - A sender cannot be held back. 16 MiB may wait unread, then the answer fails with `tooLarge`.
/// - Bare line feeds, a status line without a reason and lines without a colon are no head.
/// - The body of a redirect without an address is dropped.
/// - The environment's proxy is used for this machine too, unless `no_proxy` names it.
package final class URLSessionTransport: HTTPTransport {
  /// What can be set.
  package struct Options: Sendable {
    /// Bytes of one answer that may wait unread before the sender is held back. What the session
    /// had read by then may wait too, up to 16 MiB.
    package var bufferedBytes = 256 * 1024

    /// The defaults.
    package init() {}
  }

  private let options: Options
  private let session = Session()

  /// Opens no connection yet.
  package init(options: Options = Options()) { self.options = options }

  /// Sends a request and returns when the answer's head is there.
  ///
  /// - Throws: ``TransportError``, `CancellationError`.
  package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let outgoing = try OutgoingRequest(request)
    let urlRequest = try URLRequest(outgoing, address: request.url)
    try Task.checkCancellation()
    let exchange = session.start(urlRequest, outgoing, bufferedBytes: options.bufferedBytes)
    let reader = BodyReader(exchange: exchange, owner: self)
    let head = try await exchange.head()
    return HTTPResponse(head: head, body: HTTPBody { try await reader.exchange.next() })
  }
}

/// Ends the transfer when nobody can read it any more.
private final class BodyReader: Sendable {
  let exchange: Exchange
  private let owner: URLSessionTransport

  init(exchange: Exchange, owner: URLSessionTransport) {
    self.exchange = exchange
    self.owner = owner
  }

  deinit { exchange.cancel() }
}
