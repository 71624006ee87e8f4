import SottoCore
import SottoProviders
import Testing

private let format = WireFormats.all(userAgent: "sotto/1.0", clock: testClock)[0]

private func models(_ body: String, status: Int = 200) throws -> [String] {
  try format.decodeModelList(
    "test", HTTPResponseHead(status: status, headers: [:]), Array(body.utf8)
  ).map(\.name)
}

private func info(_ element: String) throws -> ModelInfo? {
  try format.decodeModelList(
    "test", HTTPResponseHead(status: 200, headers: [:]), Array(#"{"data":[\#(element)]}"#.utf8)
  ).first?.info
}

@Suite struct ModelListTests {
  @Test(arguments: [
    (#"{"object":"list","data":[{"id":"b","object":"model"},{"id":"a"},{"id":"b"}]}"#, ["b", "a"]),
    (#"[{"id":"a","type":"chat"},{"id":"b"}]"#, ["a", "b"]),
    (#"{"models":[{"name":"a"},{"model":"b"},"c"]}"#, ["a", "b", "c"]),
    (#"{"data":[{"id":"models/gemini-3.8-flash"}]}"#, ["gemini-3.8-flash"]),
    (#"{"data":[{"id":""},{"id":7},null,{}]}"#, []),
    ("\n" + #"{"data":[]}"#, []),
  ])
  func `reads names`(body: String, names: [String]) throws {
    #expect(try models(body) == names)
  }

  @Test(arguments: [
    ("{}", 200, ProviderError.Code.malformedAnswer), ("<html>", 200, .malformedAnswer),
    ("", 200, .malformedAnswer), (#"{"error":"no api key given"}"#, 200, .missingKey),
    (#"{"error":{"code":"invalid_api_key"}}"#, 401, .badKey), ("Not Found", 404, .notFound),
    ("Cannot GET /v1/models", 404, .notFound),
  ])
  func `throws what is wrong`(body: String, status: Int, code: ProviderError.Code) {
    let error = #expect(throws: ProviderError.self) { try models(body, status: status) }
    #expect(error?.code == code)
  }

  @Test func `asks with the key`() throws {
    let request = format.encodeModelList("https://api.x.ai/v1", try Secret("k1"))
    #expect("\(request)" == "GET https://api.x.ai/v1/models")
    #expect(request.headers["Authorization"] == "Bearer k1")
    #expect(request.headers["User-Agent"] == "sotto/1.0")
    #expect(request.body == [])
  }

  @Test(
    arguments: [
      (
        // OpenRouter
        #"""
        {"id":"openai/gpt-5","context_length":400000,"architecture":
        {"input_modalities":["text","image","file"]},"top_provider":{"context_length":400000,
        "max_completion_tokens":128000},"pricing":{"prompt":"0.00000125","completion":"0.00001",
        "input_cache_read":"0.000000125","image":"0"},"expiration_date":"2026-12-11"}
        """#,
        ModelInfo(
          contextWindow: 400_000, outputLimit: 128_000, inputs: [.text, .image, .pdf],
          price: ModelPrice(rates: .init(input: 1.25, output: 10, cachedInput: 0.125)),
          shutdownDate: "2026-12-11")
      ),
      (
        #"""
        {"id":"x","context_length":1048576,"top_provider":{"context_length":131072,
        "max_completion_tokens":null},"pricing":{"prompt":"0.000002","completion":"0.000012",
        "input_cache_read":"0.0000002","input_cache_write":"0.0000025",
        "overrides":[{"min_prompt_tokens":200001,"prompt":"0.000004","completion":"0.000018"}]}}
        """#,
        ModelInfo(
          contextWindow: 131_072,
          price: ModelPrice(
            rates: .init(input: 2, output: 12, cachedInput: 0.2, cacheWrite: 2.5),
            longContext: .init(
              above: 200_000,
              rates: .init(input: 4, output: 18, cachedInput: 0.2, cacheWrite: 2.5))))
      ),
      (
        #"{"id":"openrouter/auto","context_length":2000000,"pricing":{"prompt":"-1","completion":"-1"}}"#,
        ModelInfo(contextWindow: 2_000_000)
      ),
      (
        #"{"id":"a:free","pricing":{"prompt":"0","completion":"0"}}"#,
        ModelInfo(price: ModelPrice(rates: .init(input: 0, output: 0)))
      ),
      (
        // Groq
        #"{"id":"a","active":true,"context_window":131072,"max_completion_tokens":65536}"#,
        ModelInfo(contextWindow: 131_072, outputLimit: 65_536)
      ),
      (#"{"id":"vllm","max_model_len":32768}"#, ModelInfo(contextWindow: 32_768)),
      (
        // llama.cpp
        #"{"id":"a","meta":{"n_ctx_train":131072,"n_params":1}}"#,
        ModelInfo(contextWindow: 131_072)
      ),
      (
        #"{"id":"a","meta":{"n_ctx_train":131072,"n_ctx":8192}}"#, ModelInfo(contextWindow: 8192)
      ),
      (
        // Anthropic
        #"""
        {"type":"model","id":"claude-opus-5-5","max_input_tokens":1000000,"max_tokens":128000,
        "capabilities":{"image_input":{"supported":true},"pdf_input":{"supported":true}},
        "retires_at":"2027-10-01T00:00:00Z"}
        """#,
        ModelInfo(
          inputLimit: 1_000_000, outputLimit: 128_000, inputs: [.text, .image, .pdf],
          shutdownDate: "2027-10-01")
      ),
      (
        // Gemini
        #"{"name":"models/g","inputTokenLimit":1048576,"outputTokenLimit":65536}"#,
        ModelInfo(inputLimit: 1_048_576, outputLimit: 65_536)
      ),
      (
        // OpenAI: as text or as seconds.
        #"{"id":"gpt-5","object":"model","created":1,"shutdown_date":"2026-12-11"}"#,
        ModelInfo(shutdownDate: "2026-12-11")
      ),
      (#"{"id":"gpt-5","shutdown_date":1796947200}"#, ModelInfo(shutdownDate: "2026-12-11")),
      (
        // Mistral
        #"{"id":"m","max_context_length":262144,"capabilities":{"vision":true}}"#,
        ModelInfo(contextWindow: 262_144, inputs: [.text, .image])
      ),
      (
        #"{"id":"m","max_context_length":262144,"capabilities":{"vision":false}}"#,
        ModelInfo(contextWindow: 262_144, inputs: [.text])
      ),
      (
        // Together
        #"{"id":"t","context_length":8192,"pricing":{"hourly":0,"input":0.18,"output":0.2,"base":0}}"#,
        ModelInfo(
          contextWindow: 8192, price: ModelPrice(rates: .init(input: 0.18, output: 0.2)))
      ),
      (#"{"id":"t","pricing":{"hourly":3,"input":0,"output":0}}"#, ModelInfo()),
      (#"{"name":"ollama","model":"a","size":1,"details":{}}"#, ModelInfo()),
      (
        #"""
        {"id":"nonsense","context_length":"big","context_window":-1,"max_tokens":5,"pricing":[],
        "architecture":7,"capabilities":[],"shutdown_date":"tomorrow...","meta":null}
        """#, ModelInfo()
      ),
      (
        #"{"id":"n","pricing":{"prompt":"NaN","completion":"inf"},"shutdown_date":1e300}"#,
        ModelInfo()
      ),
    ] as [(String, ModelInfo)])
  func `reads what lists say of a model`(element: String, expected: ModelInfo) throws {
    #expect(try info(element) == expected)
  }

  @Test func `leaves out what is not served`() throws {
    #expect(
      try models(#"{"data":[{"id":"a","active":false},{"id":"b","active":true},{"id":"c"}]}"#)
        == ["b", "c"])
  }
}
