import SottoCore
import SottoCurl
import SottoURLSession
import Testing

/// The transports that must keep the contract. Another one is another case.
enum Subject: CaseIterable {
  case curl, urlSession

  /// On Linux the two are never in one process: see ``URLSessionProcess``.
  static var allCases: [Subject] {
    #if os(Linux)
      URLSessionProcess.isThis ? [.urlSession] : [.curl]
    #else
      [.curl, .urlSession]
    #endif
  }

  func make() throws -> any HTTPTransport {
    switch self {
    case .curl: try CurlTransport()
    case .urlSession: URLSessionTransport()
    }
  }

  /// Where a part of the contract cannot be kept.
  enum Place {
    /// `URLSession` hides what it would take.
    case everywhere
    /// A fault of the library that stands for Apple's.
    case linux
  }

  /// Ends the test case with a printed reason if this is `URLSession`. ``URLSessionTransport`` names
  /// each of these.
  func excludesURLSession(_ reason: Comment, _ place: Place = .everywhere) throws {
    #if !os(Linux)
      if place == .linux { return }
    #endif
    guard self == .urlSession else { return }
    // A cancelled case is not printed; a known issue is.
    withKnownIssue(reason) { Issue.record("URLSession is excluded") }
    try Test.cancel(reason)
  }
}

extension HTTPRequest {
  static func get(_ url: String, _ deadlines: Deadlines = Deadlines()) -> HTTPRequest {
    HTTPRequest(method: "GET", url: url, deadlines: deadlines)
  }

  static func post(
    _ url: String, _ body: String, headers: HTTPHeaders = HTTPHeaders(),
    _ deadlines: Deadlines = Deadlines()
  ) -> HTTPRequest {
    HTTPRequest(
      method: "POST", url: url, headers: headers, body: Array(body.utf8), deadlines: deadlines)
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
