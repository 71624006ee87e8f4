/// The token counts of one message's parts.
package struct CountedMessage: Equatable, Sendable {
  /// The role's name, as text.
  package var role: TokenCount
  /// All text of the message.
  package var content: TokenCount
  /// The participant's name, where one is given.
  package var name: TokenCount?

  /// A message from its parts' counts.
  package init(role: TokenCount, content: TokenCount, name: TokenCount? = nil) {
    self.role = role
    self.content = content
    self.name = name
  }
}

/// What a chat request costs beside the text of its messages.
///
/// The figures are those of OpenAI's cookbook ("How to count tokens with tiktoken"). For plain text
/// they agree with the reported usage of the models up to gpt-4o; reasoning models add a few hidden
/// tokens, and other providers have their own formats of about the same size, so there the sum is
/// an estimate.
package struct MessageOverhead: Equatable, Sendable {
  /// Tokens around each message.
  package var perMessage: Int
  /// Tokens more for a message with a name.
  package var perName: Int
  /// Tokens that begin the reply, once for each request.
  package var replyPrefix: Int
  /// Whether the figures are known for the model.
  package var isExact: Bool

  /// The overhead of a model by its name.
  package init(model: String) {
    let name = ModelName(model)
    if name.base == "gpt-3.5-turbo-0301" || name.base == "gpt-35-turbo-0301" {
      self.init(perMessage: 4, perName: -1, isExact: true)
    } else {
      let known = ["gpt-3.5-turbo", "gpt-35-turbo", "gpt-4", "gpt-4o", "gpt-4.1", "chatgpt-4o"]
      self.init(perMessage: 3, perName: 1, isExact: name.belongs(to: known))
    }
  }

  private init(perMessage: Int, perName: Int, isExact: Bool) {
    self.perMessage = perMessage
    self.perName = perName
    self.isExact = isExact
    replyPrefix = 3
  }

  /// The tokens of a request with these messages.
  package func count(_ messages: [CountedMessage]) -> TokenCount {
    messages.reduce(TokenCount(replyPrefix, isExact: isExact)) { $0 + count($1) }
  }

  /// The tokens that one message adds.
  package func count(_ message: CountedMessage) -> TokenCount {
    var count = TokenCount(perMessage, isExact: true) + message.role + message.content
    if let name = message.name { count = count + name + TokenCount(perName, isExact: true) }
    return count
  }
}
