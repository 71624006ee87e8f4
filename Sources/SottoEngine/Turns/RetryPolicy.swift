public import SottoCore

/// Decides whether a request that failed is sent again, and after which pause.
///
/// Only when the provider itself said that it did not answer, or was never reached: a request that
/// may have been accepted is not paid for twice without the person's wish. The caller makes sure that
/// nothing has been shown yet.
public struct RetryPolicy: Sendable {
  /// How often a request is sent again at most.
  public var limit: Int
  /// The longest pause before the first repeat; it doubles with each.
  public var base: Duration
  /// A longer wait is the person's decision.
  public var longestPause: Duration
  /// A number from 0 to 1, of which the pause is that part: many clients that fail together must
  /// not come back together.
  public var random: @Sendable () -> Double

  /// The usual policy; a test gives its own numbers.
  public init(
    limit: Int = 3, base: Duration = .seconds(1), longestPause: Duration = .seconds(60),
    random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
  ) {
    self.limit = limit
    self.base = base
    self.longestPause = longestPause
    self.random = random
  }

  /// The pause before the next try.
  ///
  /// - Parameters:
  ///   - error: why the last one failed.
  ///   - repeats: how often it has been sent again already.
  ///   - hasAlternative: whether another model can be asked: then one quick repeat is enough.
  /// - Returns: `nil` when the failure stands.
  public func pause(
    after error: ProviderError, repeats: Int, hasAlternative: Bool = false
  ) -> Duration? {
    let most = hasAlternative ? min(limit, 1) : limit
    let longestPause = hasAlternative ? min(longestPause, Self.quickPause) : longestPause
    guard repeats < most, error.isRetryable, Self.isCertain(error) else { return nil }
    if let asked = error.retryAfter { return asked <= longestPause ? asked : nil }
    return min(base * (1 << repeats), longestPause) * random()
  }

  /// What a person waits before a second model is asked.
  private static let quickPause = Duration.seconds(3)

  /// Whether the provider surely has not begun to work on the request.
  private static func isCertain(_ error: ProviderError) -> Bool {
    switch error.code {
    case .rateLimited, .overloaded, .serverError, .connectTimeout: true
    // After a broken connection nobody knows, unless it was never made.
    case .connectionFailed: error.wasNeverSent
    default: false
    }
  }
}
