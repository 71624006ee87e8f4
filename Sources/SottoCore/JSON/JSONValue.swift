/// Any JSON text (RFC 8259) as a value. Objects keep the order of their members, so that the same value always encodes to
/// the same bytes.
///
/// Wire formats are read through this type, not through fixed structures: providers add, omit and
/// retype fields, and none of that may be fatal.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number written without fraction or exponent that fits 64 bits.
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

/// The members of a JSON object in their order. Reading looks from the end, so the last of equal keys counts.
public struct JSONObject: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  public struct Member: Hashable, Sendable {
    public var key: String
    public var value: JSONValue
  }

  public var members: [Member]

  public init(_ members: [Member] = []) { self.members = members }

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

  public var isNull: Bool { self == .null }

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

  public var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  public var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  public var object: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByNilLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(nilLiteral: ()) { self = .null }
}

extension JSONValue {
  /// `null` for `nil`.
  public init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }
  public init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
  public init(_ number: Double?) { self = number.map(JSONValue.number) ?? .null }
}
