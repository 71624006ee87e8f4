import SottoCore
import SottoProviders
import Testing

private let url = #"{"url":"data:image/png;base64,Zg=="}"#
private let image = #"{"type":"image_url","image_url":\#(url)}"#

private func content(
  _ parts: Part..., files: [String: [UInt8]] = Said.bytes("image/png"),
  base: String = "https://api.openai.com/v1", inputs: Set<ModelInfo.Modality>? = nil
) throws -> String? {
  let request = ModelRequest(
    model: "m", entries: [ModelRequest.Entry(role: .user, parts: parts)], files: files)
  let sent = try EncodedRequest(request, to: base, inputs: inputs)
  return sent.body["messages"]?[0]?["content"]?.encodedText
}

@Suite struct OpenAIChatFileTests {
  @Test func `sends an image beside the text, in their order`() throws {
    #expect(
      try content(.text("See"), Said.file("image/png"), .text("and say"))
        == #"[{"type":"text","text":"See"},\#(image),{"type":"text","text":"and say"}]"#)
    #expect(try content(.text(" "), Said.file("image/png"), .text("\n")) == "[\(image)]")
  }

  @Test func `keeps the role and the system prompt of a first message with an image (T106)`() throws
  {
    let request = ModelRequest(
      model: "m", systemPrompt: "s", entries: [Said.user(Said.file("image/png"))],
      files: Said.bytes("image/png"))
    #expect(
      try EncodedRequest(request)["messages"]
        == #"[{"role":"system","content":"s"},{"role":"user","content":[\#(image)]}]"#)
  }

  @Test func `joins messages in a row around an image`() throws {
    let request = ModelRequest(
      model: "m", entries: [Said.user("a"), Said.user(Said.file("image/png")), Said.user("b")],
      files: Said.bytes("image/png"))
    #expect(
      try EncodedRequest(request).body["messages"]?[0]?["content"]?.encodedText
        == #"[{"type":"text","text":"a"},\#(image),{"type":"text","text":"b"}]"#)
  }

  @Test func `sends documents and sound where they are taken`() throws {
    let files = Said.bytes("application/pdf", "audio/mpeg", "audio/wav")
    #expect(
      try content(Said.file("application/pdf", name: "b.pdf"), files: files)
        == #"[{"type":"file","file":{"filename":"b.pdf","file_data":"data:application/pdf;base64,Zg=="}}]"#
    )
    #expect(
      try content(Said.file("application/pdf", name: ""), files: files)?
        .contains(#""filename":"document.pdf""#) == true)
    #expect(
      try content(Said.file("audio/mpeg"), Said.file("audio/wav"), files: files)
        == #"[{"type":"input_audio","input_audio":{"data":"Zg==","format":"mp3"}},{"type":"input_audio","input_audio":{"data":"Zg==","format":"wav"}}]"#
    )
  }

  @Test(arguments: ["application/pdf", "audio/mpeg", "image/heic", "video/mp4", ""])
  func `puts words in the place of what a server has no place for (T163)`(type: String) throws {
    let sent = try content(
      .text("See"), Said.file(type, name: "a.x"), files: Said.bytes(type), base: TestBase.unknown)
    #expect(sent?.hasPrefix(#""See\n\n[file a.x could not be sent: "#) == true)
  }

  @Test func `sends only the kinds of images that a server reads`() throws {
    let sent = try content(
      Said.file("image/webp"), Said.file("image/png"), files: Said.bytes("image/webp", "image/png"),
      base: TestBase.xAI)
    #expect(
      sent
        == #"[{"type":"text","text":"[file a could not be sent: files of type image/webp are not supported here]"},\#(image)]"#
    )
  }

  @Test func `puts words in the place of what the model does not read`() throws {
    #expect(try content(Said.file("image/png"), inputs: [.text, .image]) == "[\(image)]")
    #expect(
      try content(Said.file("image/png"), inputs: [.text])
        == #""[file a could not be sent: files of type image/png are not supported here]""#)
  }

  @Test func `goes on without the bytes of a file (T050)`() throws {
    #expect(
      try content(Said.file("image/png"), .text("See"), files: [:])
        == #""[file a could not be sent: its content is missing]\n\nSee""#)
    #expect(
      try content(Said.file("image/png"), .text(" "), .text("See"), files: [:])
        == #""[file a could not be sent: its content is missing]\n\nSee""#)
    #expect(
      try content(Said.file("image/png"), files: ["image/png": []])
        == #""[file a could not be sent: it is empty]""#)
  }

  @Test func `sends a text file as text, also a damaged one (T050)`() throws {
    let sent = try content(
      Said.file("text/plain", name: "a.txt"), files: ["text/plain": [0x61, 0xFF]])
    #expect(sent == "\"a.txt:\\n```\\na\u{FFFD}\\n```\"")
  }
}
