internal import SottoCore

/// Makes whoever tries passphrases wait, longer after each wrong one: 0, 1, 2, 4 … 60 seconds.
struct AttemptLimit {
  private var failures = 0
  private var opensAt: ContinuousClock.Instant?

  /// - Throws: ``SottoError`` while it is too early for another attempt.
  func check(at now: ContinuousClock.Instant) throws(SottoError) {
    guard let opensAt, now < opensAt else { return }
    let seconds = max(1, now.duration(to: opensAt).components.seconds + 1)
    throw SottoError(
      .tooManyAttempts, "too many passphrases were tried", hint: "try again in \(seconds) s")
  }

  mutating func noteFailure(at now: ContinuousClock.Instant) {
    failures += 1
    // The first slip of a finger costs nothing.
    if failures > 1 { opensAt = now + .seconds(min(60, 1 << min(failures - 2, 6))) }
  }

  mutating func noteSuccess() { self = AttemptLimit() }
}
