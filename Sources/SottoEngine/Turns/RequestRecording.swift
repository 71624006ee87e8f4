/// Keeps a request beside its send, which does not wait for it, and before its turn ends.
struct RequestRecording: Sendable {
  /// After the send: the first words of a quick server must not wait behind it on the store's thread.
  private static let pause = Duration.milliseconds(20)

  private let task: Task<Void, Never>

  init(clock: any Clock<Duration>, _ record: @escaping @Sendable () async -> Void) {
    let work = { @Sendable in
      // Who has to end the turn ends the pause.
      try? await clock.sleep(for: Self.pause)
      await record()
    }
    if #available(macOS 26, iOS 26, *) {
      task = Task.immediate(operation: work)
    } else {
      task = Task(operation: work)
    }
  }

  /// Returns when the request is kept.
  func finish() async {
    task.cancel()
    await task.value
  }
}
