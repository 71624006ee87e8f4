import SottoLocal
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct ChildProcessTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test func `gives the program its input, its arguments and nothing else of ours`() async throws {
    let child = try ChildProcess(
      "/bin/sh", ["-c", "read -r line; echo \"$line $1 [$HOME] [$NAME]\"", "sh", "argument"],
      environment: ["NAME": "value"], input: Array("input\n".utf8))
    #expect(try await child.firstLine(within: .seconds(60)) == "input argument [] [value]")
    #expect(try await child.exit() == .status(0))
  }

  @Test func `writes the program's errors to the log`() async throws {
    let log = try folder.write("log", "from an earlier run")
    let child = try ChildProcess("/bin/sh", ["-c", "echo trouble >&2; exit 3"], log: log)
    #expect(try await child.exit() == .status(3))
    #expect(folder.read("log") == "trouble\n")
    #expect(try await child.firstLine(within: .seconds(60)) == nil)
  }

  @Test func `says what is wrong with a program that isn't there`() throws {
    let error = #expect(throws: LocalModelError.self) { try ChildProcess("/nowhere/program") }
    #expect(error?.code == .system)
    #expect(error?.message.hasPrefix("cannot start /nowhere/program: ") == true)
  }

  @Test func `does not wait for a line longer than the limit`() async throws {
    let child = try ChildProcess("/bin/sh", ["-c", "read -r line"])
    #expect(try await child.firstLine(within: .milliseconds(1)) == nil)
    await child.stop()
  }

  @Test func `drops output that nobody reads instead of blocking the program`() async throws {
    let child = try ChildProcess(
      "/bin/sh", ["-c", "i=0; while [ $i -lt 20000 ]; do echo $i $i $i $i; i=$((i + 1)); done"])
    #expect(try await child.firstLine(within: .seconds(60)) == "0 0 0 0")
    #expect(try await child.exit() == .status(0))
  }

  @Test func `stops a program that ignores every polite request, and reaps it`() async throws {
    let line = try LifeLine(in: folder)
    let child = try ChildProcess(
      "/bin/sh",
      ["-c", "trap '' TERM; exec 3>\"$1\"; echo up; while :; do sleep 60; done", "sh", line.path],
      environment: ["PATH": "/usr/bin:/bin"])
    #expect(try await child.firstLine(within: .seconds(60)) == "up")
    await child.stop(grace: .milliseconds(50))
    #expect(try await child.exit() == .signal(SIGKILL))
    #expect(!child.isRunning)
    #expect(waitpid(child.pid, nil, WNOHANG) == -1, "still there to be reaped")
    #expect(try await line.end() != nil, "what it had started outlived it")
  }

  @Test func `ends what a program left behind when it ended by itself`() async throws {
    let line = try LifeLine(in: folder)
    let child = try ChildProcess(
      "/bin/sh", ["-c", "exec 3>\"$1\"; sleep 600 & exit 0", "sh", line.path],
      environment: ["PATH": "/usr/bin:/bin"])
    #expect(try await child.exit() == .status(0))
    #expect(try await line.end() != nil)
  }

  @Test func `ends with the last reference to it`() async throws {
    let line = try LifeLine(in: folder)
    do {
      let child = try ChildProcess("/bin/sh", obedientArguments(lifeLine: line.path))
      #expect(try await child.firstLine(within: .seconds(60)) == "up")
    }
    #expect(try await line.end() == "bye\n")
  }

  @Test func `ends although another child was started after it`() async throws {
    let line = try LifeLine(in: folder)
    let first = try ChildProcess("/bin/sh", obedientArguments(lifeLine: line.path))
    #expect(try await first.firstLine(within: .seconds(60)) == "up")
    let second = try ChildProcess("/bin/sh", ["-c", "read -r line"])
    first.closeInput()
    #expect(try await line.end() == "bye\n")
    #expect(second.isRunning)
    await second.stop()
  }

  @Test func `stopping works for a cancelled task too`() async throws {
    let child = try ChildProcess("/bin/sh", ["-c", "trap '' TERM; while :; do sleep 60; done"])
    let task = Task { await child.stop(grace: .milliseconds(50)) }
    task.cancel()
    await task.value
    #expect(!child.isRunning)
  }
}

/// The arguments that make a shell say when it is up and end when its input closes.
func obedientArguments(lifeLine path: String) -> [String] {
  [
    "-c", "exec 3>\"$1\"; echo up; while read -r line; do :; done; echo bye >&3", "sh", path,
  ]
}
