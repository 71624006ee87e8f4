import SottoCore

/// Shows an answer as it comes: its text on standard output, what it waits for beside it.
final class AnswerPrinter {
  private let terminal: Terminal
  private let showsText: Bool
  private var lastCharacter: Character = "\n"

  init(terminal: Terminal, showsText: Bool = true) {
    self.terminal = terminal
    self.showsText = showsText
  }

  func show(_ event: TurnEvent) {
    switch event {
    case .text(let delta), .refusal(let delta):
      guard showsText, let last = delta.last else { return }
      terminal.write(delta)
      lastCharacter = last
    case .notice(let notice): show(notice)
    case .fallback(let model, let error):
      terminal.progress("\(error.message); \(model) answers in its place.")
    case .usage(let usage):
      if usage.cachedAnswer != nil {
        terminal.progress("Answered before: taken from the answer cache.")
      }
    default: break
    }
  }

  private func show(_ notice: Notice) {
    switch notice.code {
    case .loadingLocalModel:
      terminal.progress("The small local model answers. It is tiny and for trying things out.")
    case .retrying:
      terminal.progress("The provider cannot answer now; trying again in \(notice.seconds ?? 0) s.")
    case .queued:
      let pause = notice.seconds.map { " for about \($0) s" } ?? ""
      terminal.progress("Waiting\(pause): the provider takes no more requests now.")
    case .newHost:
      terminal.note(
        "The text goes to \(notice.host ?? "a new host") of '\(notice.provider ?? "")' for the first time."
      )
    default: break
    }
  }

  /// Ends the last line of the answer.
  func end() {
    if lastCharacter != "\n" { terminal.write("\n") }
    lastCharacter = "\n"
  }
}
