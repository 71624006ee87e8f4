package import SottoCore

/// A value of one of SQLite's five types.
package enum DatabaseValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

extension DatabaseValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByNilLiteral
{
  package init(stringLiteral value: String) { self = .text(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(nilLiteral: ()) { self = .null }
}

extension DatabaseValue {
  /// `nil` becomes NULL.
  package init(_ text: String?) { self = text.map(DatabaseValue.text) ?? .null }
  /// `nil` becomes NULL.
  package init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
  /// `nil` becomes NULL.
  package init(_ number: Double?) { self = number.map(DatabaseValue.real) ?? .null }
  /// `nil` becomes NULL.
  package init(_ time: Timestamp?) { self = time.map { .integer($0.milliseconds) } ?? .null }
  /// The text form; `nil` becomes NULL.
  package init<Entity>(_ id: Identifier<Entity>?) { self.init(id?.rawValue) }
}
