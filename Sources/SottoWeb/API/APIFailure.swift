import SottoCore
import SottoHTTP

/// The one place that turns errors into answers: `{"error": {code, message, hint?}}` with the
/// fitting status.
enum APIFailure {
  static func response(
    status: Int, code: String, message: String, hint: String? = nil, facts: [String: String] = [:]
  ) -> ServerResponse {
    var error: JSONObject = ["code": .string(code), "message": .string(message)]
    error["hint"] = hint.map(JSONValue.string)
    for (name, fact) in facts.sorted(by: { $0.key < $1.key }) { error[name] = .string(fact) }
    return .json(.object(["error": .object(error)]), status: status)
  }

  static func response(for error: SottoError) -> ServerResponse {
    response(
      status: status(of: error.code), code: error.code.rawValue, message: error.message,
      hint: error.hint, facts: error.facts)
  }

  /// What `change` answers. When somebody else was first, the error has in `current` what there is
  /// now, so that a person can be shown both.
  static func showingConflict(
    _ change: () async throws -> ServerResponse, current: () async throws -> JSONValue
  ) async throws -> ServerResponse {
    do {
      return try await change()
    } catch let error as SottoError where error.code == .versionConflict {
      let members: JSONObject = [
        "code": .string(error.code.rawValue), "message": .string(error.message),
        "hint": JSONValue(error.hint), "current": try await current(),
      ]
      return .json(.object(["error": .object(members)]), status: status(of: error.code))
    }
  }

  static func render(_ failure: RequestFailure) -> ServerResponse {
    switch failure.cause {
    case let error as SottoError: response(for: error)
    case let error as BadRequest:
      response(status: error.status, code: error.code, message: error.message, hint: error.hint)
    case let error as ProviderError:
      response(
        status: 502, code: error.code.rawValue, message: error.message, hint: error.hint)
    default:
      response(
        status: failure.status, code: failure.code.description,
        message: failure.message)
    }
  }

  private static func status(of code: SottoError.Code) -> Int {
    switch code {
    case .invalidInput, .usage: 400
    case .projectNotFound, .conversationNotFound, .messageNotFound, .turnNotFound,
      .providerNotFound, .modelNotFound, .keyNotFound, .fileNotFound, .templateNotFound,
      .hostNotFound, .backupNotFound, .requestNotFound, .importNotFound:
      404
    case .noModel, .lastProject, .turnRunning, .identifierInUse, .consentNeeded, .builtIn,
      .versionConflict, .dataFolderInUse:
      409
    case .wrongPassphrase: 403
    case .gone: 410
    case .contextTooLarge: 413
    case .keysLocked, .locked: 423
    case .tooManyAttempts: 429
    case .keyStore, .readOnly: 503
    case .diskFull: 507
    default: 500
    }
  }
}

/// A request whose form is wrong.
struct BadRequest: Error {
  var status = 400
  var code: String
  var message: String
  var hint: String?

  static let notJSON = BadRequest(
    status: 415, code: "unsupported_media_type", message: "the body must be application/json")
  static let nothingToChange = BadRequest(
    code: "invalid_input", message: "nothing is to be changed", hint: "give a field to change")
  static let notUTF8 = BadRequest(code: "invalid_utf8", message: "the body is not valid UTF-8")

  static func invalidJSON(_ error: JSONSyntaxError) -> BadRequest {
    BadRequest(code: "invalid_json", message: "the body is not valid JSON: \(error)")
  }

  static func field(_ name: String, _ expectation: String) -> BadRequest {
    BadRequest(code: "invalid_input", message: "'\(name)' must be \(expectation)")
  }
}

extension ServerResponse {
  static func json(_ value: JSONValue, status: Int = 200) -> ServerResponse {
    .json(value.encoded, status: status)
  }
}
