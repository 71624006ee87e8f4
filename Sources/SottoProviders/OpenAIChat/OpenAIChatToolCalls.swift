import SottoCore

/// Puts the fragments of tool calls together, however a server numbers them.
///
/// - A new identifier at a known index is a new call: some servers give every call the index 0.
/// - Without an index a known identifier tells the call, else the fragment belongs to the latest
///   one.
/// - Calls without identifiers (Gemini) are told apart by a name that comes after complete
///   arguments.
struct OpenAIChatToolCalls: Sendable {
  private struct Call {
    var id = ""
    var name = ""
    var arguments = ""
  }

  /// What one entry of `tool_calls` says.
  private struct Entry {
    var index: Int?
    var id: String
    var name: String
    var arguments: String
    /// Gemini's seal on the call.
    var seal: String

    init(_ json: JSONValue, index: Int?) {
      let body = [json["function"], json["custom"]].compactMap(\.self).first { $0.object != nil }
      let source = body ?? json
      self.index = index
      id = json["id"]?.string ?? ""
      seal = json["extra_content"]?["google"]?["thought_signature"]?.string ?? ""
      name = source["name"]?.string ?? ""
      switch source["arguments"] ?? source["input"] ?? .null {
      case .null: arguments = ""
      case .string(let text): arguments = text
      // Some servers send the object itself.
      case let value: arguments = value.encodedText
      }
    }
  }

  private var calls: [Call] = []
  /// The position in `calls` for an index of the server's.
  private var positions: [Int: Int] = [:]

  var isEmpty: Bool { calls.isEmpty }

  /// The events for `delta.tool_calls` or `message.tool_calls`, which should be an array.
  mutating func apply(_ toolCalls: JSONValue, to events: inout [TurnEvent]) {
    let entries = toolCalls.array ?? [toolCalls]
    for (place, json) in entries.enumerated() where json.object != nil {
      let named = json["index"]?.int ?? json["index"]?.string.flatMap { Int($0) }
      apply(Entry(json, index: named ?? (entries.count > 1 ? place : nil)), to: &events)
    }
  }

  /// The events for the older `function_call`, of which there is one at most.
  mutating func apply(functionCall: JSONValue, to events: inout [TurnEvent]) {
    guard functionCall.object != nil else { return }
    apply(Entry(functionCall, index: -1), to: &events)
  }

  private mutating func apply(_ entry: Entry, to events: inout [TurnEvent]) {
    if entry.id.isEmpty, entry.name.isEmpty, entry.arguments.isEmpty { return }
    let position = position(for: entry)
    if let index = entry.index { positions[index] = position }
    var fragment = ToolCallFragment(index: position, argumentsDelta: entry.arguments)
    if position == calls.count {
      calls.append(Call())
    }
    if calls[position].id.isEmpty, !entry.id.isEmpty {
      calls[position].id = entry.id
      fragment.id = entry.id
    }
    if calls[position].name.isEmpty, !entry.name.isEmpty {
      calls[position].name = entry.name
      fragment.name = entry.name
    }
    calls[position].arguments += entry.arguments
    if fragment.id != nil || fragment.name != nil || !fragment.argumentsDelta.isEmpty {
      events.append(.toolCall(fragment))
    }
    if !entry.seal.isEmpty { events.append(.signature(entry.seal)) }
  }

  /// Which call an entry belongs to; `calls.count` for a new one.
  private func position(for entry: Entry) -> Int {
    let known: Int? =
      if let index = entry.index {
        positions[index]
      } else if !entry.id.isEmpty {
        calls.lastIndex { $0.id == entry.id }
      } else {
        calls.isEmpty ? nil : calls.count - 1
      }
    guard let known else { return calls.count }
    let call = calls[known]
    if !entry.id.isEmpty, !call.id.isEmpty, entry.id != call.id { return calls.count }
    if entry.id.isEmpty, !entry.name.isEmpty, !call.name.isEmpty, !entry.arguments.isEmpty,
      call.arguments.last == "}", (try? JSONValue(parsing: call.arguments)) != nil
    {
      return calls.count
    }
    return known
  }
}
