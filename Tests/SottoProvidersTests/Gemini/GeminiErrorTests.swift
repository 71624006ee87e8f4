import SottoCore
import SottoProviders
import Testing

private let hi = #"{"candidates":[{"content":{"parts":[{"text":"Hi"}]}}]}"#
private let busy =
  #"{"error":{"code":503,"message":"The model is overloaded.","status":"UNAVAILABLE"}}"#

private func read(_ body: String, status: Int = 200, type: String? = nil) -> Decoded {
  decodeAnswer(body, with: geminiDecoder(head(status: status, contentType: type)))
}

private func error(_ status: String, _ message: String, code: Int = 400) -> String {
  #"{"error":{"code":\#(code),"message":"\#(message)","status":"\#(status)"}}"#
}

@Suite struct GeminiErrorTests {
  @Test(arguments: [
    (400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", "bad_key"),
    (400, "INVALID_ARGUMENT", "API Key not found. Please pass a valid API key.", "bad_key"),
    (403, "PERMISSION_DENIED", "Your API key was reported as leaked.", "bad_key"),
    (403, "PERMISSION_DENIED", "Method doesn't allow unregistered callers.", "missing_key"),
    (403, "PERMISSION_DENIED", "Your project has been denied access.", "forbidden"),
    (400, "FAILED_PRECONDITION", "User location is not supported.", "forbidden"),
    (400, "INVALID_ARGUMENT", "The input token count (9) exceeds the maximum", "context_too_long"),
    (400, "INVALID_ARGUMENT", "Unknown name \\\"x\\\"", "invalid_request"),
    (404, "NOT_FOUND", "models/gemini-0 is not found for API version v1beta", "model_not_found"),
    (500, "INTERNAL", "An internal error has occurred.", "server_error"),
    (504, "DEADLINE_EXCEEDED", "Deadline expired", "server_error"),
  ])
  func `names the cause`(status: Int, type: String, message: String, code: String) {
    let body = error(type, message, code: status)
    for form in [body, "[\(body)]", "[\(body)\r\n]"] {
      let decoded = read(form, status: status)
      #expect(decoded.error?.code.rawValue == code)
      #expect(decoded.error?.status == status)
      #expect(decoded.error?.upstreamType == type)
    }
  }

  @Test(arguments: [
    "data: \(hi)\r\n\r\ndata: \(busy)\r\n\r\n", "[\(hi),\n\(busy)]", "\(hi)\n\(busy)\n",
    "data: \(hi)\n\nevent: error\ndata: \(busy)\n\n",
  ])
  func `fails with an error that comes after text`(body: String) {
    let decoded = read(body)
    #expect(decoded.text == "Hi")
    #expect(decoded.error?.code == .overloaded)
    #expect(decoded.error?.isRetryable == true)
    #expect(decoded.error?.details == "The model is overloaded.")
  }

  @Test func `reads the wait of a limit`() {
    let body =
      #"{"error":{"code":429,"message":"Slow down","status":"RESOURCE_EXHAUSTED","details":[{"@type":"t/google.rpc.RetryInfo","retryDelay":"1.5s"}]}}"#
    let decoded = read(body, status: 429)
    #expect(decoded.error?.code == .rateLimited)
    #expect(decoded.error?.retryAfter == .milliseconds(1500))
  }

  @Test(arguments: [
    "data: \(hi)\n\n", "[\(hi)", "[\(hi),\n{\"candid", "data: \(hi)\n\ndata: {\"cand",
    "data: \(hi)\n\ndata: [DONE]\n\n",
  ])
  func `says that it was cut when no finish reason came`(body: String) {
    let decoded = read(body)
    #expect(decoded.text == "Hi")
    #expect(decoded.error?.code == .streamCut)
    #expect(decoded.error?.isRetryable == true)
  }

  @Test(arguments: [
    ("", ProviderError.Code.malformedAnswer, true), ("<html>", .malformedAnswer, false),
    ("hello", .malformedAnswer, false), ("{}", .malformedAnswer, false),
    (#"{"ok":true}"#, .malformedAnswer, false), (#"{"candidates":[{"con"#, .streamCut, true),
    (#"{"detail":"no"}"#, .serverError, true), ("[]", .malformedAnswer, true),
  ])
  func `says what a body is that is no answer`(
    body: String, code: ProviderError.Code, isRetryable: Bool
  ) {
    let decoded = read(body)
    #expect(decoded.events.count == 1)
    #expect(decoded.error?.code == code)
    #expect(decoded.error?.isRetryable == isRetryable)
  }
}
