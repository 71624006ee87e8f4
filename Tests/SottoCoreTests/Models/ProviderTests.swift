import SottoCore
import Testing

@Suite struct ProviderTests {
  @Test(
    arguments: [
      ("none", .none), ("env:OPENAI_API_KEY", .environment("OPENAI_API_KEY")),
      ("key:openai", .stored("openai")), ("key:a:b", .stored("a:b")),
    ] as [(String, KeyReference)])
  func `writes and reads where the key is`(text: String, reference: KeyReference) {
    #expect(KeyReference(text) == reference)
    #expect(reference.text == text)
  }

  @Test(arguments: ["", "env", "env:", "key:", ":x", "sk-123", "none:x", "file:/x"])
  func `knows no other place for a key`(text: String) {
    #expect(KeyReference(text) == nil)
  }

  @Test(arguments: ["https://api.example.com/v1", "http://127.0.0.1:8080", "http://[::1]:1/v1"])
  func `takes a base URL`(url: String) throws {
    try Provider(name: "p-1_x.y", kind: .openAIChat, baseURL: url, key: .none).validate()
  }

  @Test(arguments: [
    "", "api.example.com", "ftp://x", "https://", "https:///v1", "https://u:p@x/v1",
    "https://x/v1?k=1",
    "https://x/v1#f", "https://x/v 1", "file:///etc/passwd", "javascript://x",
  ])
  func `refuses a base URL`(url: String) {
    #expect(throws: SottoError.self) {
      try Provider(name: "p", kind: .openAIChat, baseURL: url, key: .none).validate()
    }
  }

  @Test(arguments: ["", "P", "a b", "a/b", "é", String(repeating: "x", count: 65)])
  func `refuses a name`(name: String) {
    #expect(throws: SottoError.self) {
      try Provider(name: name, kind: .openAIChat, baseURL: "https://x", key: .none).validate()
    }
  }
}
