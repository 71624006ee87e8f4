import SottoCore
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A thread of libcurl's own.
@safe final class LoopThread: Sendable {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  #if canImport(Glibc)
    private let thread: pthread_t
  #else
    // A pointer here, but one that only names the thread.
    private nonisolated(unsafe) let thread: pthread_t
  #endif

  /// Starts `body`, with every signal left to the other threads: a broken connection must be an
  /// error, not SIGPIPE.
  init(_ body: @escaping @Sendable () -> Void) throws(TransportError) {
    let argument = unsafe Unmanaged.passRetained(Body(body))
    var all = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&all)
    // A new thread has the mask of the one that makes it.
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    #if canImport(Glibc)
      var thread = pthread_t()
      let result = unsafe pthread_create(
        &thread, nil,
        { argument in
          if let argument = unsafe argument { unsafe LoopThread.run(argument) }
          return nil
        }, argument.toOpaque())
      let made = result == 0 ? thread : nil
    #else
      var made: pthread_t?
      _ = unsafe pthread_create(
        &made, nil,
        { argument in
          unsafe LoopThread.run(argument)
          return nil
        }, argument.toOpaque())
    #endif
    guard let made else {
      unsafe argument.release()
      throw TransportError(.connectionLost, "the system has no thread left")
    }
    self.thread = made
  }

  /// Waits for the end, unless this is the thread itself. To be called once.
  func join() {
    if pthread_equal(thread, pthread_self()) != 0 {
      pthread_detach(thread)
    } else {
      pthread_join(thread, nil)
    }
  }

  private static func run(_ argument: UnsafeMutableRawPointer) {
    unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
  }
}
