import SottoCore
struct QueueKey: Hashable, Sendable { var provider: String; var baseURL: String; var secret: Secret? }
actor RequestQueue {
  init(clock: any Clock<Duration>) {}
  nonisolated func withAdmission<V: Sendable>(_ key: QueueKey, from: ConversationID, limit: Int?, onWait: @Sendable (Int?) async throws -> Void, run: () async throws -> V) async throws -> V { try await run() }
  func observe(_ key: QueueKey, _ limits: [RateLimit]) {}
  func slowDown(_ key: QueueKey, pause: Duration?) {}
  func speedUp(_ key: QueueKey) {}
}
