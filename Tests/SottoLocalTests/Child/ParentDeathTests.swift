import SottoLocal
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A real parent process that ends in each way there is; its children must be gone soon after.
@Suite struct ParentDeathTests {
  let folder: TestFolder
  let line: LifeLine

  init() throws {
    folder = try TestFolder()
    line = try LifeLine(in: folder)
  }

  @Test func `a child ends after its parent was killed`() async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = line.path as String] in
      let child = try ChildProcess("/bin/sh", obedientArguments(lifeLine: path))
      try await #require(child.firstLine(within: .seconds(60)) == "up")
      kill(getpid(), SIGKILL)
    }
    #expect(try await line.end() == "bye\n")
  }

  @Test func `a child ends after its parent was terminated`() async throws {
    await #expect(processExitsWith: .signal(SIGTERM)) { [path = line.path as String] in
      let child = try ChildProcess("/bin/sh", obedientArguments(lifeLine: path))
      try await #require(child.firstLine(within: .seconds(60)) == "up")
      kill(getpid(), SIGTERM)
      _ = try await child.exit()
    }
    #expect(try await line.end() == "bye\n")
  }

  @Test func `a child ends after its parent has left`() async throws {
    await #expect(processExitsWith: .success) { [path = line.path as String] in
      let child = try ChildProcess("/bin/sh", obedientArguments(lifeLine: path))
      try await #require(child.firstLine(within: .seconds(60)) == "up")
      exit(EXIT_SUCCESS)
    }
    #expect(try await line.end() == "bye\n")
  }

  @Test func `a server that knows nothing of us ends after its parent was killed`() async throws {
    let up = folder.path + "/up"
    try #require(mkfifo(up, 0o600) == 0)
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [folder = folder.path as String, up = up as String, line = line.path as String] in
      // Written in here, where nothing else starts programs: a copy of the open file in another
      // child would make it busy.
      let program = try TestFolder.write(
        folder + "/llama-server",
        "#!/bin/sh\nexec 3>'\(line)'\necho up >&3\necho >'\(up)'\nexec sleep 600\n",
        permissions: 0o755)
      let installation = LocalModelInstallation(
        runner: .llamaServer(program: program, model: "/model.gguf"), modelName: "model")
      let child = try installation.start(key: "key", log: "/dev/null")
      let first = try await child.firstLine(within: .seconds(60))
      try #require(first?.hasPrefix("listening http://127.0.0.1:") == true)
      // Opening waits until the program has opened the other end.
      close(open(up, O_RDONLY))
      kill(getpid(), SIGKILL)
    }
    #expect(try await line.end() == "up\n")
  }
}
