import SottoCore
import SottoEngine
import SottoTestSupport
import Testing

/// What must not leave reaches no transport, and is noted all the same.
@Suite struct RefusalTests {
  private struct Counting: HTTPTransport {
    let sent = Recorder<String>()

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      sent.record(request.url)
      return HTTPResponse(
        head: HTTPResponseHead(status: 204, headers: [:]), body: HTTPBody { nil })
    }
  }

  private struct OnlyHost: EgressPolicy {
    let host: String
    func allows(_ place: NetworkPlace, for errand: Errand) async throws -> Bool {
      place.host == host
    }
  }

  private struct Kept: EgressLog {
    let entries = Recorder<EgressEntry>()
    func record(_ entry: EgressEntry) { entries.record(entry) }
  }

  private let transport = Counting()
  private let log = Kept()

  private func wayOut(hosts: any EgressStore = NoHosts()) -> LedgerTransport {
    LedgerTransport(
      transport, log: log, policy: OnlyHost(host: "a.example"), hosts: HostBook(store: hosts))
  }

  private static let urls: [(url: String, code: TransportError.Code)] = [
    ("https://b.example/v1", .hostNotAllowed), ("https://a.example.b.example/", .hostNotAllowed),
    ("https://a.example@b.example/", .invalidURL), ("https://b.example\\@a.example/", .invalidURL),
    ("file:///etc/passwd", .invalidURL),
  ]

  @Test(arguments: urls)
  func `what nobody configured is refused`(url: String, code: TransportError.Code) async throws {
    let wayOut = wayOut()
    let error = try await #require(throws: TransportError.self) {
      _ = try await wayOut.send(
        HTTPRequest(method: "POST", url: url, body: [1, 2, 3]), for: Errand(.chat, provider: "a"))
    }
    #expect(error.code == code && error.wasNeverSent)
    #expect(transport.sent.elements.isEmpty)
    if code == .hostNotAllowed {
      #expect(log.entries.elements.map(\.outcome) == [.refused])
      #expect(log.entries.elements.first?.sentBytes == 0)
    }
  }

  @Test func `a title goes to no new host while the person wants to be asked`() async throws {
    let wayOut = wayOut(hosts: NoHosts(isStrict: true))
    let request = HTTPRequest(method: "POST", url: "https://a.example/v1")
    let error = try await #require(throws: TransportError.self) {
      _ = try await wayOut.send(request, for: Errand(.title, provider: "a"))
    }
    #expect(error.code == .consentNeeded)
    #expect(transport.sent.elements.isEmpty)
    // The list of models carries no words.
    _ = try await wayOut.send(request, for: Errand(.modelList, provider: "a"))
    #expect(transport.sent.elements == ["https://a.example/v1"])
  }

  @Test func `an answer without a body is complete when it is read`() async throws {
    let answer = try await wayOut().send(
      HTTPRequest(method: "GET", url: "https://a.example/"), for: Errand(.modelList, provider: "a"))
    _ = try await answer.body.collect(upTo: 10)
    #expect(log.entries.elements.map(\.outcome) == [.open, .complete])
    #expect(Set(log.entries.elements.map(\.id)).count == 1)
  }
}
