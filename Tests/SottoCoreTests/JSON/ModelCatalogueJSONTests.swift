import SottoCore
import Testing

private func entry(_ members: String) throws -> ModelCatalogue.Entry? {
  let text = #"{"date":"2026-11-30","models":[{"provider":"p","name":"n",\#(members)}]}"#
  return try ModelCatalogue(parsing: Array(text.utf8)).entries.first
}

@Suite struct ModelCatalogueJSONTests {
  @Test func `reads every member`() throws {
    let entry = try entry(
      #"""
      "from":"2026-01-01","until":"2026-12-31","date":"2026-02-02","note":"any words",
      "context":100,"input":90,"output":10,"inputs":["text","pdf"],"shutdown":"2027-01-01",
      "price":{"currency":"CNY","input":2,"cached_input":0.5,"cache_write":3,"output":10,
      "long_context":{"above":50,"input":4,"output":15}}
      """#)
    #expect(entry?.from == "2026-01-01")
    #expect(entry?.until == "2026-12-31")
    var info = ModelInfo()
    if let change = entry?.change { info.apply(change) }
    #expect(
      info
        == ModelInfo(
          contextWindow: 100, inputLimit: 90, outputLimit: 10, inputs: [.text, .pdf],
          price: ModelPrice(
            currency: "CNY", rates: .init(input: 2, output: 10, cachedInput: 0.5, cacheWrite: 3),
            longContext: .init(above: 50, rates: .init(input: 4, output: 15))),
          date: "2026-02-02", shutdownDate: "2027-01-01"))
  }

  @Test func `tells an absent member from a null one`() throws {
    let change = try entry(#""context":null,"price":null"#)?.change
    #expect(change?.contextWindow == .some(nil))
    #expect(change?.price == .some(nil))
    #expect(change?.outputLimit == .none)
    #expect(change?.date == "2026-11-30")
  }

  @Test func `reads providers`() throws {
    let text = #"""
      {"providers":[{"name":"acme","title":"Acme","base_url":"https://acme.example/v1/",
      "kind":"anthropic","key_variable":"ACME_API_KEY","default_model":"m"},
      {"name":"bare","base_url":"http://127.0.0.1:1/v1"}]}
      """#
    let providers = try ModelCatalogue(parsing: Array(text.utf8)).providers
    #expect(
      providers == [
        KnownProvider(
          name: "acme", title: "Acme", kind: .anthropic, baseURL: "https://acme.example/v1",
          keyVariable: "ACME_API_KEY", defaultModel: "m"),
        KnownProvider(
          name: "bare", title: "bare", kind: .openAIChat, baseURL: "http://127.0.0.1:1/v1",
          keyVariable: nil),
      ])
  }

  @Test(arguments: ["{}", "\u{FEFF}{\"models\":[]}", " {\"models\":[],\"providers\":[]}\n"])
  func `reads a file that says nothing`(text: String) throws {
    #expect(try ModelCatalogue(parsing: Array(text.utf8)) == ModelCatalogue())
  }

  @Test func `says at which line and column the text is no JSON`() {
    let text = "{\n  \"models\": [\n    {\"provider\": \"p\",}\n  ]\n}"
    let error = #expect(throws: ModelCatalogueError.self) {
      try ModelCatalogue(parsing: Array(text.utf8))
    }
    #expect(error?.description.contains("line 3, column 22") == true)
    #expect(error?.hint.isEmpty == false)
  }

  @Test(
    arguments: [
      (#""contxt":1"#, "contxt"), (#""context":"big""#, "context"), (#""context":0"#, "context"),
      (#""context":1.5"#, "context"), (#""inputs":"text""#, "inputs"),
      (#""inputs":["text",1]"#, "inputs"), (#""price":3"#, "price"),
      (#""price":{"input":1}"#, "output"), (#""price":{"input":-1,"output":1}"#, "input"),
      (#""price":{"input":"1","output":1}"#, "input"),
      (#""price":{"input":1,"output":1,"long_context":{"input":1,"output":1}}"#, "above"),
      (#""price":{"input":1,"output":1,"per":"hour"}"#, "per"),
      (#""shutdown":"soon""#, "shutdown"), (#""from":"2026-13-01""#, "from"),
      (#""until":20261130"#, "until"),
    ] as [(String, String)])
  func `names the member that is wrong, and its model`(members: String, word: String) {
    let error = #expect(throws: ModelCatalogueError.self) { try entry(members) }
    #expect(error?.description.contains("'\(word)'") == true || word == "price")
    #expect(error?.description.contains("models[0] ('n')") == true)
  }

  @Test(arguments: [
    "[]", "7", #"{"models":{}}"#, #"{"models":[7]}"#, #"{"model":[]}"#, #"{"models":[{}]}"#,
    #"{"models":[{"provider":"p","name":""}]}"#, #"{"providers":[{"name":"a b","base_url":"x"}]}"#,
    #"{"providers":[{"name":"a","base_url":"ftp://x"}]}"#, #"{"date":"today"}"#, "",
  ])
  func `refuses what is no catalogue`(text: String) {
    let error = #expect(throws: ModelCatalogueError.self) {
      try ModelCatalogue(parsing: Array(text.utf8))
    }
    #expect(error?.description.isEmpty == false)
  }

  @Test func `writes what it knows, and null for the rest`() {
    let info = ModelInfo(
      contextWindow: 100, inputs: [.video, .text, ModelInfo.Modality(rawValue: "smell")],
      price: ModelPrice(rates: .init(input: 1, output: 2.5, cachedInput: 0.5)))
    #expect(
      JSONValue.object(info.jsonMembers).encodedText
        == #"{"context":100,"input_limit":null,"output_limit":null,"#
        + #""inputs":["text","video","smell"],"price":{"currency":"USD","input":1.0,"#
        + #""cached_input":0.5,"cache_write":null,"output":2.5,"long_context":null},"#
        + #""date":null,"shutdown":null}"#)
  }
}
