import SottoCore
import SottoMarkdown

/// Parts with the HTML of their Markdown.
enum PartRendering {
  static func json(_ part: Part) -> JSONValue {
    guard case .object(var object) = part.json else { return part.json }
    switch part {
    case .text(let text), .reasoning(let text):
      let blocks = MarkdownRenderer().blocks(of: text)
      object["html"] = .array(blocks.map(JSONValue.string))
    case .file, .refusal, .toolCall, .toolResult: break
    case .signature, .opaque: object["data"] = nil
    }
    return .object(object)
  }
}
