// As the app API and the command line write them (Docs/http-api.md).

extension EgressEntry {
  /// The entry with every member, `null` for what is not known.
  public var json: JSONValue {
    .object([
      "id": .string(id.rawValue), "host": .string(place.host), "port": .integer(Int64(place.port)),
      "secure": .bool(place.isSecure), "purpose": .string(errand.purpose.rawValue),
      "provider": JSONValue(errand.provider), "proxy": JSONValue(proxy),
      "started_at": .integer(startedAt.milliseconds),
      "ended_at": JSONValue(endedAt.map { Int($0.milliseconds) }),
      "sent_bytes": .integer(Int64(sentBytes)), "received_bytes": .integer(Int64(receivedBytes)),
      "status": JSONValue(status), "outcome": .string(outcome.rawValue),
    ])
  }
}

extension EgressTotal {
  /// The total with every member.
  public var json: JSONValue {
    .object([
      "host": .string(host), "requests": .integer(Int64(requests)),
      "refused": .integer(Int64(refused)), "sent_bytes": .integer(Int64(sentBytes)),
      "received_bytes": .integer(Int64(receivedBytes)), "last_at": .integer(lastAt.milliseconds),
    ])
  }
}

extension MetHost {
  /// The host with every member, `null` for what has not been.
  public var json: JSONValue {
    .object([
      "host": .string(host), "provider": JSONValue(provider),
      "first_sent_at": JSONValue(firstSentAt.map { Int($0.milliseconds) }),
      "allowed_at": JSONValue(allowedAt.map { Int($0.milliseconds) }),
    ])
  }
}

extension HistoryCopy {
  /// The copy with every member.
  public var json: JSONValue {
    .object([
      "name": .string(name), "size": .integer(Int64(size)),
      "modified_at": .integer(modifiedAt.milliseconds),
    ])
  }
}
