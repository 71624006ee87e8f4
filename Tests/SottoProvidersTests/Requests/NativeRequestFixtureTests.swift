import Foundation
import SottoCore
import SottoProviders
import Testing

/// A request and the file that holds its body. The files are also checked against the types of the
/// providers' own libraries, in `Tests/Integration`.
private struct Fixture: Sendable, CustomTestStringConvertible {
  var kind: WireProtocol
  var name: String
  var request: ModelRequest
  var info = ModelInfo()

  var testDescription: String { "\(kind.rawValue)/\(name)" }
  var path: String { "\(folder)/\(testDescription).json" }
}

private let folder = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures/requests")
  .path(percentEncoded: false)

private let textEntries = [
  userEntry("Hé 🙂\n"), assistantEntry(.text("Yes?")), userEntry("Tell me more."),
]
private let allSettings = GenerationSettings(
  temperature: 0.5, maxOutputTokens: 4000, stopSequences: ["END", "\n\n"], seed: 7,
  reasoningEffort: .medium)

/// The requests that every protocol gets, with its models.
private func fixtures(
  _ kind: WireProtocol, model: String, older: String, callIDs: (String, String)
) -> [Fixture] {
  let requests: [(String, ModelRequest)] = [
    ("text", ModelRequest(model: model, systemPrompt: "Be brief.", entries: textEntries)),
    (
      "whole-reply",
      ModelRequest(
        model: model, entries: [userEntry("Hi")], settings: GenerationSettings(maxOutputTokens: 9),
        isStreamed: false)
    ),
    ("settings", ModelRequest(model: model, entries: [userEntry("Hi")], settings: allSettings)),
    (
      "settings-older",
      ModelRequest(model: older, entries: [userEntry("Hi")], settings: allSettings)
    ),
    (
      "no-thinking",
      ModelRequest(
        model: older, entries: [userEntry("Hi")],
        settings: GenerationSettings(reasoningEffort: ReasoningEffort.none))
    ),
    (
      "tools",
      ModelRequest(
        model: model, systemPrompt: "Be brief.", entries: sampleToolLoop(callIDs: callIDs),
        tools: sampleTools, promptCacheKey: "c")
    ),
    (
      "tool-required",
      ModelRequest(
        model: older, entries: [userEntry("Hi")], tools: sampleTools, toolChoice: .required)
    ),
    (
      "tool-named",
      ModelRequest(
        model: older, entries: [userEntry("Hi")], tools: sampleTools, toolChoice: .named("now"))
    ),
    (
      "tool-none",
      ModelRequest(
        model: model, entries: [userEntry("Hi")], tools: sampleTools, toolChoice: ToolChoice.none)
    ),
    (
      "files",
      ModelRequest(
        model: model, systemPrompt: "Be brief.", entries: sampleFileEntries, files: sampleFiles)
    ),
    ("json", ModelRequest(model: model, entries: [userEntry("Hi")], outputFormat: .json)),
    (
      "schema",
      ModelRequest(
        model: model, systemPrompt: "Be brief.", entries: [userEntry("Hi")],
        outputFormat: .jsonSchema(sampleSchema))
    ),
    (
      "schema-older",
      ModelRequest(
        model: older, systemPrompt: "Be brief.", entries: [userEntry("Hi")], tools: sampleTools,
        outputFormat: .jsonSchema(sampleSchema), promptCacheKey: "c")
    ),
  ]
  return requests.map { Fixture(kind: kind, name: $0.0, request: $0.1) }
}

private let all =
  fixtures(
    .anthropic, model: "claude-opus-5-5", older: "claude-sonnet-4-20250514",
    callIDs: ("toolu_1", "functions.now:0"))
  + fixtures(.gemini, model: "gemini-4-argon", older: "gemini-2.5-flash", callIDs: ("", ""))
  + fixtures(.ollama, model: "gpt-oss:20b", older: "qwen3:8b", callIDs: ("", ""))

@Suite struct NativeRequestFixtureTests {
  @Test(arguments: all) private func `writes the body as it was reviewed`(fixture: Fixture) throws {
    let format = try #require(
      WireFormats.all(userAgent: "sotto/1.0", clock: testClock).first { $0.name == fixture.kind })
    let endpoint = ModelEndpoint(
      reference: ModelReference(provider: "p", model: fixture.request.model), kind: fixture.kind,
      baseURL: "http://127.0.0.1:9", secret: nil, info: fixture.info)
    let body = format.encode(fixture.request, endpoint).body
    if ProcessInfo.processInfo.environment["SOTTO_WRITE_FIXTURE"] != nil {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(fixture.kind.rawValue)", withIntermediateDirectories: true)
      try Data(body).write(to: URL(filePath: fixture.path))
    }
    let reviewed = try #require(FileManager.default.contents(atPath: fixture.path))
    #expect(String(decoding: body, as: UTF8.self) == String(decoding: reviewed, as: UTF8.self))
  }

  @Test(arguments: [WireProtocol.anthropic, .gemini, .ollama])
  func `has no file that nothing writes`(kind: WireProtocol) throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: "\(folder)/\(kind.rawValue)")
    let written = all.filter { $0.kind == kind }.map { $0.name + ".json" }
    #expect(files.sorted() == written.sorted())
  }
}
