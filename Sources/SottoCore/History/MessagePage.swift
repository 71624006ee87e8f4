/// A piece of the chosen path, as a page shows it. Messages that are deleted are not in it.
public struct MessagePage: Hashable, Sendable {
  /// Oldest first.
  public var messages: [Message]
  /// The alternatives of each message that has some.
  public var siblings: [MessageID: Siblings]
  /// Whether the path has messages before these.
  public var hasMore: Bool
  /// Whether the path goes on after these.
  public var hasNewer: Bool

  /// A page with its parts as they are; empty by default.
  public init(
    messages: [Message] = [], siblings: [MessageID: Siblings] = [:], hasMore: Bool = false,
    hasNewer: Bool = false
  ) {
    self.messages = messages
    self.siblings = siblings
    self.hasMore = hasMore
    self.hasNewer = hasNewer
  }
}

/// The place of a message among those that could stand where it stands, in the order in which they
/// were written. Where a message is deleted, those that followed it stand in its place.
public struct Siblings: Hashable, Sendable {
  /// Its place, from 1.
  public var index: Int
  /// How many there are, itself included.
  public var count: Int
  /// The one before it; `nil` for the first.
  public var previousID: MessageID?
  /// The one after it; `nil` for the last.
  public var nextID: MessageID?

  /// A place with its parts as they are.
  public init(index: Int, count: Int, previousID: MessageID?, nextID: MessageID?) {
    self.index = index
    self.count = count
    self.previousID = previousID
    self.nextID = nextID
  }

  /// The place of `id` in a list that holds it; `nil` where it has no siblings.
  public init?(of id: MessageID, among list: [MessageID]) {
    guard list.count > 1, let place = list.firstIndex(of: id) else { return nil }
    self.init(
      index: place + 1, count: list.count, previousID: place > 0 ? list[place - 1] : nil,
      nextID: place + 1 < list.count ? list[place + 1] : nil)
  }
}

/// Which part of the chosen path a page is, seen from a message on it.
public enum MessagePlace: Hashable, Sendable {
  /// The message, with as many before it as after it, as far as there are some.
  case around(MessageID)
  /// What follows the message, without it.
  case after(MessageID)
}
