public import SottoCore

/// The way out. Whatever the engine sends goes through here: a host that nobody configured is
/// refused before its name is looked up, and everything is noted.
public struct LedgerTransport: Sendable {
  private let transport: any HTTPTransport
  private let log: any EgressLog
  private let policy: any EgressPolicy
  private let hosts: HostBook
  private let proxies: ProxyVariables
  private let clock: WallClock

  /// - Parameters:
  ///   - transport: what carries requests. It must not follow redirects.
  ///   - log: who notes them.
  ///   - policy: which hosts are configured.
  ///   - hosts: which of them the person knows of.
  ///   - proxies: what the environment puts in between.
  ///   - clock: what the times of the notes are read from.
  public init(
    _ transport: any HTTPTransport, log: any EgressLog, policy: any EgressPolicy, hosts: HostBook,
    proxies: ProxyVariables = ProxyVariables([:]), clock: WallClock = .system
  ) {
    self.transport = transport
    self.log = log
    self.policy = policy
    self.hosts = hosts
    self.proxies = proxies
    self.clock = clock
  }

  /// Sends a request and returns when the answer's head is there.
  ///
  /// - Throws: ``TransportError``, also with the codes `hostNotAllowed` and `consentNeeded`;
  ///   `CancellationError`.
  public func send(_ request: HTTPRequest, for errand: Errand) async throws -> HTTPResponse {
    guard let place = NetworkPlace(url: request.url) else {
      throw TransportError(.invalidURL, "the address has no plain host")
    }
    var entry = EgressEntry(
      place: place, errand: errand, proxy: proxies.proxy(to: place), startedAt: clock.now(),
      sentBytes: request.size)
    if let refusal = try await refusal(of: place, for: errand) {
      entry.sentBytes = 0
      entry.end(.refused, at: clock.now())
      log.record(entry)
      throw refusal
    }
    let meter = EgressMeter(entry, log: log, clock: clock)
    do {
      let response = try await transport.send(request)
      meter.received(response.head)
      return HTTPResponse(head: response.head, body: metered(response.body, by: meter))
    } catch {
      if (error as? TransportError)?.wasNeverSent == true { meter.sentNothing() }
      meter.end(error is CancellationError ? .stopped : .failed)
      throw error
    }
  }

  /// The host, when no words have gone there before; it is remembered, so that a person is told once.
  ///
  /// - Throws: ``TransportError`` of code `consentNeeded` where the person wants to be asked.
  func newHost(for request: HTTPRequest, _ errand: Errand) async throws -> String? {
    guard let place = NetworkPlace(url: request.url), try await policy.allows(place, for: errand)
    else { return nil }
    return try await hosts.meet(place, provider: errand.provider, at: clock.now())
      ? place.host : nil
  }

  private func refusal(
    of place: NetworkPlace, for errand: Errand
  ) async throws -> TransportError? {
    guard try await policy.allows(place, for: errand) else {
      return TransportError(.hostNotAllowed, "\(place.host) is not configured")
    }
    guard errand.purpose.carriesWords, try await hosts.needsConsent(to: place) else { return nil }
    return TransportError(.consentNeeded, "\(place.host) is new")
  }

  /// The same body; its end, or that nobody reads it any more, is noted.
  private func metered(_ body: HTTPBody, by meter: EgressMeter) -> HTTPBody {
    let reader = BodyReader(body)
    return HTTPBody {
      do {
        let piece = try await reader.next()
        if let piece { meter.received(piece.count) } else { meter.end(.complete) }
        return piece
      } catch {
        meter.end(error is CancellationError ? .stopped : .failed)
        throw error
      }
    }
  }
}

/// A body read by one reader after the other, piece by piece.
private struct BodyReader: Sendable {
  private let body: HTTPBody

  init(_ body: HTTPBody) { self.body = body }

  func next() async throws -> [UInt8]? {
    var iterator = body.makeAsyncIterator()
    return try await iterator.next()
  }
}

extension HTTPRequest {
  /// Bytes of its head and body as HTTP/1.1 would write them, without what the transport adds.
  fileprivate var size: Int {
    let head = headers.fields.reduce(method.utf8.count + url.utf8.count) {
      $0 + $1.name.utf8.count + $1.value.utf8.count + 4
    }
    return head + body.count
  }
}
