/// The time before which no transfer has a deadline. It is early rather than exact: bytes that
/// arrive put a deadline off, and nobody looks for the new one before the old one has come.
final class DeadlineWatch {
  private(set) var next: ContinuousClock.Instant?

  /// There is a deadline at `instant`.
  func add(_ instant: ContinuousClock.Instant) {
    next = next.map { min($0, instant) } ?? instant
  }

  /// Answers whether it is time to look through all transfers, which add themselves again.
  func takeDue(at now: ContinuousClock.Instant) -> Bool {
    guard let due = next, due <= now else { return false }
    next = nil
    return true
  }
}
