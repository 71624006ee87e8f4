/// What an event of the stream is about, by its type.
enum OpenAIResponsesEvent: Hashable, Sendable {
  /// The response as it stands while the answer runs.
  case progress
  /// The response as it ended.
  case terminal
  case itemAdded
  case itemDone
  /// More of a text.
  case delta(OpenAIResponsesSlot.Kind)
  /// A text as a whole, in this member.
  case done(OpenAIResponsesSlot.Kind, member: String)
  /// A part as a whole, in `part`.
  case partDone
  /// Known, and nothing to pass on.
  case silent

  /// `nil` for an event of another type.
  init?(type: String) {
    guard type.hasPrefix("response.") else {
      guard ["ping", "keepalive", "keep-alive", "heartbeat"].contains(type) else { return nil }
      self = .silent
      return
    }
    let name = String(type.dropFirst("response.".count))
    if let known = Self.named[name] {
      self = known
    } else if Self.silentFamilies.contains(where: name.hasPrefix) {
      self = .silent
    } else {
      return nil
    }
  }

  private static let named: [String: OpenAIResponsesEvent] = [
    "created": .progress, "queued": .progress, "in_progress": .progress,
    "completed": .terminal, "incomplete": .terminal, "failed": .terminal, "cancelled": .terminal,
    // So OpenRouter has named it.
    "done": .terminal,
    "output_item.added": .itemAdded, "output_item.done": .itemDone,
    "output_text.delta": .delta(.text), "output_text.done": .done(.text, member: "text"),
    "content_part.delta": .delta(.text), "content_part.done": .partDone,
    "refusal.delta": .delta(.refusal), "refusal.done": .done(.refusal, member: "refusal"),
    "reasoning_text.delta": .delta(.reasoning),
    "reasoning_text.done": .done(.reasoning, member: "text"),
    "reasoning_summary_text.delta": .delta(.summary),
    "reasoning_summary_text.done": .done(.summary, member: "text"),
    "function_call_arguments.delta": .delta(.arguments),
    "function_call_arguments.done": .done(.arguments, member: "arguments"),
    "custom_tool_call_input.delta": .delta(.arguments),
    "custom_tool_call_input.done": .done(.arguments, member: "input"),
    "content_part.added": .silent, "output_text.annotation.added": .silent,
    "reasoning_summary_part.added": .silent, "reasoning_summary_part.done": .silent,
  ]

  /// Steps of tools that the provider runs; their items come as a whole at the end.
  private static let silentFamilies = [
    "web_search_call.", "file_search_call.", "code_interpreter_call.",
    "code_interpreter_call_code.", "image_generation_call.", "mcp_call.", "mcp_call_arguments.",
    "mcp_list_tools.", "shell_call_command.", "shell_call_output_content.", "audio.",
    "compaction.", "steer.",
  ]
}
