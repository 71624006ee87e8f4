import SottoCore

/// Keeps OpenRouter's `reasoning_details` of an answer, which must go back with its tool calls. Without
/// calls nobody asks for them again, and nothing is given out.
struct OpenAIChatReasoningDetails: Sendable {
  /// One detail, put together from its pieces; those of one index and type are one.
  private struct Detail {
    var index: Int
    var object: JSONObject
  }

  /// Members whose pieces are joined; all others come whole, the last one counts.
  private static let texts = ["text", "summary", "data", "signature"]

  private var details: [Detail] = []

  /// Adds the pieces of a delta, or the whole of a message.
  mutating func add(_ pieces: JSONValue?) {
    for piece in pieces?.array ?? [] {
      guard let object = piece.object, let type = object["type"]?.string,
        type.hasPrefix("reasoning.")
      else { continue }
      let index = object["index"]?.int ?? 0
      if let place = details.lastIndex(where: {
        $0.index == index && $0.object["type"] == object["type"]
      }) {
        for member in object.members { join(member, to: place) }
      } else {
        details.append(Detail(index: index, object: object))
      }
    }
  }

  private mutating func join(_ member: JSONObject.Member, to place: Int) {
    guard let more = member.value.string, Self.texts.contains(member.key) else {
      if !member.value.isNull { details[place].object[member.key] = member.value }
      return
    }
    let text = details[place].object[member.key]?.string ?? ""
    details[place].object[member.key] = .string(text + more)
  }

  /// Gives out what there is, once.
  mutating func take(to events: inout [TurnEvent]) {
    events += details.map { .opaque(JSONValue.object($0.object).encodedText) }
    details = []
  }
}
