// As the app API writes them (Docs/http-api.md); the store keeps the same.

extension MessageNote {
  /// An object whose `code` is `fallback` or `file_not_sent`.
  public var json: JSONValue {
    switch self {
    case .fallback(let model, let error):
      .object([
        "code": "fallback", "model": .string(model.description), "error": error.json,
      ])
    case .fileNotSent(let file): .object(["code": "file_not_sent", "file": file.json])
    }
  }

  /// `nil` for a note that this version does not know.
  public init?(json: JSONValue) {
    switch json["code"]?.string {
    case "fallback":
      guard let model = json["model"]?.string.flatMap({ ModelReference($0) }) else { return nil }
      self = .fallback(to: model, because: ProviderError(json: json["error"] ?? .null))
    case "file_not_sent":
      guard let file = json["file"].flatMap({ UnsentFile(json: $0) }) else { return nil }
      self = .fileNotSent(file)
    default: return nil
    }
  }
}

extension UnsentFile {
  /// Digest, name, reason and, where it is known, code.
  public var json: JSONValue {
    var object: JSONObject = [
      "digest": .string(digest), "name": .string(name), "reason": .string(reason),
    ]
    object["code"] = code.map(JSONValue.string)
    return .object(object)
  }

  /// `nil` without a digest.
  public init?(json: JSONValue) {
    guard let digest = json["digest"]?.string else { return nil }
    self.init(
      digest: digest, name: json["name"]?.string ?? "", reason: json["reason"]?.string ?? "",
      code: json["code"]?.string)
  }
}

extension ContextOmission {
  /// What is left out and why; members that say nothing are left out.
  public var json: JSONValue {
    var object: JSONObject = [
      "message_id": .string(messageID.rawValue), "reason": .string(reason.rawValue),
    ]
    object["tokens"] = tokens.map { .integer(Int64($0)) }
    if let file {
      object["file"] = .object(["digest": .string(file.digest), "name": .string(file.name)])
    }
    if includesOlder { object["and_older"] = true }
    return .object(object)
  }
}
