internal import SottoCore

extension BackupSchedule {
  static let settingName = "backups"

  /// `{"interval_seconds": 86400, "kept": 7}`; an interval of null makes no copies.
  var setting: String {
    JSONValue.object([
      "interval_seconds": interval?.secondsJSON ?? .null, "kept": .integer(Int64(kept)),
    ]).encodedText
  }

  /// Reads ``setting``; what cannot be read of it is as it is by default.
  init(setting: String?) {
    self.init()
    guard let json = setting.flatMap({ try? JSONValue(parsing: $0) }) else { return }
    if let interval = json["interval_seconds"] { self.interval = Duration(secondsJSON: interval) }
    if let kept = json["kept"]?.int, kept > 0 { self.kept = kept }
  }
}
