internal import SottoCore

extension SottoError {
  /// - Throws: ``SottoError`` of code `versionConflict`, unless they are equal or nobody asks.
  static func check(_ expected: Int?, is version: Int, of what: String) throws(SottoError) {
    guard let expected, expected != version else { return }
    throw SottoError(
      .versionConflict, "somebody else has changed this \(what) meanwhile",
      hint: "look at what it is now; send the change with version \(version) if it still fits")
  }
}
