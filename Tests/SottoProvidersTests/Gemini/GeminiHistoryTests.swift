import SottoCore
import SottoProviders
import Testing

private func user(_ parts: Part...) -> ModelRequest.Entry {
  ModelRequest.Entry(role: .user, parts: parts)
}

private func model(_ parts: Part...) -> ModelRequest.Entry {
  ModelRequest.Entry(role: .assistant, parts: parts)
}

private let call = Part.toolCall(ToolCall(id: "", name: "f", arguments: "{}"))
private let code = #"{"executableCode":{"code":"1"},"thoughtSignature":"S"}"#
private let seal = #"{"text":"","thoughtSignature":"S"}"#

/// A history and what is sent of it, without the outer brackets.
private let cases: [([ModelRequest.Entry], String)] = [
  ([], ""),
  (
    [user(.text("a")), model(.text("b")), user(.text("c"))],
    #"{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"text":"b"}]},{"role":"user","parts":[{"text":"c"}]}"#
  ),
  (
    [user(.text("a")), user(.text("b")), model(.text(" \n")), user(.text("c"))],
    #"{"role":"user","parts":[{"text":"a\n\nb\n\nc"}]}"#
  ),
  ([model(.text("hello")), user(.text("a"))], #"{"role":"user","parts":[{"text":"a"}]}"#),
  (
    [user(.text("a")), model(.reasoning("t"), .text("b"), .signature("S"))],
    #"{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"text":"b","thoughtSignature":"S"}]}"#
  ),
  (
    [user(.text("a")), model(.reasoning("t"), .signature("S"), .text("b \n"))],
    #"{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"text":"t","thought":true,"thoughtSignature":"S"},{"text":"b"}]}"#
  ),
  (
    [user(.text("a")), model(.opaque(code), .text(""), .text("b "), .signature("S2"))],
    #"{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[\#(code),{"text":"b ","thoughtSignature":"S2"}]}"#
  ),
  // A call without its result is not sent, nor its seal, nor what would then be nothing.
  (
    [user(.text("a")), model(.text("b"), call, .signature("S"), .opaque(seal)), user(.text("c"))],
    #"{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"text":"b"},\#(seal)]},{"role":"user","parts":[{"text":"c"}]}"#
  ),
  (
    [
      user(.text("a")), model(.reasoning("t"), .signature("T"), call, .signature("S")),
      user(.text("c")),
    ], #"{"role":"user","parts":[{"text":"a\n\nc"}]}"#
  ),
  (
    [
      user(.text("a")), model(.text("b"), .opaque(#"{"groundingMetadata":{"a":1}}"#), .opaque("x")),
    ],
    #"{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"text":"b"}]}"#
  ),
  (
    [user(.text("a")), model(.text("b"), .signature("S")), model(.text("c")), user(.text("d"))],
    #"{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"text":"b","thoughtSignature":"S"},{"text":"c"}]},{"role":"user","parts":[{"text":"d"}]}"#
  ),
  (
    [user(.text("a")), model(.opaque(#"{"inlineData":{"data":"AA=="}}"#)), user(.text("b"))],
    #"{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"inlineData":{"data":"AA=="}}]},{"role":"user","parts":[{"text":"b"}]}"#
  ),
  (
    [user(.text("a")), model(.signature("S"), .text("b"))],
    #"{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[\#(seal),{"text":"b"}]}"#
  ),
]

@Suite struct GeminiHistoryTests {
  @Test(arguments: cases)
  func `makes a history that Gemini takes`(entries: [ModelRequest.Entry], expected: String) {
    #expect(JSONValue.array(GeminiHistory.contents(of: entries)).encodedText == "[\(expected)]")
  }

  @Test func `sends an answer back as it came`() {
    let parts = [
      code, #"{"codeExecutionResult":{"outcome":"OUTCOME_OK","output":"é\n"}}"#,
      #"{"text":"one","thoughtSignature":"S+/="}"#, #"{"inlineData":{"mimeType":"i","data":"A="}}"#,
      #"{"text":"two","thoughtSignature":"S2"}"#,
    ].joined(separator: ",")
    let answer =
      #"{"candidates":[{"content":{"parts":[\#(parts)],"role":"model"},"finishReason":"STOP"}]}"#
    let decoded = decodeAnswer(events(answer), with: geminiDecoder())
    let entries = [
      user(.text("a")), ModelRequest.Entry(role: .assistant, parts: decoded.content.parts),
      user(.text("b")),
    ]
    let contents = JSONValue.array(GeminiHistory.contents(of: entries)).encodedText
    #expect(
      contents
        == #"[{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[\#(parts)]},{"role":"user","parts":[{"text":"b"}]}]"#
    )
  }
}
