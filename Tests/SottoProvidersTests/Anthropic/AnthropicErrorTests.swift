import SottoCore
import SottoProviders
import Testing

private struct Case: Sendable, CustomTestStringConvertible {
  var status: Int
  var type: String
  var message = "m"
  var code: ProviderError.Code
  var isRetryable = false

  var testDescription: String { "\(status) \(type) \(message)" }
  var error: String {
    #"{"type":"error","error":{"type":"\#(type)","message":"\#(message)"},"request_id":"req_1"}"#
  }
}

private let cases: [Case] = [
  Case(status: 400, type: "invalid_request_error", code: .invalidRequest),
  Case(
    status: 400, type: "invalid_request_error",
    message: "prompt is too long: 206134 tokens > 200000 maximum", code: .contextTooLong),
  Case(
    status: 400, type: "invalid_request_error",
    message: "input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000",
    code: .contextTooLong),
  Case(
    status: 400, type: "invalid_request_error",
    message: "Your credit balance is too low to access the API.", code: .quotaExhausted),
  Case(
    status: 400, type: "invalid_request_error",
    message: "You have reached your specified API usage limits.", code: .quotaExhausted),
  Case(
    status: 401, type: "authentication_error", message: "invalid x-api-key", code: .badKey),
  Case(
    status: 401, type: "authentication_error", message: "x-api-key header is required",
    code: .missingKey),
  Case(status: 402, type: "billing_error", code: .quotaExhausted),
  Case(status: 403, type: "permission_error", code: .forbidden),
  Case(status: 404, type: "not_found_error", message: "model: claude-x", code: .modelNotFound),
  Case(status: 404, type: "not_found_error", message: "Not Found", code: .notFound),
  Case(status: 409, type: "conflict_error", code: .serverError, isRetryable: true),
  Case(status: 413, type: "request_too_large", code: .contextTooLong),
  Case(status: 429, type: "rate_limit_error", code: .rateLimited, isRetryable: true),
  Case(status: 500, type: "api_error", code: .serverError, isRetryable: true),
  Case(status: 504, type: "timeout_error", code: .serverError, isRetryable: true),
  Case(status: 529, type: "overloaded_error", code: .overloaded, isRetryable: true),
]

@Suite struct AnthropicErrorTests {
  @Test(arguments: cases) private func `names the cause`(testCase: Case) throws {
    let decoder = makeAnthropicDecoder(status: testCase.status, contentType: "application/json")
    let decoded = decodeMessages(testCase.error, with: decoder)
    #expect(decoded.events.count == 1)
    let error = try #require(decoded.error)
    #expect(error.code == testCase.code)
    #expect(error.isRetryable == testCase.isRetryable)
    #expect(error.status == testCase.status)
    #expect(error.upstreamType == testCase.type)
    #expect(error.details == testCase.message)
    #expect(error.hint?.isEmpty == false)
    let pieces = testCase.error.utf8.map { [$0] }
    #expect(decodeMessages(pieces, with: decoder) == decoded)
  }

  @Test func `says how long to wait (T071)`() {
    for value in ["30", "Wed, 21 Oct 2026 07:00:30 GMT"] {
      let decoder = makeAnthropicDecoder(status: 429, headers: [("retry-after", value)])
      #expect(decodeMessages(cases[13].error, with: decoder).error?.retryAfter == .seconds(30))
    }
  }

  @Test func `does not heed retry-after beside a good answer`() {
    let decoder = makeAnthropicDecoder(headers: [("retry-after", "30")])
    let body = messageEvents(
      messageStart, #"{"type":"error","error":{"type":"overloaded_error","message":"m"}}"#)
    #expect(decodeMessages(body, with: decoder).error?.retryAfter == nil)
  }

  @Test func `heeds x-should-retry`() {
    let decoder = makeAnthropicDecoder(status: 500, headers: [("x-should-retry", "false")])
    #expect(decodeMessages("{}", with: decoder).error?.isRetryable == false)
  }
}
