import SottoCore
import SottoProviders
import Testing

private let format = WireFormats.all(userAgent: "sotto/1.0", clock: testClock)[0]

private func models(_ body: String, status: Int = 200) throws -> [String] {
  try format.decodeModelList(
    "test", HTTPResponseHead(status: status, headers: [:]), Array(body.utf8)
  ).map(\.name)
}

@Suite struct ModelListTests {
  @Test(arguments: [
    (#"{"object":"list","data":[{"id":"b","object":"model"},{"id":"a"},{"id":"b"}]}"#, ["b", "a"]),
    (#"[{"id":"a","type":"chat"},{"id":"b"}]"#, ["a", "b"]),
    (#"{"models":[{"name":"a"},{"model":"b"},"c"]}"#, ["a", "b", "c"]),
    (#"{"data":[{"id":"models/gemini-3.8-flash"}]}"#, ["gemini-3.8-flash"]),
    (#"{"data":[{"id":""},{"id":7},null,{}]}"#, []),
    ("\n" + #"{"data":[]}"#, []),
  ])
  func `reads names`(body: String, names: [String]) throws {
    #expect(try models(body) == names)
  }

  @Test(arguments: [
    ("{}", 200, ProviderError.Code.malformedAnswer), ("<html>", 200, .malformedAnswer),
    ("", 200, .malformedAnswer), (#"{"error":"no api key given"}"#, 200, .missingKey),
    (#"{"error":{"code":"invalid_api_key"}}"#, 401, .badKey), ("Not Found", 404, .notFound),
    ("Cannot GET /v1/models", 404, .notFound),
  ])
  func `throws what is wrong`(body: String, status: Int, code: ProviderError.Code) {
    let error = #expect(throws: ProviderError.self) { try models(body, status: status) }
    #expect(error?.code == code)
  }

  @Test func `asks with the key`() throws {
    let request = format.encodeModelList("https://api.x.ai/v1", try Secret("k1"))
    #expect("\(request)" == "GET https://api.x.ai/v1/models")
    #expect(request.headers["Authorization"] == "Bearer k1")
    #expect(request.headers["User-Agent"] == "sotto/1.0")
    #expect(request.body == [])
  }
}
