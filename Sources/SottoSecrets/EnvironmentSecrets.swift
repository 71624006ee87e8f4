package import SottoCore

/// Keys in environment variables. They are read from the dictionary that is passed in and nowhere
/// else.
package struct EnvironmentSecrets: Sendable {
  private let environment: [String: String]

  package init(_ environment: [String: String]) { self.environment = environment }

  /// The key in this variable; `nil` when it is not set or empty.
  ///
  /// - Throws: ``SottoError`` of code `invalidInput`, naming the variable, when the text cannot be
  ///   a key.
  package func secret(inVariable name: String) throws(SottoError) -> Secret? {
    guard let text = environment[name], !text.allSatisfy(\.isWhitespace) else { return nil }
    do { return try Secret(text) } catch {
      throw SottoError(
        error.code, "the environment variable \(name): \(error.message)", hint: error.hint)
    }
  }
}
