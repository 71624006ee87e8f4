import SottoCore

/// A turn that was stored and has to be run, with what was read on the way there, so that its first
/// word does not wait for the same things to be read again.
struct TurnJob: Sendable {
  var live: LiveTurn
  var request: TurnRequest
  var project: Project
  /// How the turn's model is reached the first time; `nil` has to be looked up.
  var endpoint: ModelEndpoint?

  var turn: Turn { live.turn }
}
