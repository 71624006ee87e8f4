import SottoCore
import SottoProviders
import Testing

private let writer = GeminiRequest(userAgent: "sotto/1.0")

private func body(_ request: ModelRequest) throws -> JSONValue {
  let endpoint = ModelEndpoint(
    reference: ModelReference(provider: "p", model: request.model), kind: .gemini,
    baseURL: "http://127.0.0.1:9", secret: nil)
  return try JSONValue(parsing: writer.encode(request, to: endpoint).body)
}

@Suite struct GeminiBodyTests {
  @Test(arguments: [
    (ToolChoice.auto, nil), (ToolChoice.none, #"{"mode":"NONE"}"#),
    (ToolChoice.required, #"{"mode":"ANY"}"#),
    (ToolChoice.named("now"), #"{"mode":"ANY","allowedFunctionNames":["now"]}"#),
  ])
  func `says which tool must be asked for`(choice: ToolChoice, expected: String?) throws {
    var request = ModelRequest(
      model: "m", entries: [userEntry("Hi")], tools: sampleTools, toolChoice: choice)
    let config = try body(request)["toolConfig"]?["functionCallingConfig"]
    #expect(config?.encodedText == expected)
    request.tools = []
    #expect(try body(request)["toolConfig"] == nil)
    #expect(try body(request)["tools"] == nil)
  }

  @Test(arguments: [(7, 7), (-1, -1), (4_294_967_297, 1), (2_147_483_648, -2_147_483_648)])
  func `writes seeds of 32 bits`(seed: Int, sent: Int) throws {
    let request = ModelRequest(
      model: "m", entries: [userEntry("Hi")], settings: GenerationSettings(seed: seed))
    #expect(try body(request)["generationConfig"]?["seed"]?.int == sent)
  }

  /// Gemini 2.5 refuses tools and JSON together, and the thoughts of one that does not think.
  @Test func `avoids what a model refuses`() throws {
    var request = ModelRequest(
      model: "gemini-2.5-flash", entries: [userEntry("Hi")],
      settings: GenerationSettings(reasoningEffort: ReasoningEffort.none),
      outputFormat: .jsonSchema(sampleSchema))
    var encoded = try body(request)
    #expect(
      encoded["generationConfig"]?["thinkingConfig"]?.encodedText == #"{"thinkingBudget":0}"#)
    #expect(encoded["generationConfig"]?["responseJsonSchema"] == sampleSchema.schema)
    #expect(encoded["systemInstruction"] == nil)
    request.tools = sampleTools
    encoded = try body(request)
    #expect(encoded["generationConfig"]?["responseMimeType"] == nil)
    #expect(encoded["generationConfig"]?["responseJsonSchema"] == nil)
    #expect(encoded["systemInstruction"] != nil)
    request.model = "gemini-3-flash-preview"
    encoded = try body(request)
    #expect(encoded["generationConfig"]?["responseMimeType"] == "application/json")
    #expect(encoded["systemInstruction"] == nil)
  }
}
