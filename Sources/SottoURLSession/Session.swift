import Foundation
import SottoTransport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A `URLSession` that keeps nothing and limits nothing, with its delegate.
final class Session: Sendable {
  private let session: URLSession
  private let delegate = SessionDelegate()

  init() {
    // Cookies, credentials and a cache would be kept in memory even so.
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpCookieStorage = nil
    configuration.urlCredentialStorage = nil
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    // The default is 6: the seventh stream to a host would wait for the end of another.
    configuration.httpMaximumConnectionsPerHost = 1000
    // These would end a request that its own deadlines allow.
    configuration.timeoutIntervalForRequest = URLRequest.endless
    configuration.timeoutIntervalForResource = URLRequest.endless
    #if canImport(FoundationNetworking)
      let queue: OperationQueue? = InlineQueue()
    #else
      let queue: OperationQueue? = nil
    #endif
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue)
  }

  // The connections go once the last task has ended.
  deinit { session.finishTasksAndInvalidate() }

  /// Sends `request` and answers where its answer will come.
  func start(
    _ request: URLRequest, _ outgoing: OutgoingRequest, bufferedBytes: Int
  ) -> Exchange {
    delegate.start(session.dataTask(with: request), outgoing, bufferedBytes: bufferedBytes)
  }
}

#if canImport(FoundationNetworking)
  /// Runs what it is given before it returns. swift-corelibs-foundation reads on however much waits
  /// in the delegate's queue; in this one nothing waits.
  private final class InlineQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
  }
#endif
