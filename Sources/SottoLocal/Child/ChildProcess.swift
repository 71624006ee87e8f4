import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A running program that ends with us.
///
/// Its standard input is a pipe that only this process can write to. When the pipe closes, because
/// this object went away or this process ended in whatever way, `kill -9` included, the program has
/// to end; `ParentWatch` does that for programs that would not by themselves. Once ended it is
/// reaped at once, with everything left of its process group.
package final class ChildProcess: Sendable {
  /// How a program ended.
  package enum Exit: Hashable, Sendable {
    case status(Int32)
    case signal(Int32)
  }

  private enum Phase {
    case running, exited
  }

  /// What the waiting threads share; they do not keep the `ChildProcess` itself alive.
  private final class Shared: Sendable {
    let phase = Mutex(Phase.running)
    let exit = OneShot<Exit>()
    let firstLine = OneShot<String?>()
  }

  /// The process number.
  package let pid: Int32
  private let input: Mutex<Descriptor?>
  private let shared: Shared

  /// Starts a program.
  /// - Parameters:
  ///   - program: an absolute path.
  ///   - arguments: seen by everyone on the machine, so never a secret.
  ///   - environment: all that the program gets to see; nothing is handed down.
  ///   - input: put into its standard input, which then stays open. At most 4096 bytes.
  ///   - log: the file that takes its standard error, emptied first, readable by its owner only.
  /// - Throws: `LocalModelError` with the code `.system`.
  package init(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = [:],
    input: [UInt8] = [], log: String = "/dev/null"
  ) throws(LocalModelError) {
    let inputPipe = try Pipe()
    let outputPipe = try Pipe()
    let errors = try Descriptor.log(at: log)
    // Written before the program starts: while we hold the other end, no SIGPIPE can come of it.
    try inputPipe.writing.writeAll(Array(input.prefix(4096)))
    let pid = try spawn(
      program, arguments, environment: environment.map { "\($0.key)=\($0.value)" },
      input: inputPipe.reading, output: outputPipe.writing, errors: errors)
    self.pid = pid
    self.input = Mutex(inputPipe.writing)
    let shared = Shared()
    self.shared = shared
    // Our copy of the writing end goes away with `outputPipe`, or reading would never end.
    let output = outputPipe.reading
    Self.onThread("output") { Self.read(output, into: shared) }
    Self.onThread("exit") { Self.awaitExit(of: pid, into: shared) }
  }

  /// Whether the program has not ended yet.
  package var isRunning: Bool { shared.exit.current == nil }

  /// The first line of the program's standard output; nil when it closed its output without one, or
  /// wrote none within the limit.
  package func firstLine(within limit: Duration) async throws -> String? {
    try await shared.firstLine.value(within: limit) ?? nil
  }

  /// Waits until the program has ended and is reaped.
  package func exit() async throws -> Exit { try await shared.exit.value() }

  /// Closes the program's standard input, which asks it to end.
  package func closeInput() { input.withLock { $0 = nil } }

  /// Ends the program and waits until it is reaped: first politely, then, after `grace`, by force.
  package func stop(grace: Duration = .seconds(2)) async {
    closeInput()
    signal(SIGTERM)
    // In a task of its own: a cancelled caller must not leave the program behind.
    await Task {
      // Neither wait can throw, since nobody cancels this task.
      let ended = try? await shared.exit.value(within: grace)
      if (ended ?? nil) == nil { signal(SIGKILL) }
      _ = try? await shared.exit.value()
    }.value
  }

  /// Sends a signal to the program and all that it started.
  package func signal(_ number: Int32) {
    shared.phase.withLock { phase in
      if phase == .running { _ = kill(-pid, number) }
    }
  }

  private static func onThread(_ name: String, _ work: @escaping @Sendable () -> Void) {
    // A queue of its own is a thread of its own: these calls block as long as the program runs.
    DispatchQueue(label: "sotto.child.\(name)").async(execute: work)
  }

  private static func read(_ output: Descriptor, into shared: Shared) {
    var line: [UInt8]? = []
    while case let bytes = output.readSome(), !bytes.isEmpty {
      // The rest is read and dropped, or the program would block once the pipe is full.
      guard var known = line else { continue }
      known += bytes
      line = known
      if let end = known.firstIndex(of: UInt8(ascii: "\n")) {
        shared.firstLine.fulfil(String(decoding: known[..<end], as: UTF8.self))
        line = nil
      } else if known.count > 4096 {
        line = nil
      }
    }
    shared.firstLine.fulfil(nil)
  }

  private static func awaitExit(of pid: pid_t, into shared: Shared) {
    let status = waitForExit(of: pid) { shared.phase.withLock { $0 = .exited } }
    let signal = status & 0x7f
    shared.exit.fulfil(signal == 0 ? .status((status >> 8) & 0xff) : .signal(signal))
  }
}
