/// How the requests of one provider are sent: how long each step may take, and how many at once.
public struct DeliverySettings: Hashable, Sendable {
  /// The longest wait for a connection; `nil` takes the default of ``Deadlines``.
  public var connect: Duration?
  /// The longest wait for the first byte of an answer; `nil` takes the default.
  public var firstByte: Duration?
  /// The longest pause within an answer; `nil` takes the default.
  public var idle: Duration?
  /// The longest time for a whole answer; `nil` takes the default.
  public var total: Duration?
  /// How many requests run at the same time with one key; `nil` takes the default of the queue.
  public var concurrency: Int?

  /// Settings as they are; all defaults when nothing is given.
  public init(
    connect: Duration? = nil, firstByte: Duration? = nil, idle: Duration? = nil,
    total: Duration? = nil, concurrency: Int? = nil
  ) {
    self.connect = connect
    self.firstByte = firstByte
    self.idle = idle
    self.total = total
    self.concurrency = concurrency
  }

  /// The deadlines of a request for an answer.
  public var deadlines: Deadlines {
    var deadlines = Deadlines()
    deadlines.connect = connect ?? deadlines.connect
    deadlines.firstByte = firstByte ?? deadlines.firstByte
    deadlines.idle = idle ?? deadlines.idle
    deadlines.total = total ?? deadlines.total
    return deadlines
  }

  /// Checks what a person can get wrong.
  ///
  /// - Throws: ``SottoError`` with the first thing that is wrong and how to mend it.
  public func validate() throws(SottoError) {
    let names = ["connect", "first byte", "idle", "total"]
    for (name, duration) in zip(names, [connect, firstByte, idle, total]) {
      if let duration, duration < .milliseconds(100) || duration > .seconds(24 * 3600) {
        throw SottoError(
          .invalidInput, "the \(name) deadline must be between 0.1 and 86400 seconds")
      }
    }
    if let concurrency, !(1...1000).contains(concurrency) {
      throw SottoError(.invalidInput, "between 1 and 1000 requests can run at once")
    }
  }
}
