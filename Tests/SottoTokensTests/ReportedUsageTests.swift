import Foundation
import SottoTokens
import Testing

/// Answers of providers whose tokenizers are not public, against the tokens that they reported.
@Suite struct ReportedUsageTests {
  @Test func `the median error of each provider is at most 15 per cent`() throws {
    guard try InstalledVocabularies.encoder(for: .o200k) != nil else { return }
    let rows = try ReportedAnswer.all.map { answer in
      let tokenizer = ModelTokenizer(model: answer.model)
      let count = try InstalledVocabularies.shelf.count(answer.text, for: tokenizer).value
      return Row(answer: answer, count: count)
    }
    guard !rows.isEmpty else {
      print("left out: no folder of recordings beside the package")
      return
    }
    check(rows, "with the vocabulary", limit: 0.15)
    print("compared \(rows.count) answers; the furthest off:")
    for row in rows.sorted(by: { $0.error > $1.error }).prefix(8) { print("  \(row)") }
  }

  @Test func `without the vocabulary it is at most 20 per cent`() {
    let shelf = VocabularyShelf(folders: [])
    let rows = ReportedAnswer.all.compactMap { answer in
      let tokenizer = ModelTokenizer(model: answer.model)
      return (try? shelf.count(answer.text, for: tokenizer)).map {
        Row(answer: answer, count: $0.value)
      }
    }
    check(rows, "without the vocabulary", limit: 0.2)
  }

  private func check(_ rows: [Row], _ title: String, limit: Double) {
    let byProvider = Dictionary(grouping: rows, by: \.answer.provider)
    for (provider, rows) in byProvider.sorted(by: { $0.key < $1.key }) {
      let errors = rows.map(\.error).sorted()
      let median = (errors[errors.count / 2] + errors[(errors.count - 1) / 2]) / 2
      print("\(title): \(provider) \(errors.count) answers, median \(percent(median))")
      #expect(median <= limit, "\(provider)")
    }
  }
}

private struct Row: CustomStringConvertible {
  var answer: ReportedAnswer
  var count: Int

  var error: Double { abs(Double(count - answer.reported)) / Double(answer.reported) }
  var description: String {
    "\(answer.name) (\(answer.model)): \(count) for \(answer.reported), \(percent(error))"
  }
}

private func percent(_ value: Double) -> String { "\((value * 1000).rounded() / 10) %" }

/// An answer that shows all that its output tokens were spent on.
private struct ReportedAnswer {
  var name: String
  var model: String
  var text: String
  var reported: Int

  /// Who answered; models run by Ollama, Groq and others are put together.
  var provider: String {
    let folder = name.prefix { $0 != "/" }
    return ["anthropic", "gemini", "xai", "mistral", "deepseek"].contains(String(folder))
      ? String(folder) : "open models"
  }

  static let all: [ReportedAnswer] = {
    let package = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let nearby = ["../shared/recordings", "../../shared/recordings"].map {
      package.appending(path: $0).standardized
    }
    guard let root = nearby.first(where: { FileManager.default.fileExists(atPath: $0.path) })
    else { return [] }
    let names =
      FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".expected.json") }.sorted().compactMap {
      read(String($0.dropLast(".expected.json".count)), in: root)
    }
  }()

  /// Left out are answers of models that we count exactly, those under 40 tokens, and those whose
  /// reported tokens are for more than the text that was recorded: tool calls and what
  /// servers ran add their wrapping, redacted and cited parts are not in the text.
  private static func read(_ name: String, in root: URL) -> ReportedAnswer? {
    guard let expected = object(root.appending(path: name + ".expected.json")),
      let recording = object(root.appending(path: name + ".json")),
      let wire = expected["protocol"] as? String,
      let usage = expected["usage"] as? [String: Any], let output = usage["output"] as? Int,
      ["tool_calls", "server_items", "redacted_thinking", "choices", "citations"]
        .allSatisfy({ isNothing(expected[$0]) })
    else { return nil }
    let text = expected["text"] as? String ?? ""
    let thoughts = expected["reasoning"] as? String ?? ""
    let hidden = usage["reasoning"] as? Int ?? 0
    let isApart = wire.hasPrefix("gemini") || name.hasPrefix("xai/") && wire == "openai-chat"
    let answer = ReportedAnswer(
      name: name, model: model(recording, expected),
      // Where the tokens of reasoning are told, its text may be a summary.
      text: hidden > 0 ? text : text + thoughts,
      reported: hidden > 0 && !isApart ? output - hidden : output)
    guard answer.reported >= 40, !text.isEmpty, !hasUnshownParts.contains(name),
      case .unknown = ModelTokenizer(model: answer.model)
    else { return nil }
    return answer
  }

  /// Their tokens are not those of their text, as the answers themselves tell.
  private static let hasUnshownParts: Set<String> = [
    // A system of several models: the usage is one model's, the text of all.
    "groq/stream-executed-tools-compound",
    // Reasoning is cut out or summed up, and no number is given for it.
    "anthropic/json-redacted-thinking", "anthropic/stream-redacted-thinking",
    "anthropic/stream-adaptive-thinking-opus-46", "snowflake/stream-thinking",
    // Each citation costs tokens that are not text.
    "anthropic/json-pdf-citations-haiku-45",
    // The relay made the usage up: 563 characters in 50 tokens.
    "relay/chat-stream-roles-and-nulls",
    // The links of a search are in the tokens, not in the text.
    "openrouter/stream-web-annotations",
  ]

  private static func model(_ recording: [String: Any], _ expected: [String: Any]) -> String {
    let request = recording["request"] as? [String: Any]
    var body = request?["body"] as? [String: Any]
    if let text = request?["body"] as? String {
      body = (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any]
    }
    if let model = body?["model"] as? String { return model }
    // Gemini has the model in the path.
    let path = request?["path"] as? String ?? ""
    let last = path.split(separator: "/").last ?? ""
    return String(last.prefix { $0 != ":" })
  }

  private static func isNothing(_ value: Any?) -> Bool {
    switch value {
    case nil, is NSNull: true
    case let list as [Any]: list.isEmpty
    default: false
    }
  }

  private static func object(_ url: URL) -> [String: Any]? {
    guard let data = FileManager.default.contents(atPath: url.path) else { return nil }
    return (try? JSONSerialization.jsonObject(with: data)) as? [String: Any]
  }
}
