internal import SottoCore

extension DeliverySettings {
  /// NULL when nothing is set.
  var column: DatabaseValue {
    var object = JSONObject()
    object["connect_seconds"] = connect?.secondsJSON
    object["first_byte_seconds"] = firstByte?.secondsJSON
    object["idle_seconds"] = idle?.secondsJSON
    object["total_seconds"] = total?.secondsJSON
    object["concurrency"] = concurrency.map { .integer(Int64($0)) }
    return object.members.isEmpty ? .null : .text(JSONValue.object(object).encodedText)
  }

  /// Reads ``column``. What cannot be read of it is not set, and neither is anything when a member
  /// is out of its limits.
  init(column: String?) {
    self.init()
    guard let json = column.flatMap({ try? JSONValue(parsing: $0) }) else { return }
    let settings = DeliverySettings(
      connect: json["connect_seconds"].flatMap(Duration.init(secondsJSON:)),
      firstByte: json["first_byte_seconds"].flatMap(Duration.init(secondsJSON:)),
      idle: json["idle_seconds"].flatMap(Duration.init(secondsJSON:)),
      total: json["total_seconds"].flatMap(Duration.init(secondsJSON:)),
      concurrency: json["concurrency"]?.int)
    do { try settings.validate() } catch { return }
    self = settings
  }
}
