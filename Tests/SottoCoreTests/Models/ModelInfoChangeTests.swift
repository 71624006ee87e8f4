import SottoCore
import Testing

@Suite struct ModelInfoChangeTests {
  private let price = ModelPrice(rates: .init(input: 1, output: 2))

  @Test func `overrides what it names, clears what it names as null, and leaves the rest`() {
    var info = ModelInfo(contextWindow: 1, inputLimit: 2, outputLimit: 3, inputs: [.text])
    var change = ModelInfoChange()
    change.contextWindow = 10
    change.outputLimit = .some(nil)
    info.apply(change)
    #expect(info == ModelInfo(contextWindow: 10, inputLimit: 2, inputs: [.text]))
  }

  @Test func `has the date of its price`() {
    var info = ModelInfo(contextWindow: 1, price: price, date: "2026-01-01")
    var limit = ModelInfoChange()
    limit.outputLimit = 5
    limit.date = "2026-02-02"
    info.apply(limit)
    #expect(info.date == "2026-01-01")
    var dearer = ModelInfoChange()
    dearer.price = ModelPrice(rates: .init(input: 3, output: 4))
    info.apply(dearer)
    #expect(info.date == nil)
  }

  @Test func `takes from another source what is unknown here`() {
    let listed = ModelInfo(contextWindow: 1)
    let known = ModelInfo(
      contextWindow: 2, outputLimit: 3, price: price, date: "2026-01-01", shutdownDate: "2027-01-01"
    )
    #expect(
      listed.completed(with: known)
        == ModelInfo(
          contextWindow: 1, outputLimit: 3, price: price, date: "2026-01-01",
          shutdownDate: "2027-01-01"))
    // What a list says now has no date.
    let priced = ModelInfo(price: ModelPrice(rates: .init(input: 9, output: 9)))
    #expect(priced.completed(with: known).price?.rates.input == 9)
    #expect(priced.completed(with: known).date == nil)
  }
}
