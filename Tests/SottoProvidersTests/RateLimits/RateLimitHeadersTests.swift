import SottoCore
import SottoProviders
import Testing

private typealias Fields = [(String, String)]

private func decode(_ fields: Fields) -> [RateLimit] {
  var headers = HTTPHeaders()
  for (name, value) in fields { headers.append(name, value) }
  return RateLimitHeaders.decode(headers, now: testNow)
}

/// Each spelling; `testNow` is 2026-10-21T07:00:00Z.
private let families: [(fields: Fields, limits: [RateLimit])] = [
  (
    [
      ("x-ratelimit-limit-requests", "5000"), ("x-ratelimit-limit-tokens", "1000000"),
      ("x-ratelimit-remaining-requests", "4999"), ("x-ratelimit-remaining-tokens", "998934"),
      ("x-ratelimit-reset-requests", "12ms"), ("x-ratelimit-reset-tokens", "63ms"),
    ],
    [
      RateLimit(kind: .requests, limit: 5000, remaining: 4999, resetsAfter: .milliseconds(12)),
      RateLimit(
        kind: .tokens, limit: 1_000_000, remaining: 998_934, resetsAfter: .milliseconds(63)),
    ]
  ),
  (
    [
      ("Anthropic-RateLimit-Input-Tokens-Limit", "10000000"),
      ("anthropic-ratelimit-input-tokens-remaining", "9998000"),
      ("anthropic-ratelimit-input-tokens-reset", "2026-10-21T07:00:04Z"),
      ("anthropic-ratelimit-output-tokens-limit", "2000000"),
      ("anthropic-ratelimit-output-tokens-remaining", "0"),
      ("anthropic-ratelimit-output-tokens-reset", "2026-10-21T07:01:00Z"),
      ("anthropic-ratelimit-requests-remaining", "9999"),
      ("anthropic-ratelimit-tokens-limit", "12000000"),
      ("anthropic-ratelimit-unified-status", "allowed"),
      ("anthropic-priority-input-tokens-limit", "1"),
    ],
    [
      RateLimit(
        kind: .inputTokens, limit: 10_000_000, remaining: 9_998_000, resetsAfter: .seconds(4)),
      RateLimit(kind: .outputTokens, limit: 2_000_000, remaining: 0, resetsAfter: .seconds(60)),
      RateLimit(kind: .requests, remaining: 9999),
      RateLimit(kind: .tokens, limit: 12_000_000),
    ]
  ),
  (
    [
      ("x-ratelimit-limit-req-minute", "100"), ("x-ratelimit-limit-tokens-minute", "100000"),
      ("x-ratelimit-remaining-req-minute", "99"), ("x-ratelimit-remaining-tokens-minute", "99288"),
      ("x-ratelimit-tokens-query-cost", "263"), ("x-ratelimit-limit-audio-seconds-minute", "7200"),
    ],
    [
      RateLimit(kind: .requests, limit: 100, remaining: 99),
      RateLimit(kind: .tokens, limit: 100_000, remaining: 99_288),
    ]
  ),
  (
    [
      ("X-RateLimit-Limit", "20"), ("X-RateLimit-Remaining", "0"),
      ("X-RateLimit-Reset", "1792566030000"),
    ],
    [RateLimit(kind: .requests, limit: 20, remaining: 0, resetsAfter: .seconds(30))]
  ),
  // Azure's plain numbers mean seconds in some answers and milliseconds in others.
  (
    [
      ("x-ratelimit-limit-requests", "120"), ("x-ratelimit-remaining-requests", "119"),
      ("x-ratelimit-renewalperiod-requests", "60"), ("x-ratelimit-reset-requests", "500"),
      ("x-ratelimit-abusepenalty-active", "False"),
    ],
    [RateLimit(kind: .requests, limit: 120, remaining: 119, resetsAfter: .seconds(60))]
  ),
]

/// What no provider should send.
private let oddities: [(fields: Fields, limits: [RateLimit])] = [
  ([], []),
  (
    [
      ("x-ratelimit-limit-tokens", "-1"), ("x-ratelimit-remaining-tokens", "-1"),
      ("x-ratelimit-reset-tokens", "0"),
    ], []
  ),
  ([("x-ratelimit-limit-requests", "0"), ("x-ratelimit-remaining-requests", "0")], []),
  ([("x-ratelimit-remaining-requests", "many")], []),
  ([("x-ratelimit-reset-requests", "1s")], []),
  ([("x-ratelimit-", "1"), ("x-ratelimit", "1"), ("anthropic-ratelimit-limit", "1")], []),
  (
    [("x-ratelimit-remaining", "999999999999999999999999999999")],
    [RateLimit(kind: .requests, remaining: 1_000_000_000_000_000)]
  ),
  (
    [("x-ratelimit-limit", "5"), ("x-ratelimit-remaining", "9"), ("x-ratelimit-remaining", "1")],
    [RateLimit(kind: .requests, limit: 5, remaining: 5)]
  ),
  (
    [("x-ratelimit-remaining", "3"), ("x-ratelimit-reset", "99999999999999999999")],
    [RateLimit(kind: .requests, remaining: 3, resetsAfter: RateLimitHeaders.longestReset)]
  ),
  (
    [("x-ratelimit-remaining", "3"), ("x-ratelimit-reset", "-7s")],
    [RateLimit(kind: .requests, remaining: 3)]
  ),
]

@Suite struct RateLimitHeadersTests {
  @Test(arguments: families)
  fileprivate func `reads every spelling`(fields: Fields, limits: [RateLimit]) {
    #expect(decode(fields) == limits)
  }

  @Test(arguments: oddities)
  fileprivate func `leaves out or bounds what makes no sense`(fields: Fields, limits: [RateLimit]) {
    #expect(decode(fields) == limits)
  }

  @Test func `survives any value`() {
    var generator = SeededGenerator(seed: 1)
    let names = [
      "x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset",
      "anthropic-ratelimit-tokens-reset", "x-ratelimit-renewalperiod",
    ]
    let letters = Array("0123456789.-+:TZhmsµn eE∞")
    for _ in 0..<2000 {
      let fields = names.map { name in
        (
          name,
          String(
            (0..<Int.random(in: 0...24, using: &generator)).map { _ in
              letters.randomElement(using: &generator) ?? "0"
            })
        )
      }
      for limit in decode(fields) {
        #expect(limit.remaining ?? 0 >= 0 && limit.limit ?? 1 > 0)
        let reset = limit.resetsAfter ?? .zero
        #expect(reset >= .zero && reset <= RateLimitHeaders.longestReset)
      }
    }
  }

  @Test func `every protocol reads them`() {
    for format in WireFormats.all(userAgent: "test", clock: testClock) {
      let head = HTTPResponseHead(
        status: 429, headers: ["x-ratelimit-remaining": "0", "x-ratelimit-reset": "2"])
      #expect(
        format.decodeRateLimits(head)
          == [RateLimit(kind: .requests, remaining: 0, resetsAfter: .seconds(2))])
    }
  }
}

@Suite struct RateLimitRecordingTests {
  private static let recordings = Recording.load([
    "openai-chat", "openai-responses", "anthropic-messages",
  ]).filter { recording in
    recording.headers.fields.contains { $0.name.lowercased().contains("ratelimit-remaining") }
  }

  @Test(arguments: recordings)
  fileprivate func `reads what providers said`(recording: Recording) throws {
    let limits = RateLimitHeaders.decode(recording.headers, now: testNow)
    let requests = try #require(limits.first { $0.kind == .requests })
    #expect(try #require(requests.limit) > 0)
    #expect(try #require(requests.remaining) > 0)
    let hasReset = recording.headers.fields.contains {
      $0.name.lowercased().contains("ratelimit-reset") || $0.name.lowercased().hasSuffix("-reset")
    }
    #expect((requests.resetsAfter != nil) == hasReset)
    // Each answer leaves nearly all of its limit.
    for limit in limits {
      #expect(Double(try #require(limit.remaining)) / Double(try #require(limit.limit)) > 0.9)
    }
  }
}
