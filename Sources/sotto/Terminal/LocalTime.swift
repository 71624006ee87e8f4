import SottoCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The clock on this machine's wall.
enum LocalTime {
  /// How far it is ahead of UTC, in minutes.
  static func minutesAheadOfUTC(at time: Timestamp) -> Int {
    var seconds = time_t(time.milliseconds / 1000)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return Int(parts.tm_gmtoff) / 60
  }
}
