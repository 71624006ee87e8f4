import SottoCore
import SottoProviders
import Testing

/// Whole answers of one protocol, in all of its forms, for damage.
struct FuzzSeeds: Sendable, CustomTestStringConvertible {
  var wire: WireProtocol
  var bodies: [String]

  var testDescription: String { wire.rawValue }

  /// Every protocol; each also gets an error, a web page and lines of another protocol.
  static let all: [FuzzSeeds] = [
    FuzzSeeds(wire: .openAIChat, bodies: chat),
    FuzzSeeds(wire: .openAIResponses, bodies: responses),
    FuzzSeeds(wire: .anthropic, bodies: messages), FuzzSeeds(wire: .gemini, bodies: gemini),
    FuzzSeeds(wire: .ollama, bodies: ollama),
  ].map { FuzzSeeds(wire: $0.wire, bodies: $0.bodies + others) }

  private static let others = [
    "<html>\n<body>502</body></html>", "[\(error)]", error + "\n",
    "data: \(error)\n\ndata: [DONE]\n\n",
    "event: error\ndata: it broke\n\n",
  ]

  private static let error =
    #"{"error":{"code":429,"message":"m","details":[{"retryDelay":"3s"}]}}"#

  private static let chat = [
    events(
      chunk(#"{"role":"assistant","content":""}"#), chunk(#"{"content":"a\"é🙂\u00e9"}"#),
      chunk(#"{"reasoning":"hm","reasoning_details":[{"type":"reasoning.text","text":"hm"}]}"#),
      chunk(#"{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{"}}]}"#),
      chunk(#"{"tool_calls":[{"index":0,"function":{"arguments":"}"}}]}"#, finish: "tool_calls"),
      #"{"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":2,"total_tokens":7}}"#,
      "[DONE]"),
    ": ping\r\n\r\nevent: x\r\nid: 1\r\ndata: "
      + chunk(
        #"{"content":[{"type":"thinking","thinking":[{"text":"a"}]},{"type":"text","text":"b"}]}"#)
      + "\r\n\r\ndata: \(error)\r\n\r\n",
    #"{"model":"m","choices":[{"index":0,"message":{"content":"x","refusal":"no"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1}}"#,
    chunk(#"{"content":"a"}"#) + "\n" + chunk(#"{"content":"b"}"#, finish: "stop") + "\n[DONE]\n",
  ]

  private static let responses = [
    responseEvents(
      responseCreated,
      #"{"type":"response.output_item.added","output_index":0,"item":{"type":"reasoning","id":"r"}}"#,
      #"{"type":"response.reasoning_summary_text.delta","output_index":0,"summary_index":0,"delta":"h"}"#,
      #"{"type":"response.output_item.done","output_index":0,"item":{"type":"reasoning","summary":[{"type":"summary_text","text":"hm"}],"encrypted_content":"x"}}"#,
      responseText(#""a\"é🙂\u00e9""#, item: 1),
      #"{"type":"response.output_item.added","output_index":2,"item":{"type":"function_call","call_id":"c","name":"f","arguments":""}}"#,
      #"{"type":"response.function_call_arguments.delta","output_index":2,"delta":"{"}"#,
      #"{"type":"response.function_call_arguments.done","output_index":2,"arguments":"{}"}"#,
      responseCompleted()),
    ": ping\r\n\r\ndata: " + responseText("\"a\"")
      + "\r\n\r\nevent: error\r\ndata: {\"type\":\"error\",\"error\":{\"message\":\"m\",\"code\":null}}\r\n\r\n",
    #"{"object":"response","status":"completed","model":"m","output":[{"type":"message","content":[{"type":"output_text","text":"x","annotations":[{"type":"url_citation"}]},{"type":"refusal","refusal":"no"}]}],"usage":{"input_tokens":1}}"#,
    responseText("\"a\"") + "\n" + responseCompleted() + "\n",
  ]

  private static let messages = [
    messageEvents(
      messageStart, blockStart(0, #"{"type":"thinking","thinking":"","signature":""}"#),
      blockDelta(0, #"{"type":"thinking_delta","thinking":"hm\ud83d\ude42"}"#),
      blockDelta(0, #"{"type":"signature_delta","signature":"Eu+/"}"#), blockStop(0),
      blockStart(1, #"{"type":"text","text":""}"#), textDelta(#"a\"é🙂\u00e9"#, index: 1),
      blockDelta(1, #"{"type":"citations_delta","citation":{"url":"u"}}"#), blockStop(1),
      blockStart(2, #"{"type":"tool_use","id":"a","name":"f","input":{}}"#),
      inputDelta("{\"a\":", index: 2), inputDelta("1}", index: 2), blockStop(2),
      messageDelta("tool_use"), messageStop),
    ": ping\r\n\r\nevent: message_start\r\ndata: \(messageStart)\r\n\r\nevent: error\r\n"
      + "data: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"m\"}}\r\n\r\n",
    messageEvents(
      messageStart, blockStart(0, #"{"type":"server_tool_use","id":"s","name":"f","input":{}}"#),
      inputDelta("{\"q\":1}"), blockStop(0),
      blockStart(1, #"{"type":"web_search_tool_result","tool_use_id":"s","content":[]}"#),
      blockStop(1), messageDelta("end_turn"), messageStop),
    #"{"type":"message","model":"m","content":[{"type":"text","text":"x"},{"type":"tool_use","id":"a","name":"f","input":{"a":[1.5,null]}}],"stop_reason":"tool_use","usage":{"input_tokens":1}}"#,
    [messageStart, textStart, textDelta("a"), messageStop].joined(separator: "\n"),
  ]

  private static let gemini: [String] = {
    let reply =
      #"{"candidates":[{"content":{"parts":[{"text":"a\"é🙂\u00e9\ud83d\ude42"},"#
      + #"{"text":"t","thought":true,"thoughtSignature":"S"},"#
      + #"{"functionCall":{"name":"f","args":{"x":[1]}}},{"executableCode":{"code":"1"}}]},"#
      + #""groundingMetadata":{"a":1}}],"usageMetadata":{"promptTokenCount":5,"totalTokenCount":9}}"#
    let end = #"{"candidates":[{"finishReason":"STOP"}],"modelVersion":"m"}"#
    return [
      "data: \(reply)\r\n\r\ndata: \(end)\r\n\r\n", "[\(reply)\r\n,\r\n\(end)\r\n]",
      "\(reply)\n\(end)", "[\(reply),\(error)]",
    ]
  }()

  private static let ollama: [String] = {
    let line =
      #"{"model":"m","message":{"content":"a\"é🙂\ud83d\ude42","thinking":"t","#
      + #""tool_calls":[{"function":{"name":"f","arguments":{"x":[1,{}]}}}]},"done":false}"#
    let end = #"{"model":"m","response":"b","done":true,"done_reason":"stop","eval_count":3}"#
    return [
      "\(line)\n\(line)\n\(end)\n", "\(line)\n\(error)\n",
      "data: \(line)\n\nevent: error\ndata: \(error)\n\n",
    ]
  }()
}
