extension ModelInfo {
  /// Every member, `null` where it is unknown, as the app API and scripts read it: `context`,
  /// `input_limit`, `output_limit`, `inputs`, `price`, `date`, `shutdown`.
  public var jsonMembers: JSONObject {
    [
      "context": JSONValue(contextWindow), "input_limit": JSONValue(inputLimit),
      "output_limit": JSONValue(outputLimit), "inputs": inputs.map(Self.json) ?? .null,
      "price": price?.json ?? .null, "date": JSONValue(date), "shutdown": JSONValue(shutdownDate),
    ]
  }

  /// In the order people name them, others at the end: a set has none.
  public static func sorted(_ inputs: Set<Modality>) -> [Modality] {
    let usual: [Modality] = [.text, .image, .pdf, .audio, .video]
    let others = inputs.subtracting(usual).sorted { $0.rawValue < $1.rawValue }
    return usual.filter(inputs.contains) + others
  }

  private static func json(_ inputs: Set<Modality>) -> JSONValue {
    .array(sorted(inputs).map { .string($0.rawValue) })
  }
}

extension ModelPrice {
  /// The form that ``ModelCatalogue/init(parsing:)`` reads, unknown members `null`.
  public var json: JSONValue {
    var object: JSONObject = ["currency": .string(currency)]
    object.members += rates.json.members
    object["long_context"] = longContext.map { long in
      var object: JSONObject = ["above": JSONValue(long.above)]
      object.members += long.rates.json.members
      return .object(object)
    }
    if longContext == nil { object["long_context"] = .null }
    return .object(object)
  }
}

extension ModelPrice.Rates {
  fileprivate var json: JSONObject {
    [
      "input": JSONValue(input), "cached_input": JSONValue(cachedInput),
      "cache_write": JSONValue(cacheWrite), "output": JSONValue(output),
    ]
  }
}
