package import SottoCore

/// Requests that wait: conversations take turns, and within one the first that came goes first. So
/// a conversation with a hundred requests delays another by one request at a time.
package struct FairLine {
  private var tickets: [ConversationID: [Ticket]] = [:]
  /// The conversations with tickets, in the order of their turns.
  private var turns: [ConversationID] = []

  /// How many wait.
  package private(set) var count = 0

  /// The one that goes next.
  package var first: Ticket? { turns.first.flatMap { tickets[$0]?.first } }

  package init() {}

  /// Puts a request behind those of its conversation.
  package mutating func append(_ ticket: Ticket, of conversation: ConversationID) {
    if tickets[conversation] == nil { turns.append(conversation) }
    tickets[conversation, default: []].append(ticket)
    count += 1
  }

  /// Takes the one that goes next.
  package mutating func popFirst() -> Ticket? {
    guard let conversation = turns.first, let ticket = tickets[conversation]?.removeFirst() else {
      return nil
    }
    count -= 1
    turns.removeFirst()
    if tickets[conversation]?.isEmpty ?? true {
      tickets[conversation] = nil
    } else {
      turns.append(conversation)
    }
    return ticket
  }

  /// Takes one out that waits no longer.
  ///
  /// - Returns: whether it was waiting.
  @discardableResult
  package mutating func remove(_ ticket: Ticket, of conversation: ConversationID) -> Bool {
    guard let index = tickets[conversation]?.firstIndex(of: ticket) else { return false }
    tickets[conversation]?.remove(at: index)
    count -= 1
    if tickets[conversation]?.isEmpty ?? true {
      tickets[conversation] = nil
      turns.removeAll { $0 == conversation }
    }
    return true
  }
}

/// The number of one request in the queue, never used twice.
package struct Ticket: Hashable, Sendable {
  package var number: UInt64

  package init(number: UInt64) { self.number = number }
}
