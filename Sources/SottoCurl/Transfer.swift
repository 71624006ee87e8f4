import CCurl
import SottoCore
import SottoTransport

/// One request on libcurl's thread: the handle, what its callbacks do, and its deadlines.
@safe final class Transfer {
  let id: UInt64
  let exchange: Exchange
  private(set) var deadlines: DeadlineTracker

  private var easy: EasyHandle
  private var head = HeadParser()
  private var bytesReceived = 0
  private var sentAt: ContinuousClock.Instant?
  private let maySendAgain: Bool
  private let watch: DeadlineWatch
  private let deliveries: Deliveries
  private var failure: TransportError?

  /// Sets up the handle. The callbacks get this object unretained: it owns the handle, so it lives
  /// longer.
  init(
    id: UInt64, request: CurlRequest, exchange: Exchange, options: CurlTransport.Options,
    watch: DeadlineWatch, deliveries: Deliveries
  ) throws(TransportError) {
    self.id = id
    self.exchange = exchange
    deadlines = DeadlineTracker(request.deadlines, start: .now)
    maySendAgain = request.body == nil
    self.watch = watch
    self.deliveries = deliveries
    easy = try EasyHandle()
    try setRequest(request)
    try setConnection(request, options)
    try setCallbacks()
  }

  func start(in multi: borrowing MultiHandle) throws(TransportError) {
    try multi.add(easy)
    watch.add(deadlines.next)
  }

  func remove(from multi: borrowing MultiHandle) { multi.remove(easy) }

  /// Goes on after the reader has made room.
  func resume() {
    note(deadlines.resumed(at: .now))
    easy.unpause()
  }

  /// Tells the reader how it ended.
  func finish(_ result: CURLcode) {
    if let failure { return fail(failure) }
    guard result != CURLE_OK else { return exchange.finish(.complete) }
    fail(TransportError(result, detail: easy.detail, answered: sentAt != nil, bytesReceived: 0))
  }

  func fail(_ error: TransportError) {
    var error = error
    error.bytesReceived = bytesReceived
    exchange.finish(.failed(error))
  }

  /// The transfer whose private pointer this is.
  static func from(_ pointer: UnsafeMutableRawPointer) -> Transfer {
    unsafe Unmanaged<Transfer>.fromOpaque(pointer).takeUnretainedValue()
  }

  private func note(_ nearer: Bool) {
    if nearer { watch.add(deadlines.next) }
  }

  // MARK: What libcurl reports

  /// A new connection, or a kept one, is about to carry the request. Answers whether it may.
  private func connected() -> Bool {
    let now = ContinuousClock.now
    // libcurl sends again when a kept connection breaks without an answer. But the server may have
    // read the request and worked on it, and the person would pay twice.
    if sentAt != nil, !maySendAgain {
      failure = TransportError(.connectionLost, "the connection broke before an answer came")
      return false
    }
    sentAt = now
    note(deadlines.connected(at: now))
    return true
  }

  private func receivedHeader(_ line: UnsafeRawBufferPointer) -> Bool {
    note(deadlines.received(at: .now))
    switch unsafe head.consume(line) {
    case .more: return true
    case .head(let head):
      exchange.receive(head)
      deliveries.add(exchange)
      return true
    case .tooLarge:
      failure = TransportError(.tooLarge, "the head of the answer is too large")
      return false
    }
  }

  private func receivedBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    deliveries.add(exchange)
    guard unsafe exchange.receive([UInt8](bytes)) else {
      note(deadlines.heldBack(at: .now))
      return false
    }
    bytesReceived += bytes.count
    note(deadlines.received(at: .now))
    return true
  }
}

// How libcurl is set.
extension Transfer {
  private func setRequest(_ request: CurlRequest) throws(TransportError) {
    try easy.set(CURLOPT_URL, request.url)
    if request.method == "HEAD" { try easy.set(CURLOPT_NOBODY, 1) }
    if let body = request.body {
      try easy.set(CURLOPT_POST, 1)
      try easy.setBody(body)
    }
    try easy.set(CURLOPT_CUSTOMREQUEST, request.method)
    try easy.setHeaders(request.headerLines)
    // Everything that libcurl can decode; a header of the request says what is asked for instead.
    try easy.set(CURLOPT_ACCEPT_ENCODING, "")
  }

  private func setConnection(
    _ request: CurlRequest, _ options: CurlTransport.Options
  ) throws(TransportError) {
    try easy.set(CURLOPT_PROTOCOLS_STR, "http,https")
    try easy.set(CURLOPT_FOLLOWLOCATION, 0)
    try easy.set(CURLOPT_NOSIGNAL, 1)
    // Cancelling during a slow name look-up must not wait for it.
    try easy.set(CURLOPT_QUICK_EXIT, 1)
    try easy.set(CURLOPT_TCP_NODELAY, 1)
    // Models think for minutes; routers forget silent connections.
    try easy.set(CURLOPT_TCP_KEEPALIVE, 1)
    // The answer of a proxy to CONNECT is not the answer.
    try easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    if request.goesDirect { try easy.set(CURLOPT_NOPROXY, "*") }
    if request.isSecure {
      try easy.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
      // Better a stream of a connection that is being made than another connection.
      try easy.set(CURLOPT_PIPEWAIT, 1)
      try easy.set(CURLOPT_SSL_VERIFYPEER, 1)
      try easy.set(CURLOPT_SSL_VERIFYHOST, 2)
      if let file = options.certificateFile { try easy.set(CURLOPT_CAINFO, file) }
    } else {
      try easy.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    }
    // libcurl shares this among the addresses of a host; zero would mean its own default.
    let milliseconds = Int(request.deadlines.connect.bounded / .milliseconds(1))
    try easy.set(CURLOPT_CONNECTTIMEOUT_MS, max(milliseconds, 1))
  }

  private func setCallbacks() throws(TransportError) {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    let pointer = unsafe easy.pointer
    try easy.check(unsafe sotto_easy_set_pointer(pointer, CURLOPT_PRIVATE, context))
    try easy.check(unsafe sotto_easy_set_pointer(pointer, CURLOPT_PREREQDATA, context))
    try easy.check(unsafe sotto_easy_set_pointer(pointer, CURLOPT_HEADERDATA, context))
    try easy.check(unsafe sotto_easy_set_pointer(pointer, CURLOPT_WRITEDATA, context))
    try easy.check(
      unsafe sotto_easy_set_prerequest(pointer) { context, _, _, _, _ in
        guard let context = unsafe context, unsafe Transfer.from(context).connected() else {
          return CURL_PREREQFUNC_ABORT
        }
        return CURL_PREREQFUNC_OK
      })
    try easy.check(
      unsafe sotto_easy_set_receiver(pointer, CURLOPT_HEADERFUNCTION) {
        bytes, size, count, context in
        guard let context = unsafe context else { return 0 }
        let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
        return unsafe Transfer.from(context).receivedHeader(line) ? size * count : 0
      })
    try easy.check(
      unsafe sotto_easy_set_receiver(pointer, CURLOPT_WRITEFUNCTION) {
        bytes, size, count, context in
        guard let context = unsafe context else { return 0 }
        let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
        let accepted = unsafe Transfer.from(context).receivedBody(piece)
        return accepted ? size * count : Int(CURL_WRITEFUNC_PAUSE)
      })
  }
}
