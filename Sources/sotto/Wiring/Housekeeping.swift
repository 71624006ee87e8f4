import SottoEngine
import SottoStore

/// Erases what is due while the server runs. Opening the store has done it once already.
struct Housekeeping {
  private static let pause = Duration.seconds(3600)

  let services: Services

  /// Looks every hour until the calling task is cancelled.
  func run() async {
    while (try? await Task.sleep(for: Self.pause)) != nil {
      // What fails (a busy or full disk) is made up for by the next look.
      if (try? await services.store.purge()) == true { services.changes.publish(.anything) }
      try? await services.store.truncateLog()
    }
  }
}
