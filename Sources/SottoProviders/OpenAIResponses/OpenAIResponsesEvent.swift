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
    } else if name.contains("_call") || Self.silentFamilies.contains(where: name.hasPrefix) {
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
    // vLLM's.
    "reasoning_part.added": .silent, "reasoning_part.done": .silent,
  ]

  /// Besides the steps of tools that the provider runs, which have `_call` in their names and come
  /// as a whole item at the end.
  private static let silentFamilies = ["mcp_list_tools.", "audio.", "compaction.", "steer."]
}
