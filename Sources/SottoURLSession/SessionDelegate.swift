import Foundation
import SottoTransport
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Hands a session's events to the transfers they belong to. It holds a transfer until its task has
/// ended.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
  private let transfers = Mutex<[Int: SessionTransfer]>([:])

  /// Starts `task` and answers where its answer will come.
  func start(
    _ task: URLSessionDataTask, _ outgoing: OutgoingRequest, bufferedBytes: Int
  ) -> Exchange {
    let id = task.taskIdentifier
    let exchange = Exchange(
      capacity: bufferedBytes, resume: { [self] in running(id)?.resume() },
      abandon: { [self] in running(id)?.stop() })
    let transfer = SessionTransfer(task, outgoing, exchange: exchange)
    transfers.withLock { $0[id] = transfer }
    transfer.start()
    return exchange
  }

  private func running(_ id: Int) -> SessionTransfer? { transfers.withLock { $0[id] } }

  // MARK: What the session reports

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
    totalBytesSent: Int64, totalBytesExpectedToSend: Int64
  ) {
    running(task.taskIdentifier)?.sentBody()
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    running(dataTask.taskIdentifier)?.receive(response)
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    running(dataTask.taskIdentifier)?.receive([UInt8](data))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    // The key would go with it.
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    #if canImport(FoundationNetworking)
      // Here the answer has come to its end, and only cancelling ends the task. That waits for the
      // queue that this runs on.
      running(task.taskIdentifier)?.complete(task.response, nil)
      DispatchQueue.global().async { completionHandler(.cancelAuthenticationChallenge, nil) }
    #else
      // The system's trust in a certificate, and no credentials for anything else.
      completionHandler(.performDefaultHandling, nil)
    #endif
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let transfer = transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    transfer?.complete(task.response, error)
  }
}
