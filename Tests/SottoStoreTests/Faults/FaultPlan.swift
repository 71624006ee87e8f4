import CFaultVFS
import SottoStore
import Testing

/// What happens at one operation of the disk below a store that is opened with ``vfs``. One at a time.
struct FaultPlan: CustomStringConvertible {
  enum Fault: CaseIterable {
    case error, full, torn, kill, powerCut, lostFlush

    /// Whether what was only committed is kept.
    var keepsCommits: Bool { self != .powerCut && self != .lostFlush }
  }

  static let vfs = "fault"

  var fault: Fault?
  var operation: Int
  /// For what is left to chance.
  var seed = UInt32.random(in: 0...UInt32.max)

  var description: String {
    fault.map { "\($0) at operation \(operation), seed \(seed)" } ?? "no fault"
  }

  func begin() {
    let kind: sotto_fault =
      switch fault {
      case nil: SOTTO_FAULT_NONE
      case .error: SOTTO_FAULT_ERROR
      case .full: SOTTO_FAULT_FULL
      case .torn: SOTTO_FAULT_TORN
      case .kill: SOTTO_FAULT_KILL
      case .powerCut: SOTTO_FAULT_POWER
      case .lostFlush: SOTTO_FAULT_FLUSH
      }
    sotto_fault_begin(kind, Int32(operation), seed)
  }

  /// - Returns: how many operations there were.
  func end() -> Int {
    // A file that stays open would keep its log's index, which no power cut leaves.
    #expect(sotto_fault_open_files() == 0, "\(self)")
    defer { sotto_fault_end() }
    return Int(sotto_fault_count())
  }

  /// The flush of a store's log, as one of the operations.
  static func flush(of database: String) -> FileFlush {
    { descriptor in sotto_fault_flush(database + "-wal", descriptor) }
  }
}
