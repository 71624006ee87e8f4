import SottoCore
import Testing

private let catalogue: ModelCatalogue = {
  do {
    return try ModelCatalogue(
      parsing: Array(
        #"""
        {"date":"2026-11-30","models":[
        {"provider":"openai","name":"gpt-*","inputs":["text","image"]},
        {"provider":"openai","name":"gpt-4o","context":128000,"output":16384,
         "price":{"input":2.5,"cached_input":1.25,"output":10},"shutdown":"2027-01-14"},
        {"provider":"openai","name":"gpt-4o-2024-05-13","output":4096,"date":"2026-05-12",
         "price":{"input":5,"output":15}},
        {"provider":"openai","name":"gpt-4o-mini","context":128000,"price":{"input":0.15,"output":0.6}},
        {"provider":"anthropic","name":"claude-sonnet-4-5","context":1000000},
        {"provider":"gemini","name":"gemini-4-argon","context":1048576},
        {"provider":"gemini","name":"gemini-4-argon","until":"2026-11-30",
         "price":{"input":2,"output":10}},
        {"provider":"gemini","name":"gemini-4-argon","from":"2026-12-01",
         "price":{"input":4,"output":20}},
        {"provider":"*","name":"open-weights","context":4096},
        {"provider":"fast","name":"open-weights","context":2048}
        ]}
        """#.utf8))
  } catch {
    Issue.record(error)
    return ModelCatalogue()
  }
}()

private func info(_ reference: String, on day: String = "2026-11-30") -> ModelInfo? {
  ModelReference(reference).flatMap { catalogue.info(for: $0, on: day) }
}

@Suite struct ModelCatalogueTests {
  @Test(arguments: [
    "openai/gpt-4o", "openai/gpt-4o-2024-08-06", "openai/gpt-4o-20240806", "openai/gpt-4o@20240806",
    "openai/gpt-4o-latest",
  ])
  func `knows a model by its dated names`(name: String) {
    #expect(info(name)?.contextWindow == 128_000)
    #expect(info(name)?.price?.rates.input == 2.5)
    #expect(info(name)?.shutdownDate == "2027-01-14")
  }

  @Test(arguments: [
    "openai/gpt-4o-audio", "openai/gpt-4", "openai/gpt-4o-2024", "openai/gpt-4o-2024-13-06",
    "openai/gpt-4o-99990101x", "openai/gpt-4o-mini-high", "other/gpt-4o", "openai/GPT-4O",
    "openai/-latest", "openai/-2024-08-06",
  ])
  func `guesses no price for another name`(name: String) {
    #expect(info(name)?.price == nil)
    #expect(info(name)?.contextWindow == nil)
  }

  @Test func `does not take one model for another that begins alike`() {
    #expect(info("openai/gpt-4o-mini-2024-07-18")?.price?.rates.input == 0.15)
    #expect(info("openai/gpt-4o-mini")?.outputLimit == nil)
  }

  @Test func `lets a dated entry go before the undated one, member by member`() {
    let dated = info("openai/gpt-4o-2024-05-13")
    #expect(dated?.price == ModelPrice(rates: .init(input: 5, output: 15)))
    #expect(dated?.outputLimit == 4096)
    #expect(dated?.contextWindow == 128_000)
    #expect(dated?.date == "2026-05-12")
  }

  @Test func `fills in from patterns what exact entries leave open`() {
    #expect(info("openai/gpt-4o")?.inputs == [.text, .image])
    #expect(info("openai/gpt-9")?.inputs == [.text, .image])
    #expect(info("openai/o9") == nil)
  }

  @Test(arguments: [
    "openrouter/openai/gpt-4o", "openrouter/openai/gpt-4o-2024-08-06:free", "groq/openai/gpt-4o",
  ])
  func `takes a vendor's limits for what others sell, but not its price`(name: String) {
    #expect(info(name)?.contextWindow == 128_000)
    #expect(info(name)?.outputLimit == 16_384)
    #expect(info(name)?.price == nil)
    #expect(info(name)?.shutdownDate == nil)
  }

  @Test func `reads a vendor's names in a seller's spelling`() {
    #expect(info("openrouter/anthropic/claude-sonnet-4.5")?.contextWindow == 1_000_000)
    #expect(info("openrouter/google/gemini-4-argon")?.contextWindow == 1_048_576)
    #expect(info("openrouter/nobody/gpt-4o") == nil)
    #expect(info("openrouter/openai/") == nil)
  }

  @Test func `reads Gemini's folder`() {
    #expect(info("gemini/models/gemini-4-argon")?.contextWindow == 1_048_576)
  }

  @Test(arguments: [("2026-01-01", 2.0), ("2026-11-30", 2), ("2026-12-01", 4), ("2030-01-01", 4)])
  func `takes the price of the day`(day: String, input: Double) {
    #expect(info("gemini/gemini-4-argon", on: day)?.price?.rates.input == input)
    #expect(info("gemini/gemini-4-argon", on: day)?.contextWindow == 1_048_576)
  }

  @Test func `puts a provider's own entry over the one for all`() {
    #expect(info("any/open-weights")?.contextWindow == 4096)
    #expect(info("fast/open-weights")?.contextWindow == 2048)
  }

  @Test func `lists the models that a provider still serves`() {
    #expect(
      catalogue.models(of: "openai", on: "2026-11-30") == [
        "gpt-4o", "gpt-4o-2024-05-13", "gpt-4o-mini",
      ])
    #expect(catalogue.models(of: "openai", on: "2027-01-15") == ["gpt-4o-mini"])
    #expect(catalogue.models(of: "nobody", on: "2026-11-30").isEmpty)
  }

  @Test(arguments: [
    ("*", true), ("gpt*", true), ("*mini", true), ("*4*m*", true), ("gpt-4o-mini*", true),
    ("gpt-4o-mini", true), ("g*pt", false), ("*mini-", false), ("mini*", false), ("**i", true),
  ])
  func `matches patterns`(pattern: String, isMatch: Bool) {
    var change = ModelInfoChange()
    change.contextWindow = 7
    let catalogue = ModelCatalogue(entries: [
      ModelCatalogue.Entry(provider: "p", name: pattern, change: change)
    ])
    let reference = ModelReference(provider: "p", model: "gpt-4o-mini")
    #expect((catalogue.info(for: reference, on: "2026-11-30")?.contextWindow == 7) == isMatch)
  }
}
