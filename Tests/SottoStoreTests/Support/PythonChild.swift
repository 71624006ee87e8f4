import Foundation

/// Another process, with a Python program that prints a line and then waits for one.
final class PythonChild {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  /// Returns when the program has printed its first line.
  init(_ program: String, _ arguments: String...) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", program] + arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    _ = output.fileHandleForReading.availableData
  }

  /// Gives the program its line and waits for its end.
  func finish() {
    input.fileHandleForWriting.write(Data("\n".utf8))
    process.waitUntilExit()
  }

  /// `kill -9`.
  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
