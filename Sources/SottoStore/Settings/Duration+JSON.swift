internal import SottoCore

extension Duration {
  /// In seconds, exact to the millisecond.
  var secondsJSON: JSONValue {
    let milliseconds = Int64((self / .milliseconds(1)).rounded())
    return milliseconds.isMultiple(of: 1000)
      ? .integer(milliseconds / 1000) : .number(Double(milliseconds) / 1000)
  }

  /// Reads ``secondsJSON``; `nil` for what is no number or longer than a thousand years.
  init?(secondsJSON json: JSONValue) {
    guard let seconds = json.double, abs(seconds) < 32e9 else { return nil }
    self = .milliseconds(Int64((seconds * 1000).rounded()))
  }
}
