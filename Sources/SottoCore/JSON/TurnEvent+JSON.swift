// Events as the app API sends them (Docs/http-api.md): a name and its data. The store keeps the
// same two.

extension TurnEvent {
  /// The event's word, such as `text` or `tool_call`.
  public var name: String {
    switch self {
    case .started: "started"
    case .reasoning: "reasoning"
    case .text: "text"
    case .refusal: "refusal"
    case .toolCall: "tool_call"
    case .signature: "signature"
    case .opaque: "opaque"
    case .notice: "notice"
    case .fallback: "fallback"
    case .usage: "usage"
    case .finished: "finished"
    case .stopped: "stopped"
    case .failed: "failed"
    case .interrupted: "interrupted"
    }
  }

  /// An object with what the event carries; empty for `stopped` and `interrupted`.
  public var data: JSONValue {
    switch self {
    case .started(let model, let requestID):
      var object: JSONObject = ["model": .string(model)]
      object["request_id"] = requestID.map(JSONValue.string)
      return .object(object)
    case .reasoning(let delta), .text(let delta), .refusal(let delta):
      return .object(["delta": .string(delta)])
    case .toolCall(let fragment):
      var object: JSONObject = ["index": .integer(Int64(fragment.index))]
      object["id"] = fragment.id.map(JSONValue.string)
      object["name"] = fragment.name.map(JSONValue.string)
      object["arguments_delta"] = .string(fragment.argumentsDelta)
      return .object(object)
    case .signature(let text), .opaque(let text): return .object(["data": .string(text)])
    case .notice(let notice):
      var object: JSONObject = ["code": .string(notice.code.rawValue)]
      object["seconds"] = notice.seconds.map { .integer(Int64($0)) }
      object["host"] = notice.host.map(JSONValue.string)
      object["provider"] = notice.provider.map(JSONValue.string)
      object["file"] = notice.file?.json
      return .object(object)
    case .fallback(let model, let error):
      return .object(["model": .string(model.description), "error": error.json])
    case .usage(let usage): return usage.json
    case .finished(let reason): return .object(["stop_reason": .string(reason.rawValue)])
    case .failed(let error): return .object(["error": error.json])
    case .stopped, .interrupted: return .object([:])
    }
  }

  /// `nil` for an event this version does not know.
  public init?(name: String, data: JSONValue) {
    let delta = data["delta"]?.string ?? ""
    switch name {
    case "started":
      self = .started(
        model: data["model"]?.string ?? "", requestID: data["request_id"]?.string)
    case "reasoning": self = .reasoning(delta)
    case "text": self = .text(delta)
    case "refusal": self = .refusal(delta)
    case "tool_call":
      self = .toolCall(
        ToolCallFragment(
          index: data["index"]?.int ?? 0, id: data["id"]?.string, name: data["name"]?.string,
          argumentsDelta: data["arguments_delta"]?.string ?? ""))
    case "signature": self = .signature(data["data"]?.string ?? "")
    case "opaque": self = .opaque(data["data"]?.string ?? "")
    case "notice":
      let code = Notice.Code(rawValue: data["code"]?.string ?? "")
      var notice = Notice(
        code, seconds: data["seconds"]?.int, host: data["host"]?.string,
        provider: data["provider"]?.string)
      notice.file = data["file"].flatMap { UnsentFile(json: $0) }
      self = .notice(notice)
    case "fallback":
      guard let model = data["model"]?.string.flatMap({ ModelReference($0) }) else { return nil }
      self = .fallback(to: model, because: ProviderError(json: data["error"] ?? .null))
    case "usage": self = .usage(Usage(json: data))
    case "finished": self = .finished(StopReason(rawValue: data["stop_reason"]?.string ?? "other"))
    case "stopped": self = .stopped
    case "failed": self = .failed(ProviderError(json: data["error"] ?? .null))
    case "interrupted": self = .interrupted
    default: return nil
    }
  }
}
