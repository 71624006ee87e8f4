import SottoCore
import Testing

@Suite struct HTTPHeadersTests {
  @Test func `finds the first value without regard to case`() {
    var headers: HTTPHeaders = ["Retry-After": "1"]
    headers.append("retry-after", "2")
    #expect(headers["RETRY-AFTER"] == "1")
    #expect(headers["Retry"] == nil)
    #expect(headers.fields.map(\.value) == ["1", "2"])
  }

  @Test func `collects a body up to a limit`() async throws {
    func body() -> HTTPBody {
      let pieces = Pieces([[1, 2], [3]])
      return HTTPBody { await pieces.next() }
    }
    #expect(try await body().collect(upTo: 3) == [1, 2, 3])
    let error = await #expect(throws: TransportError.self) { try await body().collect(upTo: 2) }
    #expect(error?.code == .tooLarge)
  }
}

private actor Pieces {
  private var rest: [[UInt8]]

  init(_ pieces: [[UInt8]]) { rest = pieces }

  func next() -> [UInt8]? { rest.isEmpty ? nil : rest.removeFirst() }
}
