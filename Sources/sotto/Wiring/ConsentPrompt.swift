import SottoCore
import SottoEngine

/// Asks the person at the terminal before text goes to a host for the first time.
struct ConsentPrompt {
  let hosts: HostBook
  let terminal: Terminal

  /// Runs `send`, once more where it was refused for a new host and the person agrees to that. The yes
  /// is remembered.
  ///
  /// - Throws: the refusal where nobody can be asked, or the answer is no.
  func asking<Value>(_ send: () async throws -> Value) async throws -> Value {
    do {
      return try await send()
    } catch let error as SottoError where error.code == .consentNeeded {
      guard terminal.isInputTerminal, terminal.isErrorTerminal, let host = error.facts["host"]
      else {
        throw error
      }
      let provider = error.facts["provider"]
      terminal.note(
        "Nothing has gone to \(host) of '\(provider ?? "")' yet. What would go there: your")
      terminal.note(
        "message, earlier messages of the conversation, and the project's instructions.")
      let answer = try await terminal.ask("Send it? The answer is remembered. [y/N] ")
      guard ["y", "yes"].contains(answer?.lowercased()) else { throw error }
      _ = try await hosts.allow(host, provider: provider, at: WallClock.system.now())
      return try await send()
    }
  }
}
