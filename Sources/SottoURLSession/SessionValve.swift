import Foundation
import SottoTransport
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Holds the sender back while the reader has enough. What still comes then waits here, in its
/// order and bounded.
final class SessionValve: Sendable {
  /// Bytes that may wait here: several times what a system reads ahead for a suspended task.
  static let capacity = 16 * 1024 * 1024

  enum Passed {
    /// The reader has it, or will have it first.
    case through
    /// It waits here.
    case heldBack
    /// There is no room for it.
    case overflow
  }

  private struct State {
    var waiting: [[UInt8]] = []
    var bytes = 0
  }

  private let task: URLSessionDataTask
  private let state = Mutex(State())

  init(_ task: URLSessionDataTask) { self.task = task }

  /// Gives `exchange` a piece behind those that wait.
  func pass(_ piece: [UInt8], to exchange: Exchange) -> Passed {
    defer { exchange.deliver() }
    return state.withLock { state in
      if state.waiting.isEmpty {
        if exchange.receive(piece) { return .through }
        suspend()
      }
      guard state.bytes + piece.count <= Self.capacity else { return .overflow }
      state.waiting.append(piece)
      state.bytes += piece.count
      return .heldBack
    }
  }

  /// There may be room again. Answers whether nothing waits here any more.
  func open(to exchange: Exchange) -> Bool {
    defer { exchange.deliver() }
    return state.withLock { state in
      guard !state.waiting.isEmpty else { return false }
      let taken = state.waiting.firstIndex { !exchange.receive($0) } ?? state.waiting.endIndex
      state.bytes -= state.waiting[..<taken].reduce(0) { $0 + $1.count }
      state.waiting.removeFirst(taken)
      guard state.waiting.isEmpty else { return false }
      resume()
      return true
    }
  }

  /// Drops and answers what waits.
  @discardableResult
  func drain() -> [[UInt8]] {
    state.withLock { state in
      defer { state = State() }
      return state.waiting
    }
  }

  // swift-corelibs-foundation closes the connection of a suspended task, and sends the request again
  // when it is to go on. It has no other way of reading less.
  #if canImport(FoundationNetworking)
    private func suspend() {}
    private func resume() {}
  #else
    private func suspend() { task.suspend() }
    private func resume() { task.resume() }
  #endif
}
