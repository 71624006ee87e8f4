#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

private final class ThreadBody {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Runs `body` on a thread of its own, where it may block.
///
/// - Throws: ``PeerError`` when the system gives no thread.
package func startThread(_ body: @escaping @Sendable () -> Void) throws {
  let argument = Unmanaged.passRetained(ThreadBody(body))
  #if canImport(Glibc)
    var thread = pthread_t()
    let result = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, argument.toOpaque())
    if result == 0 { pthread_detach(thread) }
  #else
    var thread: pthread_t?
    let result = pthread_create(
      &thread, nil,
      { argument in
        Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, argument.toOpaque())
    if let thread { pthread_detach(thread) }
  #endif
  guard result == 0 else {
    argument.release()
    throw PeerError.system(call: "pthread_create", errno: result)
  }
}
