/// A moment as integer milliseconds since 1970-01-01 UTC, as the store and the API write it.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Since 1970-01-01 UTC; negative before.
  public var milliseconds: Int64

  /// The moment so many milliseconds after 1970-01-01 UTC.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Whether the left moment is earlier.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// The moment a duration later; what is below a millisecond is cut off.
  public static func + (time: Timestamp, duration: Duration) -> Timestamp {
    let (seconds, attoseconds) = duration.components
    return Timestamp(
      milliseconds: time.milliseconds + seconds * 1000 + attoseconds / 1_000_000_000_000_000)
  }

  /// The moment a duration earlier; what is below a millisecond is cut off.
  public static func - (time: Timestamp, duration: Duration) -> Timestamp {
    time + (.zero - duration)
  }
}
