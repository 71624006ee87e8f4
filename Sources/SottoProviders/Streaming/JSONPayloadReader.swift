package import SottoCore

/// Makes values of the payloads of a stream, also of one that came in halves: proxies have been
/// seen to close half an event with a blank line.
package struct JSONPayloadReader: Sendable {
  package enum Reading: Hashable, Sendable {
    /// `unprotected` is the payload when characters were cut in it, which ``SplitCharacters`` then
    /// stands in for.
    case value(JSONValue, unprotected: [UInt8]?)
    /// It stops in the middle; the next payload may be its rest.
    case half
    /// It is no JSON and never will be.
    case unreadable
  }

  private let joinsHalves: Bool
  private var half: [UInt8] = []
  private var halves = 0
  /// A payload was lost, so the answer may have a gap.
  package private(set) var isDamaged = false
  /// How many payloads were taken for halves and were none.
  package private(set) var lostHalves = 0

  /// - Parameter joinsHalves: false where the framing already knows that a payload has ended.
  package init(joinsHalves: Bool) { self.joinsHalves = joinsHalves }

  /// Whether a payload stopped in the middle and its rest has not come.
  package var isHolding: Bool { !half.isEmpty }

  /// Reads one payload, without those members of it that are called `unread`. White space at its
  /// beginning may belong to a text that was cut.
  package mutating func read(_ data: [UInt8], omitting unread: [StaticString] = []) -> Reading {
    let whole = half.isEmpty ? data : half + data
    do {
      let reading = try Self.parse(whole, omitting: unread)
      half = []
      halves = 0
      return reading
    } catch {
      if !half.isEmpty, let reading = try? Self.parse(data, omitting: unread) {
        // The half was no half.
        lostHalves += 1
        lose()
        return reading
      }
      return readBroken(whole, error: error)
    }
  }

  private mutating func readBroken(_ whole: [UInt8], error: JSONSyntaxError) -> Reading {
    guard whole.first == UInt8(ascii: "{") else { return .unreadable }
    let stopsInTheMiddle = error.offset + Self.longestEscape >= whole.count
    if joinsHalves, stopsInTheMiddle, halves < Self.maximumHalves {
      half = whole
      halves += 1
      return .half
    }
    lose()
    return .unreadable
  }

  private mutating func lose() {
    isDamaged = true
    half = []
    halves = 0
  }

  private static func parse(
    _ payload: [UInt8], omitting unread: [StaticString]
  ) throws(JSONSyntaxError) -> Reading {
    guard let protected = SplitCharacters.protect(payload) else {
      return .value(try JSONValue(parsing: payload, omitting: unread), unprotected: nil)
    }
    return .value(try JSONValue(parsing: protected, omitting: unread), unprotected: payload)
  }

  /// A text cut inside an escape or a word fails this many bytes before its end at most.
  private static let longestEscape = 12
  private static let maximumHalves = 4
}
