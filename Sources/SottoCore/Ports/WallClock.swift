#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where the date comes from, so that tests can set it. Durations are measured with a `Clock`
/// instead.
public struct WallClock: Sendable {
  /// The moment it is; it may jump in either direction.
  public var now: @Sendable () -> Timestamp

  /// A clock that asks this function.
  public init(now: @escaping @Sendable () -> Timestamp) { self.now = now }

  /// The clock of the machine.
  public static let system = WallClock {
    Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
  }
}
