/// Any JSON text (RFC 8259) as a value. Objects keep the order of their members, so that the same
/// value always encodes to the same bytes.
///
/// Wire formats are read through this type, not through fixed structures: providers add, omit and
/// retype fields, and none of that may be fatal.
public enum JSONValue: Hashable, Sendable {
  /// The word `null`, which is not the same as an absent member.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number written without fraction or exponent that fits 64 bits.
  case integer(Int64)
  /// Any other number. Infinite and undefined ones are written as `null`.
  case number(Double)
  /// A string without its escapes.
  case string(String)
  /// Elements in their order.
  case array([JSONValue])
  /// Members in their order.
  case object(JSONObject)
}

/// The members of a JSON object in their order. Reading looks from the end, so the last of equal
/// keys counts.
public struct JSONObject: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// One key with its value.
  public struct Member: Hashable, Sendable {
    /// The key without its escapes.
    public var key: String
    /// What the key names.
    public var value: JSONValue
  }

  /// In the order they are written; equal keys are kept.
  public var members: [Member]

  /// An object of these members, equal keys included.
  public init(_ members: [Member] = []) { self.members = members }

  /// An object written as a literal, its members in the order of the literal.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    members = elements.map { Member(key: $0.0, value: $0.1) }
  }

  /// The value of `key`; setting replaces or appends, setting `nil` removes the member.
  public subscript(key: String) -> JSONValue? {
    get { members.last { $0.key == key }?.value }
    set {
      guard let newValue else { return members.removeAll { $0.key == key } }
      if let index = members.lastIndex(where: { $0.key == key }) {
        members[index].value = newValue
      } else {
        members.append(Member(key: key, value: newValue))
      }
    }
  }
}

extension JSONValue {
  /// The member of an object, or `nil` for anything else. A member that is `null` is `.null`.
  public subscript(key: String) -> JSONValue? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  /// The element of an array, or `nil` when it is no array or too short.
  public subscript(index: Int) -> JSONValue? {
    if case .array(let elements) = self, elements.indices.contains(index) {
      elements[index]
    } else {
      nil
    }
  }

  /// Whether it is the word `null`.
  public var isNull: Bool { self == .null }

  /// The text of a string; `nil` for anything else.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// An integer, also when it was written with a fraction of zero (`3.0`).
  public var int: Int? {
    switch self {
    case .integer(let value): Int(exactly: value)
    case .number(let value): Int(exactly: value)
    default: nil
    }
  }

  /// Any number, rounded where an integer is too long; `nil` for anything else.
  public var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// `true` or `false`; `nil` for anything else.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The elements of an array; `nil` for anything else.
  public var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members of an object; `nil` for anything else.
  public var object: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByNilLiteral
{
  /// A string literal.
  public init(stringLiteral value: String) { self = .string(value) }
  /// An integer literal.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A literal `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// An array literal.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// The literal `nil`, which stands for `null`.
  public init(nilLiteral: ()) { self = .null }
}

extension JSONValue {
  /// `null` for `nil`.
  public init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }
  /// `null` for `nil`.
  public init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
  /// `null` for `nil`.
  public init(_ number: Double?) { self = number.map(JSONValue.number) ?? .null }
  /// `null` for `nil`.
  public init(_ flag: Bool?) { self = flag.map(JSONValue.bool) ?? .null }
}
