internal import CMicroHTTPD

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The library's server on one listening socket.
@safe final class Daemon: @unchecked Sendable {
  private let pointer: OpaquePointer
  private let context: Unmanaged<ServerCore>

  /// Takes the socket over.
  init(_ core: ServerCore, listeningOn socket: Int32) throws(ServerError) {
    let configuration = core.configuration
    unsafe context = Unmanaged.passRetained(core)
    var options = unsafe sotto_daemon_options()
    unsafe options.listen_socket = socket
    unsafe options.threads = UInt32(clamping: max(1, configuration.threads))
    unsafe options.connection_limit = UInt32(clamping: max(1, configuration.connectionLimit))
    unsafe options.idle_seconds = UInt32(clamping: configuration.idleTimeout.components.seconds)
    unsafe options.connection_memory = max(4096, configuration.connectionMemory)
    unsafe options.context = context.toOpaque()
    unsafe options.accept = accept
    unsafe options.access = access
    unsafe options.completed = completed
    unsafe options.connection = connectionChanged
    unsafe options.target = targetKnown
    // Paths and queries are decoded here, strictly and only when asked for.
    unsafe options.unescape = { _, _, text in unsafe text.map { unsafe strlen($0) } ?? 0 }
    guard let started = unsafe sotto_start_daemon(&options) else {
      unsafe context.release()
      close(socket)
      throw ServerError(.cannotStart, "the HTTP library could not start its threads")
    }
    unsafe pointer = unsafe started
  }

  /// Closes the socket and all connections and waits for the threads. Once, and only after
  /// ``ServerCore/close()``.
  func stop() {
    unsafe MHD_stop_daemon(pointer)
    unsafe context.release()
  }
}

private func core(_ context: UnsafeMutableRawPointer?) -> ServerCore? {
  unsafe context.map { unsafe Unmanaged<ServerCore>.fromOpaque($0).takeUnretainedValue() }
}

private func accept(
  _ context: UnsafeMutableRawPointer?, _ address: UnsafePointer<sockaddr>?, _ size: socklen_t,
) -> MHD_Result {
  // Not MHD_quiesce_daemon: in 0.9.75 it races with its own threads and aborts when it loses.
  unsafe core(context)?.isClosing == false ? .YES : .NO
}

private func connectionChanged(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ stored: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ event: MHD_ConnectionNotificationCode,
) {
  guard let core = unsafe core(context), let stored = unsafe stored,
    let connection = unsafe connection
  else { return }
  if event == .CONNECTION_NOTIFY_STARTED {
    let peer = Peer(id: core.nextPeerID(), connection: unsafe Connection(connection))
    // An event must not wait for the acknowledgement of the one before.
    set(peer.socket, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    #if os(Linux)
      // A client whose network is gone never acknowledges: give up after a minute, not a quarter
      // of an hour.
      set(peer.socket, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, 60_000)
    #endif
    core.watcher.watch(peer)
    unsafe stored.pointee = unsafe Unmanaged.passRetained(peer).toOpaque()
  } else if let opaque = unsafe stored.pointee {
    unsafe stored.pointee = nil
    let peer = unsafe Unmanaged<Peer>.fromOpaque(opaque).takeRetainedValue()
    core.watcher.forget(peer)
  }
}

private func targetKnown(
  _ context: UnsafeMutableRawPointer?, _ uri: UnsafePointer<CChar>?, _ connection: OpaquePointer?,
) -> UnsafeMutableRawPointer? {
  guard let core = unsafe core(context), let uri = unsafe uri else { return nil }
  let exchange = Exchange(server: core, target: unsafe String(validatingCString: uri))
  return unsafe Unmanaged.passRetained(exchange).toOpaque()
}

private func access(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ url: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?,
  _ data: UnsafePointer<CChar>?, _ size: UnsafeMutablePointer<Int>?,
  _ stored: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
) -> MHD_Result {
  guard let connection = unsafe connection, let size = unsafe size, let method = unsafe method,
    let opaque = unsafe stored?.pointee
  else { return .NO }
  let exchange = unsafe Unmanaged<Exchange>.fromOpaque(opaque).takeUnretainedValue()
  let step: Exchange.Step
  if exchange.isNew {
    step = exchange.begin(unsafe Connection(connection), method: unsafe String(cString: method))
  } else if let data = unsafe data, unsafe size.pointee > 0 {
    let count = unsafe size.pointee
    step = unsafe data.withMemoryRebound(to: UInt8.self, capacity: count) {
      unsafe exchange.receive(UnsafeBufferPointer(start: $0, count: count))
    }
    unsafe size.pointee = 0
  } else {
    step = exchange.proceed(unsafe Connection(connection))
  }
  return step == .proceed ? .YES : .NO
}

private func completed(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ stored: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ code: MHD_RequestTerminationCode,
) {
  guard let connection = unsafe connection, let stored = unsafe stored,
    let opaque = unsafe stored.pointee
  else { return }
  unsafe stored.pointee = nil
  let exchange = unsafe Unmanaged<Exchange>.fromOpaque(opaque).takeRetainedValue()
  exchange.end(unsafe Connection(connection))
}
