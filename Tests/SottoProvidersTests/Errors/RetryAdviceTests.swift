import SottoCore
import SottoProviders
import Testing

@Suite struct RetryAdviceTests {
  @Test(
    arguments: [
      ([("Retry-After", "2")], .seconds(2)),
      ([("retry-after", "0.25")], .milliseconds(250)),
      ([("retry-after", " 3 ")], .seconds(3)),
      ([("retry-after-ms", "1500"), ("retry-after", "9")], .milliseconds(1500)),
      ([("retry-after-ms", "0"), ("retry-after", "1")], nil),
      ([("retry-after-ms", "soon"), ("retry-after", "4")], .seconds(4)),
      ([("retry-after", "Wed, 21 Oct 2026 07:00:30 GMT")], .seconds(30)),
      ([("retry-after", "Wed, 21 Oct 2026 07:28:00 GMT")], .seconds(120)),
      ([("retry-after", "Wed, 21 Oct 2020 07:28:00 GMT")], nil),
      ([("retry-after", "Fri, 31 Dec 9999 23:59:59 GMT")], .seconds(120)),
      ([("retry-after", "86400")], .seconds(120)),
      ([("retry-after", "99999999999999999999999999")], .seconds(120)),
      ([("retry-after", "0")], nil),
      ([("retry-after", "-5")], nil),
      ([("retry-after", "inf")], nil),
      ([("retry-after", "0x10")], nil),
      ([("retry-after", "")], nil),
      ([], nil),
    ] as [([(String, String)], Duration?)])
  func `reads the wait (T070, T071)`(fields: [(String, String)], wait: Duration?) {
    var headers = HTTPHeaders()
    for (name, value) in fields { headers.append(name, value) }
    #expect(RetryAdvice(headers: headers, now: testNow).wait == wait)
  }

  @Test func `reads Google's RetryInfo when no header says it`() throws {
    let body =
      #"{"error":{"code":429,"message":"m","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.Help"},{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"34.5s"}]}}"#
    let upstream = UpstreamError(try JSONValue(parsing: body))
    #expect(upstream?.delay == 34.5)
    let advice = RetryAdvice(headers: [:], bodyDelay: upstream?.delay, now: testNow)
    #expect(advice.wait == .milliseconds(34_500))
  }

  @Test func `keeps how long the provider asked for`() {
    let advice = RetryAdvice(headers: ["retry-after": "3600"], now: testNow)
    #expect(advice.asked == .seconds(3600))
    #expect(advice.wait == .seconds(120))
  }
}
