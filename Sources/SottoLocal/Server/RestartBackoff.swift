/// How long to wait before starting again what keeps ending: not at all the first time, then half a
/// second, doubled up to half a minute. A run of a minute starts the count anew.
package struct RestartBackoff {
  private var failures = 0
  private var last: ContinuousClock.Instant?

  package init() {}

  /// Notes that the program failed to start, or ended after running for a while.
  package mutating func failed(at now: ContinuousClock.Instant, after running: Duration = .zero) {
    failures = running >= .seconds(60) ? 1 : min(failures + 1, 8)
    last = now
  }

  /// The time still to wait.
  package func delay(at now: ContinuousClock.Instant) -> Duration {
    guard let last, failures > 1 else { return .zero }
    let pause = min(Duration.milliseconds(250) * (1 << (failures - 1)), .seconds(30))
    return max(.zero, pause - (now - last))
  }
}
