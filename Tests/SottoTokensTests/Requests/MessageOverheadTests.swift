import SottoTokens
import Testing

/// The example of OpenAI's cookbook, with the counts that it reports from the API.
private let messages: [(role: String, name: String?, content: String)] = [
  (
    "system", nil,
    "You are a helpful, pattern-following assistant that translates corporate jargon into plain English."
  ),
  ("system", "example_user", "New synergies will help drive top-line growth."),
  ("system", "example_assistant", "Things working well together will increase revenue."),
  (
    "system", "example_user",
    "Let's circle back when we have more bandwidth to touch base on opportunities for increased leverage."
  ),
  (
    "system", "example_assistant",
    "Let's talk later when we're less busy about how to do better."
  ),
  (
    "user", nil,
    "This late pivot means we don't have time to boil the ocean for the client deliverable."
  ),
]

@Suite struct MessageOverheadTests {
  @Test(arguments: [("gpt-4", 129), ("gpt-3.5-turbo", 129), ("gpt-4o-mini", 124)])
  func `counts a request as the provider does`(model: String, expected: Int) throws {
    let tokenizer = ModelTokenizer(model: model)
    let encoding = try #require(tokenizer.encoding)
    guard try InstalledVocabularies.encoder(for: encoding) != nil else { return }
    let shelf = InstalledVocabularies.shelf
    let counted = try messages.map { message in
      CountedMessage(
        role: try shelf.count(message.role, for: tokenizer),
        content: try shelf.count(message.content, for: tokenizer),
        name: try message.name.map { try shelf.count($0, for: tokenizer) })
    }
    #expect(
      MessageOverhead(model: model).count(counted) == TokenCount(expected, isExact: true))
  }

  @Test(
    arguments: [
      ("gpt-4o", 3 + 3 + 1 + 10 + 2 + 1, true),
      ("openai/gpt-4.1-mini", 3 + 3 + 1 + 10 + 2 + 1, true),
      ("gpt-3.5-turbo-0301", 3 + 4 + 1 + 10 + 2 - 1, true),
      ("gpt-35-turbo-0301", 3 + 4 + 1 + 10 + 2 - 1, true),
      ("o3", 3 + 3 + 1 + 10 + 2 + 1, false),
      ("claude-opus-5", 3 + 3 + 1 + 10 + 2 + 1, false),
    ])
  func `adds what surrounds a message`(model: String, expected: Int, isExact: Bool) {
    let message = CountedMessage(
      role: TokenCount(1, isExact: true), content: TokenCount(10, isExact: true),
      name: TokenCount(2, isExact: true))
    let count = MessageOverhead(model: model).count([message])
    #expect(count == TokenCount(expected, isExact: isExact))
  }

  @Test func `a request without messages still begins its reply, and an estimate stays one`() {
    let overhead = MessageOverhead(model: "gpt-4o")
    #expect(overhead.count([]) == TokenCount(3, isExact: true))
    let message = CountedMessage(
      role: TokenCount(1, isExact: true), content: TokenCount(10, isExact: false))
    #expect(overhead.count([message]) == TokenCount(17, isExact: false))
  }
}
