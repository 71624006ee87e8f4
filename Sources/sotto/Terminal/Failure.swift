import SottoCore
import SottoHTTP
import SottoLocal

/// The one table from an error to what the command line says and returns.
struct Failure {
  var status: Int32 = 1
  var message: String
  var hint: String?

  init(_ error: any Error) {
    switch error {
    case let error as UsageError:
      status = 2
      message = error.message
      hint = error.hint
    case let error as SottoError:
      message = error.message
      hint = error.hint
    case let error as ProviderError:
      // Most messages begin with the provider's name.
      let isNamed = error.message.split(separator: " ").contains { $0 == error.provider }
      message = isNamed ? error.message : "\(error.provider): \(error.message)"
      if let details = error.details { message += " (\(details.oneLine(upTo: 300)))" }
      let hints = [error.hint, error.mayBeBilled ? Self.secondBill : nil].compactMap(\.self)
      hint = hints.isEmpty ? nil : hints.joined(separator: "\n  ")
    case let error as ServerError:
      message = error.description
      hint = Self.hint(for: error.code)
    case is CancellationError:
      status = 130
      message = "stopped"
    default:
      message = "\(error)"
    }
  }
}

extension Failure {
  private static let secondBill =
    "the provider may have counted the request; asking again may be billed again"

  private static func hint(for code: ServerError.Code) -> String? {
    switch code {
    case .portInUse: "another sotto may be running; choose a port with --port, or stop the other"
    case .permissionDenied: "choose a port above 1023 with --port"
    case .badAddress: "choose an address of this machine with --host, such as 127.0.0.1"
    default: nil
    }
  }
}

extension String {
  /// The text on one line, cut to `limit` characters.
  func oneLine(upTo limit: Int) -> String {
    let line = split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.count > limit ? line.prefix(limit) + "…" : line
  }
}
