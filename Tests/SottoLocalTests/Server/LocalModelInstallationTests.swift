import SottoLocal
import Testing

@Suite struct LocalModelInstallationTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func makeCheckout() throws -> (executable: String, model: String) {
    try folder.write("checkout/Scripts/local-model-server.py")
    try folder.write("checkout/.sotto/local-model/bin/python3", permissions: 0o755)
    let model = try folder.write("checkout/.sotto/local-model/model.gguf")
    return (folder.path + "/checkout/.build/release/sotto", model)
  }

  @Test func `finds what the checkout around the executable has`() throws {
    let (executable, model) = try makeCheckout()
    let found = try LocalModelInstallation.find(environment: [:], executable: executable)
    let root = folder.path + "/checkout"
    #expect(found.isBundled)
    #expect(found.modelName == "smollm2-135m-instruct")
    #expect(
      found.runner
        == .launcher(
          program: root + "/.sotto/local-model/bin/python3",
          arguments: [
            "-I", root + "/Scripts/local-model-server.py", "--model", model, "--alias",
            "smollm2-135m-instruct",
          ]))
  }

  @Test func `finds what is installed beside the executable`() throws {
    try folder.write("usr/lib/sotto/local-model-server.py")
    try folder.write("usr/lib/sotto/local-model/bin/python3", permissions: 0o755)
    try folder.write("usr/lib/sotto/local-model/model.gguf")
    let found = try LocalModelInstallation.find(
      environment: [:], executable: folder.path + "/usr/bin/sotto")
    #expect(found.isBundled)
  }

  @Test func `a model of one's own runs in llama-server when there is one`() throws {
    let (executable, _) = try makeCheckout()
    let model = try folder.write("models/My-Model.Q4.GGUF")
    let program = try folder.write("bin/llama-server", permissions: 0o755)
    let found = try LocalModelInstallation.find(
      environment: ["SOTTO_LOCAL_MODEL": model, "PATH": "relative:\(folder.path)/bin"],
      executable: executable)
    #expect(found.runner == .llamaServer(program: program, model: model))
    #expect(found.modelName == "My-Model.Q4")
    #expect(!found.isBundled)
  }

  @Test func `and in the launcher when there is none`() throws {
    let (executable, _) = try makeCheckout()
    let model = try folder.write("models/other.gguf")
    let found = try LocalModelInstallation.find(
      environment: ["SOTTO_LOCAL_MODEL": model, "PATH": ""], executable: executable)
    guard case .launcher(_, let arguments) = found.runner else {
      Issue.record("\(found.runner)")
      return
    }
    #expect(arguments.contains(model))
    #expect(found.modelName == "other")
  }

  @Test func `without a model it says what to do`() {
    let error = #expect(throws: LocalModelError.self) {
      try LocalModelInstallation.find(environment: [:], executable: folder.path + "/bin/sotto")
    }
    #expect(error?.code == .notInstalled)
    #expect(error?.hint?.contains("./run") == true)
  }

  @Test func `a model that isn't there is an error, not another model`() throws {
    let (executable, _) = try makeCheckout()
    let error = #expect(throws: LocalModelError.self) {
      try LocalModelInstallation.find(
        environment: ["SOTTO_LOCAL_MODEL": folder.path + "/gone.gguf"], executable: executable)
    }
    #expect(error?.code == .notInstalled)
    #expect(error?.message.contains("SOTTO_LOCAL_MODEL") == true)
  }

  @Test func `a launcher that anybody could have written is not run`() throws {
    let (executable, _) = try makeCheckout()
    try folder.write("checkout/Scripts/local-model-server.py", permissions: 0o666)
    #expect(throws: LocalModelError.self) {
      try LocalModelInstallation.find(environment: [:], executable: executable)
    }
  }
}
