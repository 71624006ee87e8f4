import SottoCore
import SottoProviders
import Testing

private func item(_ json: String, at index: Int = 0, done: Bool = false) -> String {
  #"{"type":"response.output_item.\#(done ? "done" : "added")","output_index":\#(index),"#
    + #""item":\#(json)}"#
}

@Suite struct OpenAIResponsesStreamTests {
  @Test func `gives text, usage and the end in this order`() {
    let decoded = decodeResponses(
      responseEvents(
        responseCreated, responseText("\"a\""), responseText("\"b\""), responseCompleted())
    )
    #expect(
      decoded.events == [
        .started(model: "m"), .text("a"), .text("b"),
        .usage(
          Usage(
            inputTokens: 5, outputTokens: 3,
            reported: ReportedUsage(input: 5, output: 3, total: 8))),
        .finished(.stop),
      ])
    #expect(decoded.finishReason == "completed")
  }

  @Test(arguments: [
    (#""status":"completed""#, StopReason.stop),
    (#""status":"incomplete","incomplete_details":{"reason":"max_output_tokens"}"#, .length),
    (#""status":"incomplete","incomplete_details":{"reason":"content_filter"}"#, .contentFilter),
    (#""status":"incomplete","incomplete_details":{"reason":"steered"}"#, .other),
    (#""status":"incomplete","incomplete_details":null"#, .other),
    (#""status":"tired""#, .other),
  ])
  func `says why the model stopped`(members: String, reason: StopReason) {
    let end = #"{"type":"response.completed","response":{"object":"response",\#(members)}}"#
    #expect(decodeResponses(responseEvents(end)).stopReason == reason)
    #expect(decodeResponses(#"{"object":"response",\#(members),"output":[]}"#).stopReason == reason)
  }

  @Test func `takes a refusal for one`() {
    let decoded = decodeResponses(
      responseEvents(
        #"{"type":"response.refusal.delta","output_index":0,"content_index":0,"delta":"I"}"#,
        #"{"type":"response.refusal.done","output_index":0,"content_index":0,"refusal":"I won't"}"#,
        responseCompleted(
          #"[{"type":"message","content":[{"type":"refusal","refusal":"I won't"}]}]"#)))
    #expect(decoded.refusal == "I won't")
    #expect(decoded.text == "")
    #expect(decoded.stopReason == .refusal)
  }

  @Test func `numbers calls from zero and completes their arguments`() {
    let call = #"{"type":"function_call","id":"f1","call_id":"c1","name":"a","arguments":""}"#
    let decoded = decodeResponses(
      responseEvents(
        item(call, at: 3),
        #"{"type":"response.function_call_arguments.delta","output_index":3,"delta":"{\"x\""}"#,
        #"{"type":"response.function_call_arguments.done","output_index":3,"arguments":"{\"x\":1}"}"#,
        item(call.replacing("\"\"}", with: #""{\"x\":1}"}"#), at: 3, done: true),
        item(
          #"{"type":"function_call","call_id":"c2","name":"b","arguments":""}"#, at: 4, done: true),
        item(
          #"{"type":"custom_tool_call","call_id":"c3","name":"c","input":""}"#, at: 5, done: true),
        responseCompleted()))
    #expect(
      decoded.toolCalls == [
        ToolCall(id: "c1", name: "a", arguments: #"{"x":1}"#),
        ToolCall(id: "c2", name: "b", arguments: "{}"),
        ToolCall(id: "c3", name: "c", arguments: ""),
      ])
    #expect(decoded.stopReason == .toolCalls)
  }

  @Test func `does not repeat items that a server numbers in its own way`() {
    let message = #"{"type":"message","content":[{"type":"output_text","text":"ab"}]}"#
    let reasoning = #"{"type":"reasoning","summary":[{"type":"summary_text","text":"h"}]}"#
    let summary =
      #"{"type":"response.reasoning_summary_text.delta","output_index":1,"summary_index":0,"delta":"h"}"#
    let late = decodeResponses(
      responseEvents(
        summary, responseText(#""a""#, item: 2), responseCompleted("[\(reasoning),\(message)]")))
    #expect(late.text == "ab")
    #expect(late.reasoning == "h")
    // Everything has the index 0.
    let same = decodeResponses(
      responseEvents(
        item(reasoning, done: true), item(#"{"type":"message"}"#), responseText(#""a""#),
        item(message, done: true), responseCompleted("[\(reasoning),\(message)]")))
    #expect(same.text == "ab")
    #expect(same.reasoning == "h")
  }

  @Test func `keeps what is the provider's own behind the text it belongs to`() {
    let decoded = decodeResponses(
      responseEvents(
        item(
          #"{"type":"reasoning","id":"r1","summary":[],"encrypted_content":"s+/="}"#, done: true),
        item(#"{"type":"reasoning","id":"r2","summary":[],"encrypted_content":null}"#, done: true),
        item(#"{"type":"web_search_call","id":"w","status":"completed"}"#, at: 1, done: true),
        responseText(#""t""#, item: 2),
        item(
          #"{"type":"message","phase":"final_answer","content":[{"type":"output_text","text":"t","annotations":[{"type":"url_citation","url":"u"}]}]}"#,
          at: 2, done: true),
        responseCompleted()))
    #expect(
      decoded.content.parts == [
        .opaque(#"{"type":"reasoning","id":"r1","summary":[],"encrypted_content":"s+/="}"#),
        .opaque(#"{"type":"web_search_call","id":"w","status":"completed"}"#),
        .text("t"), .opaque(#"{"type":"url_citation","url":"u"}"#),
        .opaque(#"{"type":"message","phase":"final_answer"}"#),
      ])
  }

  @Test func `counts what it does not know and goes on`() {
    let decoded = decodeResponses(
      responseEvents(
        #"{"type":"response.brand_new"}"#, #"{"type":"keepalive"}"#, #"{"x":1}"#,
        item(#"{"type":"hologram","id":"h"}"#, done: true), responseText(#""a""#, item: 1),
        responseCompleted()))
    #expect(decoded.unknownEvents == 3)
    #expect(decoded.opaque == [#"{"type":"hologram","id":"h"}"#])
    #expect(decoded.text == "a")
    #expect(decoded.stopReason == .stop)
  }

  @Test(arguments: [
    "web_search_call.searching", "file_search_call.completed", "code_interpreter_call_code.delta",
    "image_generation_call.partial_image", "mcp_call_arguments.delta", "mcp_list_tools.failed",
    "shell_call_output_content.delta", "apply_patch_call_operation_diff.delta",
    "reasoning_part.added", "compaction.compacting", "steer.accepted", "audio.transcript.delta",
    "output_text.annotation.added",
  ])
  func `passes over the steps of the provider's own tools`(name: String) {
    let step = #"{"type":"response.\#(name)","output_index":0,"delta":"x","code":"y"}"#
    let decoded = decodeResponses(
      responseEvents(step, responseText(#""a""#, item: 1), responseCompleted()))
    #expect(decoded.text == "a")
    #expect(decoded.unknownEvents == 0)
    #expect(decoded.stopReason == .stop)
  }

  @Test func `takes the same reasoning in two places once`() {
    let text = #"[{"type":"t","text":"hm"}]"#
    let reasoning = #"{"type":"reasoning","summary":\#(text),"content":\#(text)}"#
    #expect(decodeResponses(responseEvents(responseCompleted("[\(reasoning)]"))).reasoning == "hm")
    let delta = #"{"type":"response.reasoning_text.delta","output_index":0,"delta":"h"}"#
    let streamed = decodeResponses(responseEvents(delta, responseCompleted("[\(reasoning)]")))
    #expect(streamed.reasoning == "hm")
  }

  @Test func `starts once (T034)`() {
    let decoded = decodeResponses(
      responseEvents(responseCreated, responseCreated, responseText("\"a\""), responseCompleted()))
    #expect(decoded.events.filter { $0 == .started(model: "m") }.count == 1)
  }

  @Test func `mends an event that a proxy has cut in two (T003)`() {
    let event = responseText(#""\u00e9t\u00e9""#)
    let bytes = Array(event.utf8)
    for cut in 1..<bytes.count {
      let halves = [bytes[..<cut], bytes[cut...]].map { String(decoding: $0, as: UTF8.self) }
      let decoded = decodeResponses(
        "data: \(halves[0])\n\ndata: \(halves[1])\n\n" + responseEvents(responseCompleted()))
      if decoded.text != "été" || decoded.error != nil { Issue.record("cut at \(cut)") }
    }
  }

  @Test func `makes characters whole that were cut between deltas (T041)`() {
    let decoded = decodeResponses(
      responseEvents(
        responseText(#""a\ud83d""#), responseText(#""\ude42b""#), responseCompleted()))
    #expect(decoded.text == "a🙂b")
    let lost = decodeResponses(responseEvents(responseText(#""a\ud83d""#), responseCompleted()))
    #expect(lost.text == "a\u{FFFD}")
  }

  @Test func `fills from the whole text what could not be read`() {
    let message = #"[{"type":"message","content":[{"type":"output_text","text":"abc"}]}]"#
    let broken = #"{"type":"response.output_text.delta","delta":"c" oops}"#
    let filled = decodeResponses(
      responseEvents(responseText(#""ab""#), broken, responseCompleted(message)))
    #expect(filled.text == "abc")
    #expect(filled.error == nil)
    let gap = decodeResponses(
      responseEvents(
        responseText(#""a""#), broken, responseText(#""c""#), responseCompleted(message)))
    #expect(gap.text == "ac")
    #expect(gap.error?.code == .malformedAnswer)
    let unconfirmed = decodeResponses(
      responseEvents(responseText(#""a""#), broken, responseCompleted()))
    #expect(unconfirmed.text == "a")
    #expect(unconfirmed.error?.code == .malformedAnswer)
  }

  @Test func `reads the last event without its blank line (T013)`() {
    let body = responseEvents(responseText("\"a\""), responseCompleted())
    let decoded = decodeResponses(String(body.dropLast(2)))
    #expect(decoded.stopReason == .stop)
    #expect(decoded.usage?.inputTokens == 5)
  }

  @Test func `reads events by the line, and a stream that is labelled as JSON (T017, T031)`() {
    let lines = responseText("\"a\"") + "\n" + responseCompleted() + "\n"
    let json = makeResponsesDecoder(contentType: "application/json")
    #expect(decodeResponses(lines, with: json).text == "a")
    #expect(decodeResponses(lines, with: json).stopReason == .stop)
    let stream = responseEvents(responseText("\"a\""), responseCompleted())
    #expect(decodeResponses(stream, with: json).stopReason == .stop)
  }

  @Test func `takes a marker of another protocol for no end`() {
    let text = responseEvents(responseText("\"a\""))
    #expect(decodeResponses(text + "data: [DONE]\n\n").error?.code == .streamCut)
    let done = #"{"type":"response.done","response":{"status":"completed"}}"#
    #expect(decodeResponses(text + responseEvents(done) + "data: [DONE]\n\n").stopReason == .stop)
  }

  @Test func `keeps a count of zero (T183)`() {
    let end =
      #"{"type":"response.completed","response":{"status":"completed","usage":{"input_tokens":0,"output_tokens":0}}}"#
    #expect(decodeResponses(responseEvents(end)).usage?.outputTokens == 0)
  }

  @Test func `fills in a part and an item that no event has told`() {
    let second =
      #"{"type":"response.output_text.delta","output_index":1,"content_index":1,"delta":"d"}"#
    let first = #"{"type":"message","content":[{"type":"output_text","text":"a"}]}"#
    let both =
      #"{"type":"message","content":[{"type":"output_text","text":"c"},{"type":"output_text","text":"d"}]}"#
    let decoded = decodeResponses(
      responseEvents(responseCreated, second, responseCompleted("[\(first),\(both)]")))
    // What comes late comes behind what was said, but it comes.
    #expect(decoded.text == "dac")
    #expect(decoded.error == nil)
  }

  @Test func `finds the call of fragments without index and identifiers (T042, T043, T045)`() {
    let decoded = decodeResponses(
      responseEvents(
        #"{"type":"response.output_item.added","item":{"type":"function_call","call_id":"c","name":"f"}}"#,
        #"{"type":"response.function_call_arguments.delta","delta":"{\"a\""}"#,
        #"{"type":"response.function_call_arguments.delta","delta":""}"#,
        #"{"type":"response.function_call_arguments.delta","delta":":1}"}"#,
        responseCompleted(
          #"[{"type":"function_call","call_id":"c","name":"f","arguments":"{\"a\":1}"}]"#)))
    #expect(decoded.toolCalls == [ToolCall(id: "c", name: "f", arguments: #"{"a":1}"#)])
    #expect(decoded.stopReason == .toolCalls)
  }

  @Test func `takes a call that is announced late or twice for one`() {
    let call =
      #"{"type":"function_call","id":"f1","call_id":"c","name":"f","arguments":"{}"}"#
    let delta =
      #"{"type":"response.function_call_arguments.delta","output_index":0,"delta":"{"}"#
    let decoded = decodeResponses(
      responseEvents(delta, item(call), item(call), item(call, done: true), responseCompleted()))
    #expect(decoded.toolCalls == [ToolCall(id: "c", name: "f", arguments: "{}")])
    let twice = decodeResponses(
      responseEvents(item(call), item(call), delta, responseCompleted("[\(call)]")))
    #expect(twice.toolCalls == [ToolCall(id: "c", name: "f", arguments: "{}")])
  }

  @Test func `does not complete a call that was cut off`() {
    let decoded = decodeResponses(
      #"{"object":"response","status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[{"type":"function_call","call_id":"c","name":"f","arguments":"","status":"incomplete"}]}"#
    )
    #expect(decoded.toolCalls == [ToolCall(id: "c", name: "f", arguments: "")])
    #expect(decoded.stopReason == .length)
  }

  @Test func `reads an event of more than a megabyte (T021, T023)`() {
    let text = String(repeating: "a", count: 1_048_577)
    let decoded = decodeResponses(
      responseEvents(responseText("\"\(text)\""), responseCompleted()))
    #expect(decoded.text.utf8.count == 1_048_577)
    #expect(decoded.stopReason == .stop)
  }
}
