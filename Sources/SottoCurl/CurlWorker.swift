import CCurl
import SottoCore
import SottoTransport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What libcurl's thread does, and everything that only this thread may touch.
final class CurlWorker {
  private let loop: CurlLoop
  private var poller: SocketPoller
  private var transfers: [UInt64: Transfer] = [:]
  private let watch = DeadlineWatch()
  private let deliveries = Deliveries()
  private var curlTimer: ContinuousClock.Instant?

  init(_ loop: CurlLoop) throws(TransportError) {
    self.loop = loop
    poller = try SocketPoller()
  }

  /// Returns when the loop is stopped.
  func run() throws(TransportError) {
    let multi = try makeMulti()
    poller.watch(loop.wakeup.descriptor, reads: true, writes: false)
    while let commands = loop.takeCommands() {
      for command in commands { handle(command, multi) }
      deliveries.deliver()
      collectFinished(multi)
      let ready = poller.wait(milliseconds: waitingTime())
      for (descriptor, events) in ready {
        if descriptor == loop.wakeup.descriptor {
          loop.wakeup.drain()
        } else {
          multi.serve(descriptor, events: selected(events))
          deliveries.deliver()
        }
      }
      let now = ContinuousClock.now
      if let timer = curlTimer, timer <= now {
        curlTimer = nil
        multi.serveTimer()
        deliveries.deliver()
      }
      collectFinished(multi)
      expire(now, multi)
    }
    for transfer in transfers.values {
      transfer.remove(from: multi)
      transfer.exchange.finish(.failed(CancellationError()))
    }
    transfers = [:]
  }

  private func handle(_ command: CurlLoop.Command, _ multi: borrowing MultiHandle) {
    switch command {
    case .start(let id, let request, let exchange):
      do throws(TransportError) {
        let transfer = try Transfer(
          id: id, request: request, exchange: exchange, options: loop.options, watch: watch,
          deliveries: deliveries)
        try transfer.start(in: multi)
        transfers[id] = transfer
      } catch {
        exchange.finish(.failed(error))
      }
    case .resume(let id):
      transfers[id]?.resume()
    case .cancel(let id):
      transfers.removeValue(forKey: id)?.remove(from: multi)
    }
  }

  private func collectFinished(_ multi: borrowing MultiHandle) {
    while let (pointer, result) = unsafe multi.takeFinished() {
      guard let pointer = unsafe pointer else { continue }
      let transfer = unsafe Transfer.from(pointer)
      transfer.remove(from: multi)
      transfers[transfer.id] = nil
      transfer.finish(result)
    }
  }

  // MARK: Time

  private func expire(_ now: ContinuousClock.Instant, _ multi: borrowing MultiHandle) {
    guard watch.takeDue(at: now) else { return }
    for transfer in transfers.values {
      if let error = transfer.deadlines.passed(at: now) {
        transfers[transfer.id] = nil
        transfer.remove(from: multi)
        transfer.fail(error)
      } else {
        watch.add(transfer.deadlines.next)
      }
    }
  }

  private func waitingTime() -> Int32 {
    guard let next = [curlTimer, watch.next].compactMap({ $0 }).min() else { return -1 }
    let left = next - .now
    if left <= .zero { return 0 }
    // Rounded up: waking before the time would only turn the loop.
    return Int32(min((left / .milliseconds(1)).rounded(.up), 3_600_000))
  }

  // MARK: What libcurl wants to be told

  private func makeMulti() throws(TransportError) -> MultiHandle {
    // The worker outlives the handle, which is a local of its `run()`.
    let multi = try MultiHandle()
    try multi.set(CURLMOPT_MAXCONNECTS, loop.options.keptConnections)
    try unsafe multi.setCallbacks(
      context: Unmanaged.passUnretained(self).toOpaque(),
      socketChanged: { _, descriptor, wanted, context, _ in
        guard let context = unsafe context else { return 0 }
        unsafe CurlWorker.from(context).watch(descriptor, wanted)
        return 0
      },
      timerChanged: { _, milliseconds, context in
        guard let context = unsafe context else { return 0 }
        unsafe CurlWorker.from(context).setTimer(milliseconds)
        return 0
      })
    return multi
  }

  private func watch(_ descriptor: Int32, _ wanted: Int32) {
    if wanted == CURL_POLL_REMOVE {
      poller.forget(descriptor)
    } else {
      poller.watch(
        descriptor, reads: wanted & CURL_POLL_IN != 0, writes: wanted & CURL_POLL_OUT != 0)
    }
  }

  private func setTimer(_ milliseconds: Int) {
    curlTimer = milliseconds < 0 ? nil : .now + .milliseconds(min(milliseconds, 86_400_000))
  }

  private func selected(_ events: Int32) -> Int32 {
    (events & Int32(POLLIN | POLLHUP) != 0 ? CURL_CSELECT_IN : 0)
      | (events & Int32(POLLOUT) != 0 ? CURL_CSELECT_OUT : 0)
      | (events & Int32(POLLERR | POLLNVAL) != 0 ? CURL_CSELECT_ERR : 0)
  }

  private static func from(_ pointer: UnsafeMutableRawPointer) -> CurlWorker {
    unsafe Unmanaged<CurlWorker>.fromOpaque(pointer).takeUnretainedValue()
  }
}
