public import SottoCore

/// What a model gets to read: the request, piece by piece, and what is not in it.
struct ModelContext: Sendable {
  var request: ModelRequest
  /// In the order in which they go.
  var blocks: [ContextBlock] = []
  var omitted: [ContextOmission] = []
  /// `nil` where the model's window is not known.
  var budget: ContextBudget?
  var total = InputTokens(0, isExact: true)
  /// By how many tokens what must go is too much; 0 when it fits.
  var excess = 0
  /// The files of the message that is answered which do not go.
  var unsentFiles: [UnsentFile] = []

  /// Why it cannot be sent; `nil` when it can.
  var refusal: SottoError? {
    guard excess > 0, let budget else { return nil }
    let most = max(0, budget.most)
    let about = total.isExact ? "" : "about "
    return SottoError(
      .contextTooLarge,
      "the message, with what always goes with it, is \(about)\(excess) tokens too long: the model "
        + "takes \(most) of its \(budget.window) beside the answer",
      hint:
        "shorten it, unpin messages, lower the output limit, or use a model with a larger window")
  }
}

extension ModelContext {
  mutating func add(_ block: ContextBlock) {
    blocks.append(block)
    total = total + block.tokens
  }

  /// Adds words that are no message of the path.
  mutating func add(
    _ entry: ModelRequest.Entry, as origin: ContextBlock.Origin, from id: MessageID? = nil,
    _ counter: RequestCounter
  ) {
    request.entries.append(entry)
    add(
      ContextBlock(
        origin: origin, messageID: id, role: entry.role, parts: entry.parts,
        tokens: counter.count(entry)))
  }

  mutating func add(_ piece: ContextPiece, as origin: ContextBlock.Origin) {
    request.entries.append(piece.entry)
    request.files.merge(piece.files) { first, _ in first }
    add(
      ContextBlock(
        origin: origin, messageID: piece.message.id, role: piece.entry.role,
        parts: piece.entry.parts, tokens: piece.tokens))
    omitted += piece.unsent.map { unsent in
      ContextOmission(messageID: piece.message.id, reason: unsent.reason, file: unsent.file)
    }
  }

  /// Where the model's own limit and the input are more than the window, the answer gets what is left:
  /// providers that are told the limit refuse a request for more.
  mutating func limitOutput(to limit: Int?) {
    guard request.settings.maxOutputTokens == nil, let limit, let budget else { return }
    let left = budget.window - budget.margin - total.count
    if limit > left { request.settings.maxOutputTokens = max(1, left) }
  }
}

/// A piece of a request.
public struct ContextBlock: Hashable, Sendable {
  /// Where a piece comes from.
  public enum Origin: String, Hashable, Sendable {
    /// The instructions before the conversation, and the frame of the request.
    case system
    /// The tools that are offered.
    case toolDefinitions = "tool_definitions"
    /// A summary in place of older messages.
    case summary
    /// A message that always goes.
    case pinned
    /// A message.
    case message
    /// The message that is being written.
    case draft
    /// Words of this program.
    case note
  }

  /// Where it comes from.
  public var origin: Origin
  /// The message or summary; `nil` for all else.
  public var messageID: MessageID?
  /// Who speaks, as the model gets it; `nil` for what is no message.
  public var role: ModelRequest.Entry.Role?
  /// What is said; of files the reference.
  public var parts: [Part]
  /// What it takes.
  public var tokens: InputTokens
}
