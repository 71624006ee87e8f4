internal import SottoCore

/// The connections that a store works with.
struct StoreConnections: Sendable {
  let writer: DatabaseQueue
  let readers: [DatabaseQueue]
  let indexReader: DatabaseQueue
  /// For work beside the writer's.
  let background: DatabaseQueue

  /// Opens all of them, or leaves none open. The time is that of what a new database begins with.
  init(
    opening: StoreOpening, defaultProjectName: String, now: Timestamp, maximumPages: Int?
  ) async throws {
    var opened: [DatabaseQueue] = []
    func open(
      _ name: String, _ makeConnection: @escaping @Sendable () throws -> sending Connection
    ) async throws -> DatabaseQueue {
      let actor = try await DatabaseQueue.open(label: "sotto.store.\(name)", makeConnection)
      opened.append(actor)
      return actor
    }
    do {
      writer = try await open("writer") {
        try opening.writer(
          defaultProjectName: defaultProjectName, now: now, maximumPages: maximumPages)
      }
      readers = [
        try await open("reader1") { try opening.reader() },
        try await open("reader2") { try opening.reader() },
      ]
      indexReader = try await open("index") { try opening.reader() }
      background = try await open("checkpoints") { try opening.other() }
    } catch {
      for actor in opened { await actor.close() }
      throw error
    }
  }
}
