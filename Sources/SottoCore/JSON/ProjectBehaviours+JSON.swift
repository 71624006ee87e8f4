// As the app API writes them (Docs/http-api.md); the store keeps the same.

extension ProjectBehaviours {
  /// An object of all members; `null` is each browser's own choice.
  public var json: JSONValue {
    .object([
      "copy": JSONValue(copy), "read_aloud": JSONValue(readAloud), "notify": JSONValue(notify),
      "quick_replies": JSONValue(quickReplies),
      "replies": replies.map { .array($0.map(JSONValue.string)) } ?? .null,
    ])
  }

  /// `nil` when a member has the wrong type. Members that are not known are left out.
  public init?(json: JSONValue) {
    guard json.object != nil else { return nil }
    let choice = { (name: String) -> Bool?? in
      guard let value = json[name], !value.isNull else { return .some(nil) }
      return value.bool.map { .some($0) }
    }
    guard let copy = choice("copy"), let readAloud = choice("read_aloud"),
      let notify = choice("notify"), let quickReplies = choice("quick_replies")
    else { return nil }
    var replies: [String]?
    if let value = json["replies"], !value.isNull {
      guard let list = value.array else { return nil }
      let texts = list.compactMap(\.string)
      guard texts.count == list.count else { return nil }
      replies = texts
    }
    self.init(
      copy: copy, readAloud: readAloud, notify: notify, quickReplies: quickReplies,
      replies: replies)
  }
}
