import CCurl
package import SottoCore
import SottoTransport

/// The HTTP client on libcurl: one thread serves all connections, a request costs a handle, and a
/// piece of an answer goes from the socket to the waiting task in one hop.
///
/// ```swift
/// let transport = try CurlTransport()
/// let response = try await transport.send(HTTPRequest(method: "GET", url: "https://example.org/"))
/// for try await piece in response.body { … }
/// ```
///
/// Bodies keep the transport alive; when it and they are gone, its connections are closed and its
/// thread has ended.
package final class CurlTransport: HTTPTransport {
  /// What can be set. The defaults fit a server as well as a command.
  package struct Options: Sendable {
    /// Bytes of one answer that may wait unread before the sender is held back; one piece more may
    /// be added.
    package var bufferedBytes = 256 * 1024

    /// Connections kept open for the next request.
    package var keptConnections = 64

    /// The file of certificate authorities to trust instead of the system's, for a gateway of one's
    /// own.
    package var certificateFile: String?

    package init() {}
  }

  private let loop: CurlLoop

  /// Starts the thread.
  ///
  /// - Throws: ``TransportError`` when the system has no thread or descriptor left.
  package init(options: Options = Options()) throws(TransportError) {
    // Once in a process, before any thread of ours uses libcurl.
    guard globalInit == CURLE_OK else {
      throw TransportError(.connectionLost, "libcurl could not be started")
    }
    loop = try CurlLoop(options: options)
  }

  deinit { loop.stop() }

  /// Sends a request and returns when the answer's head is there.
  ///
  /// A body's errors count in `bytesReceived` the bytes of the body that had come, after decoding.
  ///
  /// - Throws: ``TransportError``; `CancellationError`, also when the transport is shut down
  ///   meanwhile.
  package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let fit = try CurlRequest(request)
    try Task.checkCancellation()
    let reader = try BodyReader(exchange: loop.start(fit), owner: self)
    let head = try await reader.exchange.head()
    return HTTPResponse(head: head, body: HTTPBody { try await reader.exchange.next() })
  }

  /// Cancels every request, closes every connection and waits for the thread to end. Who waits gets
  /// `CancellationError`; later requests fail.
  package func shutdown() { loop.stop() }
}

/// Ends the transfer when nobody can read it any more.
private final class BodyReader: Sendable {
  let exchange: Exchange
  private let owner: CurlTransport

  init(exchange: Exchange, owner: CurlTransport) {
    self.exchange = exchange
    self.owner = owner
  }

  deinit { exchange.cancel() }
}

private let globalInit: CURLcode = curl_global_init(Int(CURL_GLOBAL_DEFAULT))
