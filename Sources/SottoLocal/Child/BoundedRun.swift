#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One run of a program that reads bytes and writes bytes, within limits. It gets no shell, nothing of
/// our environment and no file.
struct BoundedRun {
  /// What a run may take.
  struct Limits {
    /// Of address space, in bytes; kept on Linux only.
    var memory: Int
    /// Of processor time, in seconds; kept on Linux only.
    var processor: Int
    /// From the start to the end.
    var time: Duration
    /// Of output, in bytes: a program that writes more is ended.
    var output: Int
  }

  /// How a run ended.
  enum Ending: Hashable {
    case status(Int32)
    case signal(Int32)
    /// It was ended for its time.
    case late
    /// It was ended for its output, of which the first bytes are there.
    case tooLong
  }

  private(set) var ending: Ending
  private(set) var output: [UInt8] = []
  /// The first bytes of its standard error.
  private(set) var errors: [UInt8] = []

  private static let limiter = "/usr/bin/prlimit"
  private static let errorLimit = 4096

  /// Runs a program to its end. Blocks the thread.
  ///
  /// - Parameters:
  ///   - program: an absolute path.
  ///   - arguments: seen by everyone on the machine, so never a secret.
  ///   - input: its standard input, through a pipe: nothing of it comes onto a disk.
  ///   - limits: what the run may take.
  /// - Throws: `LocalModelError` when the program cannot be started.
  init(
    _ program: String, _ arguments: [String], input: [UInt8], limits: Limits
  ) throws(LocalModelError) {
    let deadline = ContinuousClock.now + limits.time
    var child = try Child(Self.command(program, arguments, limits))
    var rest = input[...]
    var isCut = false
    while !isCut, child.output != nil || child.errors != nil {
      // Closed, which is the end of the file to the program.
      if rest.isEmpty { child.input = nil }
      guard child.wait(until: deadline) else { break }
      if let end = child.input, !end.writeSome(of: &rest) { child.input = nil }
      if let end = child.output, !end.readSome(into: &output) { child.output = nil }
      if let end = child.errors, !end.readSome(into: &errors) { child.errors = nil }
      errors = Array(errors.prefix(Self.errorLimit))
      isCut = output.count > limits.output
    }
    if isCut { child.end() }
    let isLate = !child.hasEnded(by: deadline)
    if isLate { child.end() }
    let status = waitForExit(of: child.pid) {}
    if isCut {
      output = Array(output.prefix(limits.output))
      ending = .tooLong
    } else if isLate {
      ending = .late
    } else {
      let signal = status & 0x7f
      ending = signal == 0 ? .status((status >> 8) & 0xff) : .signal(signal)
    }
  }

  /// Through the system's own tool, so that the limits hold from the program's first moment on.
  private static func command(
    _ program: String, _ arguments: [String], _ limits: Limits
  ) -> [String] {
    guard access(limiter, X_OK) == 0 else { return [program] + arguments }
    return [
      limiter, "--as=\(limits.memory)", "--cpu=\(limits.processor)", "--fsize=0", "--core=0",
      "--nofile=64", program,
    ] + arguments
  }
}

/// A program with our ends of its three pipes, which do not block and are closed where they are `nil`.
private struct Child {
  let pid: pid_t
  var input: Descriptor?
  var output: Descriptor?
  var errors: Descriptor?

  init(_ command: [String]) throws(LocalModelError) {
    let pipes = try [Pipe(), Pipe(), Pipe()]
    pid = try spawn(
      command[0], Array(command.dropFirst()), environment: ["LC_ALL=C.UTF-8"],
      input: pipes[0].reading, output: pipes[1].writing, errors: pipes[2].writing)
    // The program's ends are closed on our side when this returns, or reading would never end.
    input = pipes[0].writing
    output = pipes[1].reading
    errors = pipes[2].reading
    for end in [input, output, errors] { end?.makeNonblocking() }
  }

  /// Waits until one of the pipes can go on.
  ///
  /// - Returns: whether one can; `false` when the time is over.
  func wait(until deadline: ContinuousClock.Instant) -> Bool {
    var waits = [output, errors].compactMap { end in
      end.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
    }
    if let input { waits.append(pollfd(fd: input.number, events: Int16(POLLOUT), revents: 0)) }
    while true {
      let left = (deadline - .now) / .milliseconds(1)
      if left <= 0 { return false }
      let count = poll(&waits, nfds_t(waits.count), Int32(min(left.rounded(.up), 60_000)))
      if count > 0 { return true }
      if count < 0, errno != EINTR { return false }
    }
  }

  /// Waits until it has ended. It is not reaped by that, so its number stays its own.
  func hasEnded(by deadline: ContinuousClock.Instant) -> Bool {
    while true {
      var info = siginfo_t()
      let result = waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT | WNOHANG)
      if result == 0, info.si_signo == SIGCHLD { return true }
      if ContinuousClock.now >= deadline { return false }
      usleep(2000)
    }
  }

  func end() { _ = kill(-pid, SIGKILL) }
}

extension Descriptor {
  fileprivate func makeNonblocking() {
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
  }

  /// Writes what goes at once.
  ///
  /// - Returns: whether more may be written; `false` when nobody reads any more.
  fileprivate func writeSome(of bytes: inout ArraySlice<UInt8>) -> Bool {
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { buffer in
        #if os(Linux)
          send(number, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
        #else
          write(number, buffer.baseAddress, buffer.count)
        #endif
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return true }
      if count <= 0 { return false }
      bytes = bytes.dropFirst(count)
    }
    return true
  }

  /// Reads some of what is there.
  ///
  /// - Returns: whether more may come.
  fileprivate func readSome(into bytes: inout [UInt8]) -> Bool {
    var goesOn = false
    bytes += [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
      let result = read(number, buffer.baseAddress, buffer.count)
      goesOn = result > 0 || result < 0 && [EAGAIN, EINTR].contains(errno)
      count = max(0, result)
    }
    return goesOn
  }
}
