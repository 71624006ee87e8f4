/// What an import did with everything it found: nothing is left out in silence.
public struct ImportBalance: Hashable, Sendable {
  /// How many of a kind came to which end. `found` is the sum of the others.
  public struct Count: Hashable, Sendable {
    /// In the file.
    public var found = 0
    /// New in the history.
    public var imported = 0
    /// There before.
    public var unchanged = 0
    /// Left out; ``ImportBalance/skipped`` says why.
    public var skipped = 0

    /// Nothing yet.
    public init() {}
  }

  /// Something that was left out or kept in another form, and how often.
  public struct Remark: Hashable, Sendable {
    /// `conversation`, `message`, `part`, `file`, `project`, `template`, `archive`.
    public var subject: String
    /// The title or the kind, as the file has it.
    public var name: String
    /// In a few plain words.
    public var reason: String
    /// How many of them.
    public var count: Int

    /// A remark with its parts as they are.
    public init(subject: String, name: String, reason: String, count: Int = 1) {
      self.subject = subject
      self.name = name
      self.reason = reason
      self.count = count
    }
  }

  /// Who wrote the file, such as `chatgpt`; `nil` until something of it is recognised.
  public var source: String?
  /// Conversations. One that was there and got new messages counts as imported.
  public var conversations = Count()
  /// Messages of the conversations that were read.
  public var messages = Count()
  /// Attached files.
  public var files = Count()
  /// What was left out.
  public private(set) var skipped: [Remark] = []
  /// What was kept as text or as a named placeholder.
  public private(set) var converted: [Remark] = []

  /// Nothing yet.
  public init() {}

  /// More kinds of remarks than this become one.
  private static let most = 200

  /// Notes that something was left out.
  public mutating func skip(_ subject: String, _ name: String, _ reason: String, count: Int = 1) {
    Self.add(Remark(subject: subject, name: name, reason: reason, count: count), to: &skipped)
  }

  /// Notes that something was kept in another form.
  public mutating func convert(_ subject: String, _ name: String, _ reason: String, count: Int = 1)
  {
    Self.add(Remark(subject: subject, name: name, reason: reason, count: count), to: &converted)
  }

  private static func add(_ remark: Remark, to remarks: inout [Remark]) {
    var remark = remark
    remark.name = String(decoding: remark.name.utf8.prefix(200), as: UTF8.self)
    let known = remarks.firstIndex {
      $0.subject == remark.subject && $0.name == remark.name && $0.reason == remark.reason
    }
    if let known {
      remarks[known].count += remark.count
    } else if remarks.count < most {
      remarks.append(remark)
    } else if remarks[most - 1].name == "others" {
      remarks[most - 1].count += remark.count
    } else {
      let last = remarks[most - 1]
      remarks[most - 1] = Remark(
        subject: "any", name: "others", reason: "more than can be listed",
        count: last.count + remark.count)
    }
  }
}

extension ImportBalance {
  /// As the app API and the command line write it.
  public var json: JSONValue {
    .object([
      "source": JSONValue(source), "conversations": conversations.json, "messages": messages.json,
      "files": files.json, "skipped": .array(skipped.map(\.json)),
      "converted": .array(converted.map(\.json)),
    ])
  }
}

extension ImportBalance.Count {
  fileprivate var json: JSONValue {
    .object([
      "found": .integer(Int64(found)), "imported": .integer(Int64(imported)),
      "unchanged": .integer(Int64(unchanged)), "skipped": .integer(Int64(skipped)),
    ])
  }
}

extension ImportBalance.Remark {
  fileprivate var json: JSONValue {
    .object([
      "subject": .string(subject), "name": .string(name), "reason": .string(reason),
      "count": .integer(Int64(count)),
    ])
  }
}
