import Dispatch
import SottoLocal
import SottoTokens

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Standard input, output and error. The answer goes to standard output and nothing else does.
struct Terminal: Sendable {
  let isInputTerminal = isatty(STDIN_FILENO) == 1
  let isOutputTerminal = isatty(STDOUT_FILENO) == 1
  let isErrorTerminal = isatty(STDERR_FILENO) == 1

  func print(_ text: String) { write(text + "\n") }

  /// Writes text as it is, at once.
  func write(_ text: String) { Self.writeAll(Array(text.utf8), to: STDOUT_FILENO) }

  /// Writes bytes as they are, at once.
  func write(_ bytes: [UInt8]) { Self.writeAll(bytes, to: STDOUT_FILENO) }

  /// A line for the person, beside the answer.
  func note(_ text: String) { Self.writeAll(Array("\(text)\n".utf8), to: STDERR_FILENO) }

  /// A line that only a terminal shows, such as progress.
  func progress(_ text: String) {
    if isErrorTerminal { note(dim(text)) }
  }

  func printError(_ failure: Failure) {
    note("sotto: \(failure.message)")
    if let hint = failure.hint { note("  \(hint)") }
  }

  /// Dimmed where standard error is a terminal that may show colour.
  func dim(_ text: String) -> String {
    isErrorTerminal && getenv("NO_COLOR") == nil ? "\u{1B}[2m\(text)\u{1B}[0m" : text
  }

  /// Makes what follows bold, where standard output is a terminal that may show it.
  var boldStart: String { showsBold ? "\u{1B}[1m" : "" }
  /// Ends ``boldStart``.
  var boldEnd: String { showsBold ? "\u{1B}[22m" : "" }

  private var showsBold: Bool { isOutputTerminal && getenv("NO_COLOR") == nil }

  func exit(_ status: Int32) -> Never {
    #if canImport(Glibc)
      Glibc.exit(status)
    #else
      Darwin.exit(status)
    #endif
  }

  /// Everything on standard input as text, without blocking the threads that run tasks.
  ///
  /// - Throws: ``UsageError`` when it is not valid UTF-8.
  func readAll() async throws -> String {
    String(decoding: try await readAllUTF8().bytes, as: UTF8.self)
  }

  /// Everything on standard input as text.
  ///
  /// - Throws: ``UsageError`` when it is not valid UTF-8.
  func readAllUTF8() async throws -> UTF8Text {
    guard let text = UTF8Text(await readAllBytes()) else {
      throw UsageError("standard input is not valid UTF-8 text")
    }
    return text
  }

  /// Everything on standard input, whatever it is.
  func readAllBytes() async -> [UInt8] { await onOwnThread { Self.readAllBytes(STDIN_FILENO) } }

  /// What is in a file, a pipe or a device; `nil` when it cannot be opened or is a folder. Reading
  /// stops soon after `limit` bytes: a device may have no end.
  func readFile(at path: String, upTo limit: Int) async -> [UInt8]? {
    await onOwnThread {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else { return nil }
      return Self.readAllBytes(descriptor, upTo: limit, expecting: Int(status.st_size))
    }
  }

  /// The next line of standard input, without its end; `nil` at the end of input.
  func readLine() async -> String? {
    await onOwnThread { Swift.readLine(strippingNewline: true) }
  }

  /// Asks a question and reads the line that answers it; `nil` at the end of input.
  ///
  /// - Throws: `CancellationError` when the task is cancelled meanwhile.
  func ask(_ question: String) async throws -> String? {
    Self.writeAll(Array(question.utf8), to: STDERR_FILENO)
    let answer = OneShot<String?>()
    DispatchQueue(label: "sotto.terminal").async {
      answer.fulfil(Swift.readLine(strippingNewline: true))
    }
    return try await answer.value()
  }

  /// A line typed without being shown.
  func readHiddenLine(prompt: String) async -> String? {
    await onOwnThread {
      var shown = termios()
      let isTerminal = tcgetattr(STDIN_FILENO, &shown) == 0
      if isTerminal {
        var hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
      }
      // Only now, so that nothing that is typed in answer is shown or dropped.
      Self.writeAll(Array(prompt.utf8), to: STDERR_FILENO)
      defer {
        if isTerminal {
          tcsetattr(STDIN_FILENO, TCSADRAIN, &shown)
          Self.writeAll([0x0A], to: STDERR_FILENO)
        }
      }
      return Swift.readLine(strippingNewline: true)
    }
  }

  private func onOwnThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value
  {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "sotto.terminal").async { continuation.resume(returning: body()) }
    }
  }

  /// What there is until the end, or a little more than `limit`. What is expected is read into its place
  /// at once: growing an array takes longer than reading does.
  private static func readAllBytes(
    _ descriptor: Int32, upTo limit: Int = .max, expecting size: Int = 0
  ) -> [UInt8] {
    // One more, so that the end is seen without another buffer.
    let room = max(min(size, limit, 1 << 30) + 1, 64 << 10)
    var bytes = readBytes(descriptor, upTo: room)
    var isAtEnd = bytes.count < room
    while !isAtEnd, bytes.count < limit {
      let more = readBytes(descriptor, upTo: 64 << 10)
      isAtEnd = more.count < 64 << 10
      bytes += more
    }
    return bytes
  }

  /// So many bytes, or fewer at the end.
  private static func readBytes(_ descriptor: Int32, upTo size: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = read(descriptor, buffer.baseAddress?.advanced(by: count), size - count)
        if got < 0, errno == EINTR { continue }
        if got <= 0 { return }
        count += got
      }
    }
  }

  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Self.systemWrite(descriptor, $0) }
      if count < 0, errno == EINTR { continue }
      // A reader that has gone (a closed pipe) ends the output, not the program's work.
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }

  private static func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }
}
