import SottoCore
import SottoProviders
import Testing

private let failed =
  #"{"type":"response.failed","response":{"status":"failed","error":{"code":"server_error","message":"later"},"usage":{"input_tokens":7}}}"#

@Suite struct OpenAIResponsesErrorTests {
  @Test(arguments: [
    #"{"type":"error","code":"rate_limit_exceeded","message":"slow","param":null}"#,
    #"{"type":"error","error":{"type":"requests","code":"rate_limit_exceeded","message":"slow"}}"#,
  ])
  func `reads an error event with the failed response behind it (T015, T035)`(event: String) {
    let decoded = decodeResponses(responseEvents(responseText("\"a\""), event, failed))
    #expect(decoded.text == "a")
    #expect(decoded.error?.code == .rateLimited)
    #expect(decoded.error?.isRetryable == true)
    #expect(decoded.error?.details == "slow")
    #expect(decoded.error?.upstreamCode == "rate_limit_exceeded")
    #expect(decoded.error?.upstreamType != "error")
    #expect(decoded.usage?.inputTokens == 7)
    #expect(decoded.finishReason == "failed")
  }

  @Test func `reads an error event that ends the body (T029, T030)`() {
    let event = #"{"type":"error","code":"server_error","message":"oops"}"#
    let decoded = decodeResponses(responseEvents(event))
    #expect(decoded.error?.code == .serverError)
    #expect(decoded.error?.details == "oops")
  }

  @Test(arguments: [
    ("server_error", ProviderError.Code.serverError, true),
    ("rate_limit_exceeded", .rateLimited, true),
    ("vector_store_timeout", .serverError, true),
    ("invalid_prompt", .contentFiltered, false),
    ("bio_policy", .contentFiltered, false),
    ("misalignment_policy_violation", .contentFiltered, false),
    ("image_content_policy_violation", .contentFiltered, false),
    ("invalid_image_format", .invalidRequest, false),
    ("image_too_large", .invalidRequest, false),
    ("failed_to_download_image", .invalidRequest, false),
    ("data_residency_mismatch", .invalidRequest, false),
    ("context_length_exceeded", .contextTooLong, false),
    ("insufficient_quota", .quotaExhausted, false),
  ])
  func `knows the codes of a failed response`(
    word: String, code: ProviderError.Code, isRetryable: Bool
  ) {
    let response =
      #"{"object":"response","status":"failed","error":{"code":"\#(word)","message":"m"},"output":[]}"#
    let stream = responseEvents(#"{"type":"response.failed","response":\#(response)}"#)
    for body in [response, stream] {
      let decoded = decodeResponses(body)
      #expect(decoded.error?.code == code)
      #expect(decoded.error?.isRetryable == isRetryable)
      #expect(decoded.error?.upstreamCode == word)
      #expect(decoded.finishReason == "failed")
    }
  }

  @Test(arguments: ["in_progress", "queued"])
  func `takes a response that still runs for a cut one`(status: String) {
    let decoded = decodeResponses(#"{"object":"response","status":"\#(status)","output":[]}"#)
    #expect(decoded.error?.code == .streamCut)
  }

  @Test func `says that an answer was cancelled`() {
    let decoded = decodeResponses(#"{"object":"response","status":"cancelled","output":[]}"#)
    #expect(decoded.error?.message == "the answer was cancelled at test")
  }

  @Test(arguments: [
    (#"{"error":{"message":"m","code":"model_not_found"}}"#, ProviderError.Code.modelNotFound),
    (#"{"error":"text"}"#, .serverError),
    (#"{"choices":[]}"#, .malformedAnswer),
    ("[]", .malformedAnswer),
    (#"{"object":"response","status":"comp"#, .streamCut),
    ("<html>502</html>", .malformedAnswer),
    ("", .malformedAnswer),
  ])
  func `is never an answer with status 200`(body: String, code: ProviderError.Code) {
    #expect(decodeResponses(body).error?.code == code)
  }

  @Test func `gives the same error however it is split`() {
    let body = Array(
      responseEvents(
        responseText("\"a\""), #"{"type":"error","code":"server_error","message":"m"}"#, failed
      ).utf8)
    let whole = decodeResponses([body])
    for cut in body.indices {
      if decodeResponses([Array(body[..<cut]), Array(body[cut...])]) != whole {
        Issue.record("cut at \(cut)")
      }
    }
  }
}
