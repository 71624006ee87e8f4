#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension LocalModelInstallation {
  /// The small model that `./run` installs.
  static let bundledModelName = "smollm2-135m-instruct"

  /// Finds what to run, in this order:
  ///
  /// 1. `SOTTO_LOCAL_MODEL` (a GGUF file) with `llama-server` from `PATH`, which is built for this
  ///    machine, unless `SOTTO_LOCAL_PYTHON` asks for the launcher;
  /// 2. the launcher of the checkout or installation that the executable lies in, with
  ///    `SOTTO_LOCAL_MODEL` or the model that was installed there.
  ///
  /// - Parameters:
  ///   - environment: `SOTTO_LOCAL_MODEL`, `SOTTO_LOCAL_PYTHON` and `PATH` are read.
  ///   - executable: the absolute path of the running program.
  /// - Returns: what to run; nothing is started.
  /// - Throws: `LocalModelError` with `.notInstalled`, and what to do about it.
  package static func find(
    environment: [String: String] = ProcessInfo.processInfo.environment,
    executable: String = LocalModelInstallation.currentExecutable
  ) throws(LocalModelError) -> LocalModelInstallation {
    let files = FileManager.default
    let chosenModel = environment["SOTTO_LOCAL_MODEL"].flatMap { $0.isEmpty ? nil : $0 }
    let chosenPython = environment["SOTTO_LOCAL_PYTHON"].flatMap { $0.isEmpty ? nil : $0 }
    if let chosenModel, !files.isReadableFile(atPath: chosenModel) {
      throw LocalModelError(
        .notInstalled, "SOTTO_LOCAL_MODEL names a file that cannot be read",
        hint: "set it to the path of a GGUF file, or unset it")
    }
    if let chosenModel, chosenPython == nil, let server = find("llama-server", in: environment) {
      return LocalModelInstallation(
        runner: .llamaServer(program: server, model: absolute(chosenModel)),
        modelName: name(ofModelAt: chosenModel))
    }
    for place in places(above: executable) {
      let python = chosenPython ?? place.environment + "/bin/python3"
      let model = chosenModel ?? place.environment + "/model.gguf"
      guard files.isReadableFile(atPath: place.launcher), files.isExecutableFile(atPath: python),
        files.isReadableFile(atPath: model), place.isTrusted
      else { continue }
      let modelName = chosenModel.map(name(ofModelAt:)) ?? bundledModelName
      return LocalModelInstallation(
        runner: .launcher(
          program: python,
          // Isolated: no startup files or modules from the environment or the working folder.
          arguments: [
            "-I", place.launcher, "--model", absolute(model), "--alias", modelName,
          ]),
        modelName: modelName, isBundled: chosenModel == nil)
    }
    throw LocalModelError(
      .notInstalled, "no local model is installed",
      hint: "start with ./run, which installs a small one, or install Ollama or llama-server")
  }

  /// The path of the running program, links resolved.
  package static var currentExecutable: String {
    #if os(Linux)
      if let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
        return path  // Without /proc the argument below has to do.
      }
    #endif
    return absolute(CommandLine.arguments.first ?? "")
  }

  /// Where a launcher and its Python environment can lie together.
  private struct Place {
    var launcher: String
    var environment: String

    /// Whether nobody else could have put the environment there: a folder above the executable may
    /// be open to everyone.
    var isTrusted: Bool { FileOwner.isOursAlone(environment) && FileOwner.isOursAlone(launcher) }
  }

  private static func places(above executable: String) -> [Place] {
    var places: [Place] = []
    var folder = executable[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      places.append(
        Place(
          launcher: folder + "/Scripts/local-model-server.py",
          environment: folder + "/.sotto/local-model"))
      places.append(
        Place(
          launcher: folder + "/lib/sotto/local-model-server.py",
          environment: folder + "/lib/sotto/local-model"))
    }
    return places
  }

  private static func find(_ program: String, in environment: [String: String]) -> String? {
    (environment["PATH"] ?? "").split(separator: ":").lazy
      .filter { $0.hasPrefix("/") }
      .map { $0 + "/" + program }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private static func name(ofModelAt path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.lowercased().hasSuffix(".gguf") ? String(name.dropLast(5)) : name
  }

  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }
}
