/// A model server that somebody else runs on this machine.
package struct FoundServer: Hashable, Sendable {
  /// What kind of server, which says how to talk to it.
  package enum Kind: String, Hashable, Sendable {
    case ollama
    case llamaServer = "llama-server"
    case lmStudio = "lm-studio"
  }

  /// A short name for model references: `ollama`, `llama-server`, `lm-studio`.
  package var name: String
  /// The name to show.
  package var title: String
  /// For Ollama the root of its own API; for the others the OpenAI-compatible base ending in `/v1`.
  package var baseURL: String
  package var kind: Kind

  package init(name: String, title: String, baseURL: String, kind: Kind) {
    self.name = name
    self.title = title
    self.baseURL = baseURL
    self.kind = kind
  }
}
