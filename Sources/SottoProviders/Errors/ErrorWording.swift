package import SottoCore

/// Plain words for a person: what happened and how to mend it.
package enum ErrorWording {
  /// `asked` is how long the provider asks to wait.
  package static func words(
    for code: ProviderError.Code, provider: String, asked: Duration? = nil
  ) -> (message: String, hint: String?) {
    switch code {
    case .badKey:
      ("\(provider) does not accept the key", "copy it again from the provider and set it anew")
    case .missingKey: ("\(provider) needs a key", "set one with 'sotto key set'")
    case .forbidden:
      (
        "\(provider) does not allow this with this key",
        "check what the key may do, and whether the model is offered in your region"
      )
    case .modelNotFound:
      (
        "\(provider) has no such model, or this key may not use it",
        "choose another one; 'sotto models' lists them"
      )
    case .notFound:
      (
        "\(provider) has nothing at this address", "check the base URL; most of them end in /v1"
      )
    case .invalidRequest:
      ("\(provider) refused the request", "its own words say what it did not like")
    case .contextTooLong:
      (
        "this is too long for the model",
        "shorten the message, start a new conversation, or choose a model that reads more"
      )
    case .contentFiltered: ("\(provider) refuses this content", "say it in other words")
    case .rateLimited:
      ("\(provider) takes no more requests for now", waiting(asked, otherwise: "try again later"))
    case .quotaExhausted:
      ("the account at \(provider) has no credit left", "check the plan and the billing there")
    case .overloaded:
      (
        "\(provider) has too much to do, or the model is still loading",
        waiting(asked, otherwise: "try again in a moment, or choose another model")
      )
    case .streamCut:
      ("the answer ended before it was complete", "continue it, or try again")
    case .malformedAnswer:
      (
        "\(provider) sent something that is no answer of its protocol",
        "check the base URL and the kind of the provider"
      )
    default:
      ("\(provider) had a fault of its own", waiting(asked, otherwise: "try again in a moment"))
    }
  }

  private static func waiting(_ asked: Duration?, otherwise: String) -> String {
    guard let seconds = asked?.components.seconds else { return otherwise }
    return switch seconds {
    case ..<90: "try again in \(max(seconds, 1)) seconds"
    case ..<5400: "try again in about \((seconds + 30) / 60) minutes"
    case ..<172_800: "try again in about \((seconds + 1800) / 3600) hours"
    default: "try again in about \((seconds + 43_200) / 86_400) days"
    }
  }
}
