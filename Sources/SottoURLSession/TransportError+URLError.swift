import Foundation
import SottoCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// From the session's codes to ours.
extension TransportError {
  /// `answered` says whether a head had come, `secure` whether TLS was spoken.
  init(_ error: any Error, answered: Bool, secure: Bool, bytesReceived: Int) {
    let urlError = error as? URLError
    let code = urlError.map { Code($0, answered: answered, secure: secure) } ?? .connectionLost
    self.init(code, code.text, bytesReceived: bytesReceived)
  }
}

extension TransportError.Code {
  fileprivate init(_ error: URLError, answered: Bool, secure: Bool) {
    self =
      switch error.code {
      // After an answer, whatever it is called, the connection had been there.
      case _ where answered: .connectionLost
      case .badURL: .invalidURL
      case .cannotFindHost, .dnsLookupFailed: .unknownHost
      case .cannotConnectToHost, .notConnectedToInternet, .internationalRoamingOff,
        .callIsActive, .dataNotAllowed:
        .connectionRefused
      case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
        .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
        .clientCertificateRejected, .clientCertificateRequired,
        .appTransportSecurityRequiresSecureConnection:
        .insecure
      // Not the session's limits, which are out of the way: the system gave up connecting.
      case .timedOut: .connectTimeout
      case .dataLengthExceedsMaximum: .tooLarge
      // The library on Linux has no code for the failures of TLS, only libcurl's words.
      case .unknown where secure && error.speaksOfTLS: .insecure
      default: .connectionLost
      }
  }

  /// Our words: the session's may quote the address.
  fileprivate var text: String {
    switch self {
    case .invalidURL: "the address cannot be used"
    case .unknownHost: "the host has no address"
    case .connectionRefused: "no connection could be made"
    case .insecure: "no secure connection could be made"
    case .connectTimeout: "no connection within the system's time"
    case .tooLarge: "the answer is too large"
    default: "the connection broke"
    }
  }
}

extension URLError {
  fileprivate var speaksOfTLS: Bool {
    let words = localizedDescription
    return ["SSL", "TLS", "certificate"].contains { words.contains($0) }
  }
}
