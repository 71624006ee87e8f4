import SottoCore
import SottoEngine

/// Looks after the history while a server runs: through the database when it was left without being
/// closed, then for copies as the schedule says.
struct UpkeepRound: Sendable {
  private static let lookInterval = Duration.seconds(60)
  /// A disk that is full or fails is not tried every minute.
  private static let pauseAfterFailure = Duration.seconds(3600)

  let upkeep: any StoreUpkeep
  let changes: Changes

  /// Goes round until the task is cancelled. What fails is told by the status.
  func run() async {
    if await upkeep.condition().isUnchecked {
      _ = try? await upkeep.checkIntegrity()
      changes.publish(.anything)
    }
    while !Task.isCancelled {
      do {
        try await backUpIfDue()
        try await Task.sleep(for: Self.lookInterval)
      } catch {
        try? await Task.sleep(for: Self.pauseAfterFailure)
      }
    }
  }

  private func backUpIfDue() async throws {
    let schedule = try await upkeep.backupSchedule()
    let newest = try await upkeep.backups().first
    guard schedule.isDue(after: newest?.createdAt, now: WallClock.system.now()) else { return }
    _ = try await upkeep.backUp()
  }
}
