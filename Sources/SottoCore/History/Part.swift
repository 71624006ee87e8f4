/// A piece of a message.
public enum Part: Hashable, Sendable {
  /// What is shown as the message, in Markdown.
  case text(String)
  /// An image or a document that a person gave.
  case file(FileReference)
  /// What the model thought aloud before or between its texts.
  case reasoning(String)
  /// The model's own words for not answering, where the provider marks them as such.
  case refusal(String)
  /// A tool the model wants to have run.
  case toolCall(ToolCall)
  /// What came of a tool call; in the message of the person's side that follows the call.
  case toolResult(ToolResult)
  /// The provider's seal on the part before it. It is kept byte for byte and goes back with that
  /// part, to the same provider only; nobody is shown it.
  case signature(String)
  /// Something of the provider's own, as the JSON text it came in: encrypted reasoning, the result of
  /// a tool that the provider ran. It goes back as it is, to the same provider only.
  case opaque(String)
}

/// A model's wish to have a tool run. `arguments` is the text as the model wrote it, which need not
/// be valid JSON.
public struct ToolCall: Hashable, Sendable {
  /// The provider's name for this call, which its result must repeat; empty when it gave none.
  public var id: String
  /// The name of the tool.
  public var name: String
  /// As the model wrote it, usually the text of a JSON object.
  public var arguments: String

  /// A call with its parts as they are; nothing is checked.
  public init(id: String, name: String, arguments: String) {
    self.id = id
    self.name = name
    self.arguments = arguments
  }
}

/// What a tool answered.
public struct ToolResult: Hashable, Sendable {
  /// ``ToolCall/id`` of the call it belongs to.
  public var callID: String
  /// ``ToolCall/name`` of that call: some protocols match by it.
  public var name: String
  /// What the model gets to read.
  public var text: String
  /// Whether the tool failed and `text` says how.
  public var isError: Bool

  /// A result with its parts as they are.
  public init(callID: String, name: String, text: String, isError: Bool = false) {
    self.callID = callID
    self.name = name
    self.text = text
    self.isError = isError
  }
}

/// A file that belongs to a message. Its bytes are kept once, under their digest.
public struct FileReference: Hashable, Sendable {
  /// SHA-256 of the bytes, in 64 lower-case hexadecimal digits.
  public var digest: String
  /// What the person called it; may be empty.
  public var name: String
  /// Such as `image/png`, in lower case and without parameters.
  public var mediaType: String
  /// In bytes.
  public var size: Int
  /// Of an image, in pixels; `nil` for all else and where it cannot be told.
  public var dimensions: ImageDimensions?

  /// A reference with its parts as they are.
  public init(
    digest: String, name: String, mediaType: String, size: Int, dimensions: ImageDimensions? = nil
  ) {
    self.digest = digest
    self.name = name
    self.mediaType = mediaType
    self.size = size
    self.dimensions = dimensions
  }

  /// Whether it is shown, and sent to a model, as a picture.
  public var isImage: Bool { mediaType.hasPrefix("image/") }

  /// Whether it is a document whose text can be taken out.
  public var isPDF: Bool { mediaType == "application/pdf" }

  /// Whether its bytes are text in UTF-8, which every model can read.
  public var isText: Bool {
    mediaType.hasPrefix("text/") || mediaType.hasSuffix("+json") || mediaType.hasSuffix("+xml")
      || ["application/json", "application/xml", "application/x-ndjson"].contains(mediaType)
  }
}

/// The size of an image in pixels.
public struct ImageDimensions: Hashable, Sendable {
  /// At least 1.
  public var width: Int
  /// At least 1.
  public var height: Int

  /// A size as it is.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
