#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Why there is no local model to talk to. Its description names no key and can be logged.
package struct LocalModelError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong; compare this, not the text.
  package enum Code: Hashable, Sendable {
    /// No model or no program that runs one was found.
    case notInstalled
    /// The program ended before it answered.
    case startFailed
    /// The program did not answer within the deadline.
    case timedOut
    /// The server was told to stop.
    case stopped
    /// The system refused a call.
    case system
  }

  package var code: Code
  /// One sentence in plain words.
  package var message: String
  /// How to mend it.
  package var hint: String?

  package init(_ code: Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }

  package var description: String {
    if let hint { "\(message): \(hint)" } else { message }
  }

  static func system(_ action: String, number: Int32 = errno) -> LocalModelError {
    LocalModelError(.system, "cannot \(action): \(String(cString: strerror(number)))")
  }
}
