internal import SottoCore

/// Who wrote a file. Raw values are the words of the API and of `--format`.
package enum ImportFormat: String, CaseIterable, Sendable {
  case chatGPT = "chatgpt"
  case claude
  case openWebUI = "open-webui"
  case libreChat = "librechat"
  case chatbox
  case llm
  case markdown
  case sotto

  /// What its conversations' project is called, where the file names none.
  var projectName: String {
    switch self {
    case .chatGPT: "ChatGPT"
    case .claude: "Claude"
    case .openWebUI: "Open WebUI"
    case .libreChat: "LibreChat"
    case .chatbox: "Chatbox"
    case .llm: "llm"
    case .markdown: "Markdown"
    case .sotto: "Sotto"
    }
  }

  /// Who wrote a conversation, by what it has; `nil` when it is none.
  static func of(_ value: JSONValue) -> ImportFormat? {
    if value["mapping"]?.object != nil { return .chatGPT }
    if value["chat_messages"]?.array != nil { return .claude }
    if value["sotto"]?.int != nil || value["messages"] != nil && value["project_id"] != nil {
      return .sotto
    }
    if OpenWebUIReader.chat(of: value)?["history"]?["messages"]?.object != nil
      || OpenWebUIReader.chat(of: value)?["messages"]?.array != nil && value["chat"] != nil
    {
      return .openWebUI
    }
    let isLibreChat = value["conversationId"] != nil || value["endpoint"] != nil
    if isLibreChat, value["messagesTree"] != nil || value["messages"] != nil { return .libreChat }
    if value["messages"]?.array != nil, value["id"] != nil, value["name"] != nil { return .chatbox }
    return nil
  }

  /// Reads a conversation of another program.
  ///
  /// - Throws: ``ExchangeError`` when too much of it is missing.
  func conversations(in value: JSONValue) throws -> [ParsedConversation] {
    switch self {
    case .chatGPT: [try ChatGPTReader.conversation(value)]
    case .claude: [try ClaudeReader.conversation(value)]
    case .openWebUI: [try OpenWebUIReader.conversation(value)]
    case .libreChat: [try LibreChatReader.conversation(value)]
    case .chatbox: try ChatboxReader.conversations(value)
    case .sotto: [try SottoReader.conversation(value)]
    case .llm, .markdown: throw ExchangeError("it is not JSON in this format")
    }
  }

  /// What a conversation is called, as far as that can be told of a damaged one.
  static func title(of value: JSONValue) -> String {
    for key in ["title", "name", "id", "uuid"] {
      if let text = value.text(key) { return text }
    }
    return "untitled"
  }
}
