internal import SottoCore

/// The largest texts and files that are stored, in bytes; texts as UTF-8. What is larger is refused before anything
/// is written.
package enum Limits {
  static let setting = 1 << 20
  static let title = 1000
  /// A person's message, and each long text of a project.
  static let message = 10_485_760
  /// A file that belongs to a message.
  package static let file = 50_000_000
  /// The files of one message.
  static let filesOfMessage = 100
  /// The data of one event of an answer.
  static let event = 16 << 20

  /// - Throws: ``SottoError`` of code `invalidInput`.
  static func check(_ text: String?, _ what: String, most: Int) throws(SottoError) {
    try check(text?.utf8.count ?? 0, what, most: most)
  }

  /// - Throws: ``SottoError`` of code `invalidInput`.
  static func check(_ size: Int, _ what: String, most: Int) throws(SottoError) {
    guard size > most else { return }
    throw SottoError(
      .invalidInput, "\(what) is too long (\(size) bytes)", hint: "use at most \(most) bytes")
  }
}
