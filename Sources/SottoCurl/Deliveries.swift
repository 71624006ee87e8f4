import SottoTransport

/// The exchanges that have news for their readers: libcurl calls back for each line and chunk, and
/// what one read of a socket brought is delivered together.
final class Deliveries {
  private var waiting: [Exchange] = []

  /// There is something new in `exchange`.
  func add(_ exchange: Exchange) {
    if waiting.last !== exchange { waiting.append(exchange) }
  }

  /// Wakes the readers.
  func deliver() {
    for exchange in waiting { exchange.deliver() }
    waiting.removeAll(keepingCapacity: true)
  }
}
