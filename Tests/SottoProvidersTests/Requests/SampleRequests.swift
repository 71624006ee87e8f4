import SottoCore

/// The smallest PNG: one pixel.
let samplePixel: [UInt8] = [
  0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52,
  0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x06, 0x00, 0x00, 0x00, 0x1F, 0x15, 0xC4,
  0x89, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x44, 0x41, 0x54, 0x78, 0xDA, 0x63, 0x64, 0xF8, 0xCF, 0x50,
  0x0F, 0x00, 0x03, 0x86, 0x01, 0x80, 0x5A, 0x34, 0x7D, 0x6B, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45,
  0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
]

let sampleFiles: [String: [UInt8]] = [
  "png": samplePixel, "pdf": Array("%PDF-1.4\n%%EOF\n".utf8), "md": Array("# Notes\n".utf8),
  "wav": Array("RIFF".utf8), "zip": Array("PK".utf8),
]

func sampleFile(_ digest: String, _ name: String, _ type: String) -> Part {
  .file(FileReference(digest: digest, name: name, mediaType: type, size: 1))
}

let sampleTools = [
  ToolDefinition(
    name: "weather", description: "The weather of a place.",
    parameters: .object([
      "type": "object", "properties": .object(["place": .object(["type": "string"])]),
      "required": ["place"], "additionalProperties": false,
    ])),
  ToolDefinition(
    name: "now", description: "",
    parameters: .object([
      "type": "object", "properties": .object([:]), "additionalProperties": false,
    ])),
]

let sampleSchema = OutputSchema(
  name: "answer",
  schema: .object([
    "type": "object", "properties": .object(["city": .object(["type": "string"])]),
    "required": ["city"], "additionalProperties": false,
  ]))

func userEntry(parts: Part...) -> ModelRequest.Entry {
  ModelRequest.Entry(role: .user, parts: parts)
}

/// A question, two calls after sealed thoughts, their results, an answer, and a call that was never
/// answered.
func sampleToolLoop(callIDs: (String, String)) -> [ModelRequest.Entry] {
  [
    userEntry("What is the weather in Bern, and what time is it?"),
    assistantEntry(
      .reasoning("Two tools."), .signature("c2VhbA=="), .text("I look it up."),
      .toolCall(ToolCall(id: callIDs.0, name: "weather", arguments: #"{"place":"Bern"}"#)),
      .signature("Y2FsbA=="), .toolCall(ToolCall(id: callIDs.1, name: "now", arguments: "{"))),
    userEntry(
      parts: .toolResult(
        ToolResult(
          callID: callIDs.1, name: "now", text: "the arguments are no JSON", isError: true)),
      .toolResult(ToolResult(callID: callIDs.0, name: "weather", text: #"{"celsius":7.5}"#)),
      .text("Please be quick.")),
    assistantEntry(
      .text("7.5 °C. "), .toolCall(ToolCall(id: "lost", name: "now", arguments: "{}"))),
    userEntry("Thanks"),
  ]
}

let sampleFileEntries = [
  userEntry(
    parts: sampleFile("png", "pixel.png", "image/png"), .text("What is this?"),
    sampleFile("pdf", "paper.pdf", "application/pdf"),
    sampleFile("md", "notes.md", "text/markdown"),
    sampleFile("zip", "all.zip", "application/zip"),
    sampleFile("gone", "gone.png", "image/png"),
    sampleFile("wav", "voice.wav", "audio/wav"))
]
