import SottoCore
import SottoHTTP
import SottoMarkdown

/// The state of one client's view of a turn: the content so far, and for each part the blocks it
/// has been sent.
struct TurnRendering {
  private let resumeAfter: Int
  private var content: MessageContent
  private var streams: [Int: MarkdownStream] = [:]
  private var changedParts: Set<Int> = []
  /// The last updates of parts that will not grow any more, not sent yet.
  private var closing: [(part: Int, update: BlockUpdate)] = []

  init(base: MessageContent, resumeAfter: Int) {
    self.resumeAfter = resumeAfter
    content = base
    for (index, part) in base.parts.enumerated() {
      guard let text = part.markdown else { continue }
      streams[index, default: MarkdownStream()].append(text)
    }
  }

  /// The events of a batch that the client has not seen; the texts among them as one update for
  /// each part.
  mutating func events(for batch: [StoredEvent]) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    for stored in batch {
      apply(stored.event)
      guard stored.sequence > resumeAfter else { continue }
      switch stored.event {
      case .text, .reasoning: continue
      default:
        if stored.event.isTerminal { finishParts() }
        // The blocks are of the events before this one: whoever loses the connection between the
        // two gets this one again.
        events += updates(id: stored.sequence - 1)
        events.append(ServerSentEvent(stored))
      }
    }
    if let last = batch.last, last.sequence > resumeAfter, !last.event.isTerminal {
      events += updates(id: last.sequence)
    }
    return events
  }

  private mutating func apply(_ event: TurnEvent) {
    let partCount = content.parts.count
    content.apply(event)
    guard let delta = event.markdownDelta, let index = content.parts.indices.last else { return }
    // A new part begins: the one before it will not grow any more.
    if content.parts.count > partCount { finishParts() }
    streams[index, default: MarkdownStream()].append(delta)
    changedParts.insert(index)
  }

  private mutating func finishParts() {
    for part in streams.keys.sorted() {
      if let update = streams[part]?.finish() { closing.append((part, update)) }
    }
    changedParts = []
  }

  private mutating func updates(id: Int) -> [ServerSentEvent] {
    var updates = closing
    for part in changedParts.sorted() {
      if let update = streams[part]?.update() { updates.append((part, update)) }
    }
    closing = []
    changedParts = []
    return updates.map { event(id: id, part: $0.part, update: $0.update) }
  }

  private func event(id: Int, part: Int, update: BlockUpdate) -> ServerSentEvent {
    let isReasoning = if case .reasoning = content.parts[part] { true } else { false }
    let data: JSONValue = .object([
      "part": .integer(Int64(part)), "keep": .integer(Int64(update.keep)),
      "html": .array(update.html.map(JSONValue.string)),
    ])
    return ServerSentEvent(
      id: "\(id)", event: isReasoning ? "reasoning_blocks" : "blocks", data: data.encodedText)
  }
}

extension TurnEvent {
  fileprivate var markdownDelta: String? {
    switch self {
    case .text(let delta), .reasoning(let delta): delta
    default: nil
    }
  }
}

extension Part {
  fileprivate var markdown: String? {
    switch self {
    case .text(let text), .reasoning(let text): text
    case .file, .refusal, .toolCall, .toolResult, .signature, .opaque: nil
    }
  }
}
