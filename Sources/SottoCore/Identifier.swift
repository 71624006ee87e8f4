/// The identity of an entity: a UUID in its canonical lower-case text form. `Entity` only keeps
/// identifiers of different kinds apart.
public struct Identifier<Entity>: Hashable, Sendable, CustomStringConvertible {
  /// 36 characters of the form 8-4-4-4-12, in lower case.
  public let rawValue: String

  /// Takes any UUID of the form 8-4-4-4-12; `nil` for other text.
  public init?(_ text: String) {
    let lowered = text.lowercased()
    guard lowered.utf8.count == 36 else { return nil }
    for (index, byte) in lowered.utf8.enumerated() {
      switch (index, byte) {
      case (8, UInt8(ascii: "-")), (13, UInt8(ascii: "-")), (18, UInt8(ascii: "-")),
        (23, UInt8(ascii: "-")):
        continue
      case (8, _), (13, _), (18, _), (23, _): return nil
      case (_, UInt8(ascii: "0")...UInt8(ascii: "9")), (_, UInt8(ascii: "a")...UInt8(ascii: "f")):
        continue
      default: return nil
      }
    }
    rawValue = lowered
  }

  /// A new UUIDv7 (RFC 9562, section 5.7): 48 bits of milliseconds, then random bits, so that later
  /// ones sort later.
  public init(
    at time: Timestamp, using generator: inout some RandomNumberGenerator
  ) {
    self.init(
      at: time, high: UInt64.random(in: 0..<0x1000, using: &generator),
      low: UInt64.random(in: 0..<(1 << 62), using: &generator))
  }

  /// A UUIDv7 whose bits after the time are given, so that the same ones make the same identifier:
  /// the last 12 of `high` and the last 62 of `low`.
  public init(at time: Timestamp, high: UInt64, low: UInt64) {
    let milliseconds = UInt64(clamping: time.milliseconds) & 0xFFFF_FFFF_FFFF
    let first = milliseconds << 16 | 0x7000 | high & 0xFFF
    let second = 0x8000_0000_0000_0000 | low & (1 << 62 - 1)
    let digits = Self.hex(first) + Self.hex(second)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index == 8 || index == 12 || index == 16 || index == 20 { text.append("-") }
      text.append(digit)
    }
    rawValue = text
  }

  /// A new UUIDv7 with the system's randomness.
  public init(at time: Timestamp) {
    var generator = SystemRandomNumberGenerator()
    self.init(at: time, using: &generator)
  }

  /// The same text as ``rawValue``.
  public var description: String { rawValue }

  private static func hex(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// The identity of a ``Project``.
public typealias ProjectID = Identifier<Project>
/// The identity of a ``Conversation``.
public typealias ConversationID = Identifier<Conversation>
/// The identity of a ``Message``.
public typealias MessageID = Identifier<Message>
/// The identity of a ``Turn``.
public typealias TurnID = Identifier<Turn>
