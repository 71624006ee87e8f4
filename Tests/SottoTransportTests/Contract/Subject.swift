import SottoCore
import SottoCurl

/// The transports that must keep the contract. Another one is another case.
enum Subject: CaseIterable {
  case curl

  func make() throws -> any HTTPTransport {
    switch self {
    case .curl: try CurlTransport()
    }
  }
}

extension HTTPRequest {
  static func get(_ url: String, _ deadlines: Deadlines = Deadlines()) -> HTTPRequest {
    HTTPRequest(method: "GET", url: url, deadlines: deadlines)
  }

  static func post(
    _ url: String, _ body: String, headers: HTTPHeaders = HTTPHeaders()
  ) -> HTTPRequest {
    HTTPRequest(method: "POST", url: url, headers: headers, body: Array(body.utf8))
  }
}

extension HTTPBody {
  /// The whole body as text.
  func text() async throws -> String {
    String(decoding: try await collect(upTo: 100_000_000), as: UTF8.self)
  }
}

/// What `body` fails with, if it is a ``TransportError``.
func transportError(_ body: () async throws -> Void) async throws -> TransportError? {
  do {
    try await body()
    return nil
  } catch let error as TransportError {
    return error
  }
}
