#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A model on this machine and the program that runs it. Finding it reads the file system only.
package struct LocalModelInstallation: Hashable, Sendable {
  /// What to start.
  package enum Runner: Hashable, Sendable {
    /// A program that takes a key on the first line of standard input, writes `listening URL` to
    /// standard output once it answers, and ends when standard input closes.
    case launcher(program: String, arguments: [String])
    /// llama.cpp's own server, which needs a port chosen for it.
    case llamaServer(program: String, model: String)
  }

  /// The tokens that both runners are told to hold; `Scripts/local-model-server.py` has the same.
  static let contextWindow = 8192

  package var runner: Runner
  /// The name to send as `model`.
  package var modelName: String
  /// Whether this is the small model that comes with a first run.
  package var isBundled: Bool

  package init(runner: Runner, modelName: String, isBundled: Bool = false) {
    self.runner = runner
    self.modelName = modelName
    self.isBundled = isBundled
  }

  /// Starts the program, which says `listening URL` on its first line of output.
  /// - Parameters:
  ///   - key: what every request to it must carry; goes in over standard input.
  ///   - log: the file for the program's messages.
  /// - Returns: the running program, which may still be loading.
  /// - Throws: `LocalModelError` with the code `.system`.
  package func start(key: String, log: String) throws(LocalModelError) -> ChildProcess {
    let (program, arguments) = try command()
    // Only what a program needs to run: a provider's key in our environment stays here.
    let kept: Set = ["PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "LD_LIBRARY_PATH"]
    let environment = ProcessInfo.processInfo.environment.filter { kept.contains($0.key) }
    return try ChildProcess(
      program, arguments, environment: environment, input: Array("\(key)\n".utf8), log: log)
  }

  private func command() throws(LocalModelError) -> (program: String, arguments: [String]) {
    switch runner {
    case .launcher(let program, let arguments):
      return (program, arguments)
    case .llamaServer(let program, let model):
      let port = try Socket.freePort()
      let arguments = ParentWatch.arguments(
        keyVariable: "LLAMA_API_KEY", baseURL: "http://127.0.0.1:\(port)", program: program,
        arguments: [
          "--model", model, "--alias", modelName, "--host", "127.0.0.1", "--port", String(port),
          "--ctx-size", String(Self.contextWindow),
        ])
      return ("/bin/sh", arguments)
    }
  }
}
