import Synchronization

/// One client's connection, from accept to close.
final class Peer: Sendable {
  private struct State {
    var hasLeft = false
    var isLingering = false
    /// The answer that wants to know when the client leaves.
    var waiting: PendingReply?
  }

  let id: UInt64
  let socket: Int32
  let remoteAddress: String
  private let state = Mutex(State())

  init(id: UInt64, connection: Connection) {
    self.id = id
    socket = connection.socket
    remoteAddress = connection.remoteAddress
  }

  /// Tells `reply` when the client leaves, also when it already has.
  func attach(_ reply: PendingReply) {
    let hasLeft = state.withLock { state in
      state.waiting = reply
      return state.hasLeft
    }
    if hasLeft { reply.clientLeft() }
  }

  func detach() {
    state.withLock { $0.waiting = nil }
  }

  /// The client has closed its side.
  func left() {
    let reply = state.withLock { state in
      state.hasLeft = true
      return state.waiting
    }
    reply?.clientLeft()
  }

  /// The answer came before the body was read: closing with unread bytes would reset the connection
  /// and could take the answer with it.
  func lingerAtEnd() {
    state.withLock { $0.isLingering = true }
  }

  var lingers: Bool { state.withLock { $0.isLingering } }
}
