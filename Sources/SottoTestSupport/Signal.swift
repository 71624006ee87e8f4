/// An event that happens once. Whoever waits for it later does not wait.
package struct Signal: Sendable {
  private let recorder = Recorder<Void>()

  package init() {}

  /// Lets everyone who waits go on.
  package func fire() { recorder.record(()) }

  /// Waits for ``fire()``.
  ///
  /// - Throws: `CancellationError` when the waiting task is cancelled.
  package func wait() async throws { try await recorder.wait(for: 1) }
}
