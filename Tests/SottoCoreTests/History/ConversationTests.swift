import SottoCore
import Testing

@Suite struct ConversationTests {
  @Test(arguments: [
    ("Hello", "Hello"),
    ("  a \t b  ", "a b"),
    ("\n \r\n\nfirst\nsecond", "first"),
    ("", ""),
    (" \n\t", ""),
    ("\u{2028}x", "x"),
    (String(repeating: "word ", count: 12) + "w", String(repeating: "word ", count: 11) + "word…"),
    (String(repeating: "x", count: 60), String(repeating: "x", count: 60)),
    (String(repeating: "x", count: 61), String(repeating: "x", count: 60) + "…"),
    (String(repeating: "👩‍👩‍👧", count: 61), String(repeating: "👩‍👩‍👧", count: 60) + "…"),
    ("ab " + String(repeating: "y", count: 90), "ab " + String(repeating: "y", count: 57) + "…"),
  ])
  func `is named after its first message`(message: String, title: String) {
    #expect(Conversation.title(fromFirstMessage: message) == title)
  }
}
