import SottoCore

extension Timestamp {
  /// How long ago it was, in the largest unit that fits: `3 hours ago`.
  func age(at now: Timestamp) -> String {
    let seconds = (now.milliseconds - milliseconds) / 1000
    if seconds < 0 { return "of \(day), which is in the future" }
    for (unit, length) in [("day", 86_400), ("hour", 3600), ("minute", 60)] as [(String, Int64)]
    where seconds >= length {
      let count = seconds / length
      return "\(count) \(unit)\(count == 1 ? "" : "s") ago"
    }
    return "just now"
  }
}
