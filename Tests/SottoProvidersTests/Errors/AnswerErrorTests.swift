import SottoCore
import SottoProviders
import Testing

private struct Case: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var status: Int
  var body: String
  var code: ProviderError.Code
  var isRetryable = false
  var details: String?
}

private let cases: [Case] = [
  Case(
    testDescription: "OpenAI", status: 401,
    body:
      #"{"error":{"message":"Incorrect API key provided: sk-1","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}"#,
    code: .badKey, details: "Incorrect API key provided: sk-1"),
  Case(
    testDescription: "numeric code", status: 401,
    body: #"{"error":{"message":"Missing Authentication header","code":401}}"#, code: .missingKey,
    details: "Missing Authentication header"),
  Case(
    testDescription: "Azure gateway", status: 429,
    body: #"{"error":{"code":"RateLimitReached","message":"m","details":"m"}}"#, code: .rateLimited,
    isRetryable: true, details: "m"),
  Case(
    testDescription: "Azure deployment", status: 404,
    body: #"{"error":{"code":"DeploymentNotFound","message":"m"}}"#, code: .modelNotFound,
    details: "m"),
  Case(
    testDescription: "Azure content filter", status: 400,
    body:
      #"{"error":{"code":"content_filter","message":"m","innererror":{"code":"ResponsibleAIPolicyViolation"}}}"#,
    code: .contentFiltered, details: "m"),
  Case(
    testDescription: "Gemini array", status: 400,
    body:
      #"[{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}]"#,
    code: .badKey, details: "API key not valid. Please pass a valid API key."),
  Case(
    testDescription: "Anthropic", status: 529,
    body:
      #"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"r"}"#,
    code: .overloaded, isRetryable: true, details: "Overloaded"),
  Case(
    testDescription: "text (Ollama)", status: 404, body: #"{"error":"model 'x' not found"}"#,
    code: .modelNotFound, details: "model 'x' not found"),
  Case(
    testDescription: "xAI", status: 400,
    body: #"{"code":"invalid-argument","error":"Incorrect API key provided."}"#, code: .badKey,
    details: "Incorrect API key provided."),
  Case(
    testDescription: "detail text", status: 401, body: #"{"detail":"Invalid API Key"}"#,
    code: .badKey, details: "Invalid API Key"),
  Case(
    testDescription: "detail list", status: 422,
    body:
      #"{"detail":[{"type":"missing","loc":["body","messages",0],"msg":"Field required","input":{}}]}"#,
    code: .invalidRequest, details: "body.messages.0: Field required"),
  Case(
    testDescription: "flat", status: 429,
    body:
      #"{"object":"error","message":"Requests rate limit exceeded","type":"rate_limited","param":null,"code":"1300"}"#,
    code: .rateLimited, isRetryable: true, details: "Requests rate limit exceeded"),
  Case(
    testDescription: "message object", status: 422,
    body:
      #"{"object":"error","message":{"detail":[{"loc":["a"],"msg":"bad"}]},"type":"invalid_request_error"}"#,
    code: .invalidRequest, details: "a: bad"),
  Case(
    testDescription: "message in error object", status: 400,
    body: #"{"error":{"message":{"detail":[{"msg":"bad"}]}}}"#, code: .invalidRequest,
    details: "bad"),
  Case(
    testDescription: "null error", status: 500, body: #"{"error":null,"message":"boom"}"#,
    code: .serverError, isRetryable: true, details: "boom"),
  Case(
    testDescription: "message only", status: 403, body: #"{"message":"Forbidden"}"#,
    code: .forbidden, details: "Forbidden"),
  Case(
    testDescription: "OpenRouter moderation", status: 403,
    body:
      #"{"error":{"code":403,"message":"Your chosen model requires moderation and your input was flagged","metadata":{"reasons":["violence"]}}}"#,
    code: .contentFiltered,
    details: "Your chosen model requires moderation and your input was flagged"),
  Case(
    testDescription: "OpenRouter upstream", status: 502,
    body:
      #"{"error":{"code":502,"message":"Provider returned error","metadata":{"raw":"upstream says no"}}}"#,
    code: .serverError, isRetryable: true, details: "Provider returned error\nupstream says no"),
  Case(
    testDescription: "plain text", status: 503, body: "no healthy upstream", code: .overloaded,
    isRetryable: true, details: "no healthy upstream"),
  Case(testDescription: "empty", status: 500, body: "", code: .serverError, isRetryable: true),
  Case(
    testDescription: "HTML", status: 502, body: "<html><h1>Bad Gateway</h1></html>",
    code: .serverError, isRetryable: true, details: "<html><h1>Bad Gateway</h1></html>"),
  Case(
    testDescription: "error in events", status: 400,
    body:
      "event: error\ndata: {\"error\":{\"message\":\"m\",\"code\":\"context_length_exceeded\"}}\n\n",
    code: .contextTooLong, details: "m"),
  Case(
    testDescription: "OpenAI context", status: 400,
    body:
      #"{"error":{"message":"m","type":"invalid_request_error","code":"context_length_exceeded"}}"#,
    code: .contextTooLong, details: "m"),
  Case(
    testDescription: "llama.cpp context", status: 400,
    body:
      #"{"error":{"code":400,"message":"m","type":"exceed_context_size_error","n_prompt_tokens":9,"n_ctx":8}}"#,
    code: .contextTooLong, details: "m"),
  Case(
    testDescription: "context by text (T095, T097)", status: 400,
    body: #"{"error":{"message":"prompt is too long: 206134 tokens > 200000 maximum"}}"#,
    code: .contextTooLong, details: "prompt is too long: 206134 tokens > 200000 maximum"),
  Case(
    testDescription: "Groq request too large", status: 413,
    body:
      #"{"error":{"message":"Request too large for model `m` on tokens per minute","type":"tokens","code":"rate_limit_exceeded"}}"#,
    code: .contextTooLong, details: "Request too large for model `m` on tokens per minute"),
  Case(
    testDescription: "quota", status: 429,
    body: #"{"error":{"message":"m","type":"insufficient_quota","code":"insufficient_quota"}}"#,
    code: .quotaExhausted, details: "m"),
  Case(
    testDescription: "balance", status: 402,
    body: #"{"error":{"message":"Insufficient Balance","type":"unknown_error"}}"#,
    code: .quotaExhausted, details: "Insufficient Balance"),
  Case(
    testDescription: "loading model", status: 503,
    body: #"{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}"#,
    code: .overloaded, isRetryable: true, details: "Loading model"),
  Case(
    testDescription: "Groq capacity", status: 498, body: "{}", code: .overloaded, isRetryable: true,
    details: "{}"),
  Case(
    testDescription: "wrong path", status: 404, body: "404 page not found", code: .notFound,
    details: "404 page not found"),
  Case(
    testDescription: "not implemented", status: 501,
    body: #"{"error":{"message":"m","type":"not_supported_error"}}"#, code: .serverError,
    details: "m"),
  Case(testDescription: "redirect", status: 301, body: "", code: .notFound),
]

@Suite struct AnswerErrorTests {
  @Test(arguments: cases) private func `names the cause`(testCase: Case) throws {
    let decoded = decode(
      testCase.body, with: makeDecoder(status: testCase.status, contentType: "application/json"))
    #expect(decoded.events.count == 1)
    let error = try #require(decoded.error)
    #expect(error.code == testCase.code)
    #expect(error.isRetryable == testCase.isRetryable)
    #expect(error.status == testCase.status)
    #expect(error.details == testCase.details)
    #expect(error.provider == "test")
    #expect(!error.message.isEmpty)
    #expect(error.hint?.isEmpty == false)
  }

  @Test(arguments: cases) private func `is the same byte by byte`(testCase: Case) {
    let decoder = makeDecoder(status: testCase.status, contentType: nil)
    let pieces = testCase.body.utf8.map { [$0] }
    #expect(decode(pieces, with: decoder) == decode(testCase.body, with: decoder))
  }

  @Test(arguments: [
    (408, true), (409, true), (429, true), (498, true), (500, true), (502, true), (503, true),
    (504, true), (529, true), (400, false), (401, false), (402, false), (403, false), (404, false),
    (413, false), (422, false), (501, false),
  ])
  func `can be retried by its status`(status: Int, isRetryable: Bool) {
    #expect(decode("{}", with: makeDecoder(status: status)).error?.isRetryable == isRetryable)
  }

  @Test(arguments: [(400, "true", true), (500, "false", false), (429, "maybe", true)])
  func `heeds x-should-retry`(status: Int, value: String, isRetryable: Bool) {
    let decoder = makeDecoder(status: status, headers: [("X-Should-Retry", value)])
    #expect(decode("{}", with: decoder).error?.isRetryable == isRetryable)
  }

  @Test func `says how long to wait`() {
    let decoder = makeDecoder(status: 429, headers: [("Retry-After", "3600")])
    let error = decode("{}", with: decoder).error
    #expect(error?.retryAfter == .seconds(120))
    #expect(error?.hint == "try again in about 60 minutes")
  }

  @Test func `has no wait for an error that no wait mends`() {
    let decoder = makeDecoder(status: 400, headers: [("Retry-After", "5")])
    #expect(decode("{}", with: decoder).error?.retryAfter == nil)
  }

  @Test func `keeps at most 2,000 characters of the provider's words`() {
    let long = String(repeating: "é", count: 50_000)
    let details = [
      decode("{\"error\":\"\(long)\"}", with: makeDecoder(status: 400)).error?.details,
      decode(long, with: makeDecoder(status: 400)).error?.details,
    ]
    #expect(details.map { $0?.count } == [2000, 2000])
  }

  @Test func `does not show binary bodies`() {
    let decoded = decode([[0x1F, 0x8B, 0x08, 0x00, 0x01]], with: makeDecoder(status: 500))
    #expect(decoded.error?.details == nil)
  }
}
