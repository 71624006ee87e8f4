import SottoCore
import SottoProviders
import Testing

private let entries = ModelCatalogue.builtIn.entries
private let prices: [(name: String, price: ModelPrice)] = entries.compactMap { entry in
  guard let price = entry.change.price, let price else { return nil }
  return ("\(entry.provider)/\(entry.name)", price)
}

private func info(_ reference: String, on day: String = "2026-11-30") -> ModelInfo? {
  ModelReference(reference).flatMap { ModelCatalogue.builtIn.info(for: $0, on: day) }
}

@Suite struct ModelCatalogueDataTests {
  @Test func `can be read`() throws {
    let parsed = try ModelCatalogue(parsing: Array(ModelCatalogue.data.utf8))
    #expect(parsed == ModelCatalogue.builtIn)
    #expect(parsed.entries.count > 80)
    #expect(parsed.providers.isEmpty)
  }

  @Test func `speaks of known providers only`() {
    let names = Set(ProviderPreset.all.map(\.known.name))
    #expect(names.isSuperset(of: entries.map(\.provider)))
  }

  @Test func `says nothing twice`() {
    for (place, entry) in entries.enumerated() {
      for other in entries[(place + 1)...]
      where entry.provider == other.provider && entry.name == other.name {
        #expect(!overlap(entry, other) || !shareMembers(entry, other), "\(entry.name)")
      }
    }
  }

  private func overlap(_ one: ModelCatalogue.Entry, _ other: ModelCatalogue.Entry) -> Bool {
    (one.from ?? "") <= (other.until ?? "9") && (other.from ?? "") <= (one.until ?? "9")
  }

  private func shareMembers(_ one: ModelCatalogue.Entry, _ other: ModelCatalogue.Entry) -> Bool {
    let (one, other) = (one.change, other.change)
    return one.contextWindow != nil && other.contextWindow != nil
      || one.inputLimit != nil && other.inputLimit != nil
      || one.outputLimit != nil && other.outputLimit != nil
      || one.inputs != nil && other.inputs != nil || one.price != nil && other.price != nil
      || one.shutdownDate != nil && other.shutdownDate != nil
  }

  @Test func `has prices that make sense`() {
    for (name, price) in prices {
      for rates in [price.rates, price.longContext?.rates].compactMap({ $0 }) {
        #expect(rates.input > 0 && rates.output >= rates.input, "\(name)")
        if let cached = rates.cachedInput {
          #expect(cached > 0 && cached <= rates.input, "\(name)")
        }
        if let written = rates.cacheWrite { #expect(written >= rates.input, "\(name)") }
      }
      if let long = price.longContext {
        #expect(long.above > 0 && long.rates.input > price.rates.input, "\(name)")
        #expect((long.rates.cachedInput == nil) == (price.rates.cachedInput == nil), "\(name)")
      }
    }
  }

  @Test func `has limits that make sense, and a date for each entry`() {
    for entry in entries {
      #expect(entry.change.date != nil, "\(entry.name)")
      guard let window = entry.change.contextWindow ?? nil else { continue }
      #expect((entry.change.outputLimit ?? nil) ?? 1 <= window, "\(entry.name)")
      #expect((entry.change.inputLimit ?? nil) ?? 1 <= window, "\(entry.name)")
    }
  }

  @Test func `gives no price by a pattern`() {
    #expect(entries.allSatisfy { !$0.isPattern || $0.change.price == nil })
  }

  @Test func `knows the default model of each provider that it speaks of`() {
    for provider in Set(entries.map(\.provider)) {
      let model = ProviderPreset.named(provider)?.known.defaultModel ?? ""
      #expect(info("\(provider)/\(model)")?.price != nil, "\(provider)/\(model)")
    }
  }

  @Test func `has the figures of the newest models`() {
    let sol = info("openai/gpt-6.2-sol")
    #expect(sol?.contextWindow == 1_050_000)
    #expect(sol?.inputLimit == 922_000)
    #expect(sol?.outputLimit == 128_000)
    #expect(sol?.inputs == [.text, .image, .pdf])
    #expect(
      sol?.price
        == ModelPrice(
          rates: .init(input: 2, output: 10, cachedInput: 0.1, cacheWrite: 2.5),
          longContext: .init(
            above: 272_000, rates: .init(input: 4, output: 15, cachedInput: 0.2, cacheWrite: 5))))
    #expect(info("anthropic/claude-haiku-5-5")?.price?.longContext?.rates.input == 0.5)
    #expect(info("gemini/gemini-3.8-flash", on: "2026-12-31")?.price?.rates.output == 3.75)
    #expect(info("gemini/gemini-3.8-flash", on: "2027-01-01")?.price?.rates.output == 7.5)
    #expect(info("gemini/gemini-4-argon", on: "2026-12-01")?.price?.rates.cachedInput == 0.2)
    #expect(
      info("anthropic/claude-sonnet-5-5", on: "2026-10-06")?.price?.rates.cachedInput == 0.2)
    #expect(
      info("anthropic/claude-sonnet-5-5", on: "2026-10-07")?.price?.rates.cachedInput == 0.1)
    // The peak price, so that no cost is shown too low.
    #expect(
      info("deepseek/deepseek-flash")?.price
        == ModelPrice(currency: "CNY", rates: .init(input: 2, output: 8, cachedInput: 0.04)))
    #expect(info("openai/gpt-4o-2024-08-06")?.price?.rates.input == 2.5)
    #expect(info("openai/gpt-4o-2024-05-13")?.price?.rates.input == 5)
    #expect(info("openai/o3-pro")?.shutdownDate == "2026-12-11")
    #expect(info("openai/o3-pro")?.price == nil)
  }
}
