import Foundation
import SottoCore
import SottoProviders
import Testing

private let state = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().appending(path: ".sotto").path
private let counter = RequestTokenCounter(data: state, executable: "/nowhere/bin/sotto")
private let gpt4o = ModelReference(provider: "openai", model: "gpt-4o")

private func request(_ parts: [Part], system: String = "") -> ModelRequest {
  ModelRequest(
    model: "gpt-4o", systemPrompt: system,
    entries: [ModelRequest.Entry(role: .user, parts: parts)])
}

@Suite struct RequestTokenCounterTests {
  @Test func `plain text is counted as OpenAI bills it`() throws {
    let count = try counter.count(
      request([.text("Hello")], system: "You are helpful."), for: gpt4o)
    guard FileManager.default.fileExists(atPath: state + "/vocabularies") else {
      print("left out: no vocabulary is installed in .sotto/vocabularies")
      #expect(!count.isExact)
      return
    }
    // 3 for the reply; 3, the role and the text for each message.
    #expect(count == InputTokens(3 + (3 + 1 + 4) + (3 + 1 + 1), isExact: true))
  }

  @Test func `without vocabularies it is an estimate and says so`() throws {
    let bare = RequestTokenCounter(data: "/nowhere", executable: "/nowhere/bin/sotto")
    let count = try bare.count(request([.text("Hello there, how are you?")]), for: gpt4o)
    #expect(!count.isExact)
    #expect((8...20).contains(count.count))
  }

  @Test func `another maker's model is an estimate`() throws {
    let claude = ModelReference(provider: "anthropic", model: "claude-opus-5")
    #expect(try !counter.count(request([.text("Hello")]), for: claude).isExact)
  }

  @Test func `a picture costs by its size`() throws {
    let file = FileReference(
      digest: "d", name: "a.png", mediaType: "image/png", size: 9,
      dimensions: ImageDimensions(width: 1024, height: 1024))
    var withPicture = request([.file(file), .text("Hello")])
    withPicture.files = ["d": [1]]
    let plain = try counter.count(request([.text("Hello")]), for: gpt4o).count
    #expect(try counter.count(withPicture, for: gpt4o).count == plain + 765)
    // Bytes that are lost are not sent; a note stands in.
    withPicture.files = [:]
    #expect(try counter.count(withPicture, for: gpt4o).count < plain + 100)
  }

  @Test func `tools, calls and results count, as an estimate`() throws {
    var asking = request([.text("Hello")])
    let plain = try counter.count(asking, for: gpt4o).count
    asking.tools = [
      ToolDefinition(
        name: "weather", description: "The weather of a city.",
        parameters: try JSONValue(
          parsing:
            #"{"type":"object","properties":{"city":{"type":"string","description":"Its name"}}}"#))
    ]
    let offered = try counter.count(asking, for: gpt4o)
    #expect((plain + 20...plain + 60).contains(offered.count))
    #expect(!offered.isExact)
    asking.entries += [
      ModelRequest.Entry(
        role: .assistant,
        parts: [.toolCall(ToolCall(id: "c", name: "weather", arguments: #"{"city":"Rome"}"#))]),
      ModelRequest.Entry(
        role: .user,
        parts: [.toolResult(ToolResult(callID: "c", name: "weather", text: "21 degrees"))]),
    ]
    #expect(try counter.count(asking, for: gpt4o).count > offered.count + 15)
  }
}
