package import SottoCore

/// What a provider wrote about a failure, in one shape for the dozen they use.
package struct UpstreamError: Hashable, Sendable {
  /// The longest text kept of it, in characters.
  package static let maximumLength = 2000

  /// The provider's words; `nil` when it used none.
  package var message: String?
  package var type: String?
  package var code: String?
  /// A status from 400 to 599 that the body names.
  package var status: Int?
  /// Seconds to wait, when the body names them.
  package var delay: Double?
  /// What the host behind a relay said.
  package var inner: String?

  /// Reads an error body. `nil` when nothing in it tells of an error.
  ///
  /// Order: the only element of an array, `error` as an object, text or list of texts, `detail`,
  /// `message`.
  package init?(_ body: JSONValue) {
    var body = body
    if let elements = body.array {
      guard let first = elements.first else { return nil }
      body = first
    }
    guard body.object != nil else { return nil }
    let error = body["error"] ?? .null
    if let members = error.object, !members.members.isEmpty {
      read(error)
      if code == nil { code = Self.word(body["code"]) }
    } else if let text = Self.text(error) {
      message = text
      type = Self.word(body["type"])
      code = Self.word(body["code"])
    } else if let text = Self.text(body["detail"]) ?? Self.text(body["errors"]) {
      message = text
    } else if Self.text(body["message"]) != nil || Self.text(body["msg"]) != nil {
      read(body)
    } else {
      return nil
    }
    status = status ?? Self.status(body["status_code"]) ?? Self.status(body["status"])
    message = message.map(Self.bounded)
  }

  private mutating func read(_ error: JSONValue) {
    message =
      Self.text(error["message"]) ?? Self.text(error["detail"]) ?? Self.text(error["msg"])
    type = Self.word(error["type"]) ?? Self.word(error["status"])
    code = Self.word(error["code"])
    status =
      Self.status(error["status_code"]) ?? Self.status(error["code"])
      ?? Self.status(error["status"])
    delay = RetryAdvice.delay(inDetailsOf: error)
    inner = Self.text(error["metadata"]?["raw"]).map(Self.bounded)
    if message == nil, let cause = error["innererror"] ?? error["error"] {
      message = Self.text(cause["message"]) ?? cause.string
    }
  }

  /// A text, the texts of a list of `{loc, msg}`, or those inside another object.
  private static func text(_ value: JSONValue?) -> String? {
    switch value {
    case .string(let text): return text.isEmpty ? nil : text
    case .array(let elements):
      let texts = elements.prefix(20).compactMap(text(ofIssue:))
      return texts.isEmpty ? nil : texts.joined(separator: "; ")
    case .object:
      return text(value?["detail"]) ?? text(value?["message"]) ?? text(value?["msg"])
    default: return nil
    }
  }

  private static func text(ofIssue issue: JSONValue) -> String? {
    if let plain = issue.string { return plain }
    guard let words = issue["msg"]?.string ?? issue["message"]?.string else { return nil }
    let place = (issue["loc"]?.array ?? []).compactMap(word).joined(separator: ".")
    return place.isEmpty ? words : "\(place): \(words)"
  }

  private static func word(_ value: JSONValue?) -> String? {
    switch value {
    case .string(let text): text.isEmpty ? nil : bounded(text)
    case .integer(let number): String(number)
    default: nil
    }
  }

  private static func status(_ value: JSONValue?) -> Int? {
    let number = value?.int ?? value?.string.flatMap { Int($0) }
    return number.flatMap { (400...599).contains($0) ? $0 : nil }
  }

  /// `text`, cut to ``maximumLength``.
  package static func bounded(_ text: String) -> String {
    text.count > maximumLength ? text.prefix(maximumLength - 1) + "…" : text
  }
}
