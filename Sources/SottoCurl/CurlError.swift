import CCurl
import SottoCore

// From libcurl's codes to ours.
extension TransportError {
  /// `detail` is libcurl's text about this case, if there is any; `answered` says whether the
  /// connection had been made.
  init(_ curl: CURLcode, detail: String?, answered: Bool, bytesReceived: Int) {
    let code = Code(curl, answered: answered)
    // Texts about the answer may quote a header, those about the connection and the lengths do not.
    let quotesNothing = !answered || CURLcode.aboutTheConnection.contains(curl)
    let text = quotesNothing ? detail : nil
    self.init(code, text ?? curl.text, bytesReceived: bytesReceived)
  }
}

extension TransportError.Code {
  fileprivate init(_ curl: CURLcode, answered: Bool) {
    self =
      switch curl {
      case CURLE_URL_MALFORMAT: .invalidURL
      case CURLE_UNSUPPORTED_PROTOCOL: answered ? .connectionLost : .invalidURL
      case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .unknownHost
      case CURLE_COULDNT_CONNECT: .connectionRefused
      case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
        CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_USE_SSL_FAILED,
        CURLE_SSL_INVALIDCERTSTATUS:
        .insecure
      // Ours is the only other clock, so this is libcurl's share of the time to connect.
      case CURLE_OPERATION_TIMEDOUT: .connectTimeout
      default: .connectionLost
      }
  }
}

extension CURLcode {
  fileprivate static let aboutTheConnection: [CURLcode] = [
    CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_HTTP2,
    CURLE_HTTP2_STREAM,
  ]

  /// What libcurl calls it in general.
  fileprivate var text: String { unsafe String(cString: curl_easy_strerror(self)) }
}
