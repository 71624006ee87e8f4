internal import SottoCore

// What readers of other programs' files share. Any field may have any type.

extension JSONValue {
  /// A text that is there and not empty.
  func text(_ key: String) -> String? {
    guard let text = self[key]?.string, !text.isEmpty else { return nil }
    return text
  }

  /// A time: seconds or milliseconds since 1970, or ISO 8601.
  func time(_ key: String) -> Timestamp? { self[key]?.asTime }

  private var asTime: Timestamp? {
    if let text = string {
      if let number = Double(text) { return Self.time(number) }
      return Timestamp(iso8601: text)
    }
    return double.flatMap(Self.time)
  }

  private static func time(_ number: Double) -> Timestamp? {
    // Seconds reach this in the year 5138.
    let milliseconds = number > 1e11 ? number : number * 1000
    guard milliseconds > 0, milliseconds < 253_402_300_800_000 else { return nil }
    return Timestamp(milliseconds: Int64(milliseconds))
  }

  /// The value on several lines, for a person to read.
  var readable: String {
    var text = ""
    write(into: &text, indent: "")
    return text
  }

  private func write(into text: inout String, indent: String) {
    switch self {
    case .array(let elements) where !elements.isEmpty:
      text += "[\n"
      for (index, element) in elements.enumerated() {
        text += indent + "  "
        element.write(into: &text, indent: indent + "  ")
        text += index < elements.count - 1 ? ",\n" : "\n"
      }
      text += indent + "]"
    case .object(let object) where !object.members.isEmpty:
      text += "{\n"
      for (index, member) in object.members.enumerated() {
        text += indent + "  " + JSONValue.string(member.key).encodedText + ": "
        member.value.write(into: &text, indent: indent + "  ")
        text += index < object.members.count - 1 ? ",\n" : "\n"
      }
      text += indent + "}"
    default: text += encodedText
    }
  }
}

/// Pieces of Markdown that stand for what has no part of its own.
enum Markdown {
  /// Text as it is, in a fence that nothing in it can end.
  static func fence(_ text: String, _ language: String = "") -> String {
    var longest = 2
    var run = 0
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    let end = text.hasSuffix("\n") ? "" : "\n"
    return "\(fence)\(language)\n\(text)\(end)\(fence)"
  }

  /// A heading in bold and what it is about.
  static func block(_ title: String, _ text: String, _ language: String = "") -> String {
    "**\(title)**\n\n\(fence(text, language))"
  }

  static func quote(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? ">" : "> \($0)" }.joined(separator: "\n")
  }
}

/// Finds the provider that a model's name belongs to.
enum ImportedModel {
  /// The model of this name, as far as the file names one. `provider` is what it says of who served it,
  /// `source` what stands for the provider when nobody knows it.
  static func reference(
    _ name: String?, provider: String? = nil, source: String
  ) -> ModelReference? {
    guard let name, !name.isEmpty, name.utf8.count <= 200, name != "auto" else { return nil }
    let said = provider.map { known[$0.lowercased()] ?? plain($0) } ?? ""
    return ModelReference(provider: said.isEmpty ? guess(name) ?? source : said, model: name)
  }

  private static let known = [
    "openai": "openai", "azureopenai": "azure", "azure": "azure", "anthropic": "anthropic",
    "claude": "anthropic", "google": "gemini", "gemini": "gemini", "ollama": "ollama",
    "deepseek": "deepseek", "xai": "xai", "openrouter": "openrouter", "mistral": "mistral",
    "chatgpt": "openai", "gptplugins": "openai", "agents": "",
  ]

  private static func plain(_ text: String) -> String {
    String(
      text.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }.prefix(
        64))
  }

  private static func guess(_ model: String) -> String? {
    let name = model.lowercased()
    if name.contains("/") { return nil }
    for (start, provider) in [
      ("gpt-", "openai"), ("chatgpt", "openai"), ("o1", "openai"), ("o3", "openai"),
      ("o4", "openai"), ("claude", "anthropic"), ("gemini", "gemini"), ("grok", "xai"),
      ("deepseek", "deepseek"),
    ] where name.hasPrefix(start) {
      return provider
    }
    return nil
  }
}

/// Reads `data:image/png;base64,…` (RFC 2397).
enum DataURL {
  struct Content: Sendable {
    var mediaType: String
    var bytes: [UInt8]
  }

  /// `nil` for anything else, and for data that is not base64.
  static func content(of url: String) -> Content? {
    guard url.hasPrefix("data:"), let comma = url.utf8.firstIndex(of: UInt8(ascii: ",")) else {
      return nil
    }
    let head = url[url.index(url.startIndex, offsetBy: 5)..<comma]
    guard head.hasSuffix(";base64") else { return nil }
    let mediaType = String(head.prefix { $0 != ";" })
    guard let bytes = Base64.decode(url.utf8[url.utf8.index(after: comma)...]) else { return nil }
    return Content(mediaType: mediaType, bytes: bytes)
  }
}

/// Base64 (RFC 4648), in both alphabets.
enum Base64 {
  /// `nil` for what has other characters in it.
  static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for character in text {
      let value: UInt32
      switch character {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = UInt32(character - 65)
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = UInt32(character - 71)
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = UInt32(character) + 4
      case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
      case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
      case UInt8(ascii: "="), 0x0A, 0x0D: continue
      default: return nil
      }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }

  /// In the first alphabet, filled up.
  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let left = min(3, bytes.count - start)
      var bits: UInt32 = 0
      for offset in 0..<3 {
        bits = bits << 8 | (offset < left ? UInt32(bytes[start + offset]) : 0)
      }
      for step in 0..<4 {
        let isFilling = step > left
        text.append(
          isFilling ? UInt8(ascii: "=") : alphabet[Int(bits >> UInt32(18 - 6 * step) & 63)])
      }
    }
    return text
  }
}
