#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Starts a program in a process group of its own, so that Control-C in a terminal reaches only us
/// and one signal reaches all that the program starts. It gets the three descriptors and no others.
func spawn(
  _ program: String, _ arguments: [String], environment: [String],
  input: Descriptor, output: Descriptor, errors: Descriptor
) throws(LocalModelError) -> pid_t {
  #if os(Linux)
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
  #else
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
  #endif
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_adddup2(&actions, input.number, 0)
  posix_spawn_file_actions_adddup2(&actions, output.number, 1)
  posix_spawn_file_actions_adddup2(&actions, errors.number, 2)

  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
  #if os(Linux)
    // What a library left inheritable is closed by hand.
    for number: Int32 in 3..<1024 {
      let flags = fcntl(number, F_GETFD)
      if flags >= 0, flags & FD_CLOEXEC == 0 {
        posix_spawn_file_actions_addclose(&actions, number)
      }
    }
  #else
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
  #endif
  posix_spawnattr_setpgroup(&attributes, 0)
  // A server that ignores SIGPIPE or blocks signals must not hand that down.
  var signals = sigset_t()
  sigemptyset(&signals)
  posix_spawnattr_setsigmask(&attributes, &signals)
  for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT] { sigaddset(&signals, signal) }
  posix_spawnattr_setsigdefault(&attributes, &signals)
  posix_spawnattr_setflags(&attributes, Int16(flags))

  var pid: pid_t = 0
  let status = withCStrings([program] + arguments) { argv in
    withCStrings(environment) { envp in
      posix_spawn(&pid, program, &actions, &attributes, argv, envp)
    }
  }
  guard status == 0 else { throw .system("start \(program)", number: status) }
  return pid
}

private func withCStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) } + [nil]
  defer { for pointer in pointers { free(pointer) } }
  return body(pointers)
}

/// Waits until a child has ended, ends whatever is left of its process group, and only then lets
/// the system forget the child: until that moment its numbers cannot belong to anyone else.
func waitForExit(of pid: pid_t, beforeReaping: () -> Void) -> Int32 {
  var info = siginfo_t()
  while waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
  kill(-pid, SIGKILL)
  beforeReaping()
  var status: Int32 = 0
  while waitpid(pid, &status, 0) < 0, errno == EINTR {}
  return status
}
