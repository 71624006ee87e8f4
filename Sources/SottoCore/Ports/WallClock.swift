#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where the date comes from, so that tests can set it. Durations are measured with a `Clock` instead.
public struct WallClock: Sendable {
  public var now: @Sendable () -> Timestamp

  public init(now: @escaping @Sendable () -> Timestamp) { self.now = now }

  public static let system = WallClock {
    Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
  }
}
