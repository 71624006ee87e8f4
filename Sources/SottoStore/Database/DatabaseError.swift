/// What SQLite reported. The texts are the library's own and never hold a bound value.
package struct DatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
  /// SQLite's primary result codes; an open set.
  package struct Code: Hashable, Sendable, RawRepresentable {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let permission = Code(rawValue: 3)
    package static let busy = Code(rawValue: 5)
    package static let locked = Code(rawValue: 6)
    package static let readOnly = Code(rawValue: 8)
    package static let inputOutput = Code(rawValue: 10)
    package static let corrupt = Code(rawValue: 11)
    package static let full = Code(rawValue: 13)
    package static let cannotOpen = Code(rawValue: 14)
    package static let tooBig = Code(rawValue: 18)
    package static let constraint = Code(rawValue: 19)
    package static let misuse = Code(rawValue: 21)
    package static let notADatabase = Code(rawValue: 26)
  }

  /// `SQLITE_IOERR_SHMSIZE`, an extended code.
  static let sharedMemorySize: Int32 = 4874
  /// `SQLITE_IOERR_FSYNC`, an extended code.
  static let flushFailed: Int32 = 1034
  /// `SQLITE_IOERR_DATA`, an extended code: what was read is not what was written.
  static let changedPage: Int32 = 8202

  package var code: Code
  /// The primary code with its detail in the upper bytes.
  package var extendedCode: Int32
  package var message: String

  package init(extendedCode: Int32, message: String) {
    code = Code(rawValue: extendedCode & 0xFF)
    self.extendedCode = extendedCode
    self.message = message
  }

  package var description: String { "SQLite \(extendedCode): \(message)" }
}
