import Foundation
import SottoCore
import SottoSealing
import SottoStore
import Testing

private let fixtures = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .appendingPathComponent("Fixtures/stores").path

/// Nothing that was acknowledged is lost, whichever operation of the disk fails and in whichever way.
/// Some operations are tried each time; `SOTTO_FAULTS` says how many.
@Suite(.serialized) struct FaultTests {
  private static let samples =
    ProcessInfo.processInfo.environment["SOTTO_FAULTS"].flatMap { Int($0) } ?? 4

  /// The history that the workload finds: none, or one that it has to upgrade.
  enum Start: CaseIterable { case new, old }

  private func workload(_ start: Start) throws -> Workload {
    let folder = try ScratchFolder()
    let key = try TestStore.isEncrypted ? SealingKey() : nil
    if start == .old {
      let plain = key == nil ? folder.database : folder.path + "/plain.sqlite"
      try FileManager.default.copyItem(atPath: fixtures + "/v2.sqlite", toPath: plain)
      if let key {
        try Connection(path: plain, mode: .readWrite).copy(
          to: folder.database, cipher: PageCipher(key: key))
      }
    }
    return Workload(folder: folder, key: key)
  }

  @Test(arguments: FaultPlan.Fault.allCases, Start.allCases)
  func `keeps what was acknowledged`(fault: FaultPlan.Fault, start: Start) async throws {
    let free = FaultPlan(fault: nil, operation: 0)
    free.begin()
    var whole = try workload(start)
    await whole.run()
    let operations = free.end()
    #expect(operations > 100)
    try await whole.check(keepsCommits: true)

    let step = max(1, operations / Self.samples)
    for operation in stride(from: Int.random(in: 1...step), through: operations, by: step) {
      try await attempt(FaultPlan(fault: fault, operation: operation), start)
    }
  }

  /// A database is made, or put in WAL mode, without the log that keeps it whole later.
  @Test(arguments: 1...12, Start.allCases)
  func `survives a power cut before there is a log`(operation: Int, start: Start) async throws {
    for _ in 1...8 {
      try await attempt(FaultPlan(fault: .powerCut, operation: operation), start)
    }
  }

  private func attempt(_ plan: FaultPlan, _ start: Start) async throws {
    plan.begin()
    var work = try workload(start)
    await work.run()
    _ = plan.end()
    do {
      try await work.check(keepsCommits: plan.fault?.keepsCommits ?? true)
    } catch {
      Issue.record(error, "\(plan), \(start)")
    }
  }
}
