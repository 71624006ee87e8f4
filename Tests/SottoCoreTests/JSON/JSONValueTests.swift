import SottoCore
import Testing

@Suite struct JSONValueTests {
  @Test(
    arguments: [
      ("null", .null), (" true ", true), ("false", false), ("0", 0), ("-0", 0), ("-12", -12),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .number(9_223_372_036_854_775_808)), ("1.5", .number(1.5)),
      ("-2.5E+2", .number(-250)), ("1e2", .number(100)), ("3.0", .number(3)), ("\"\"", ""),
      ("[]", []), ("{}", .object([:])), ("\t[\r\n1 , [ ] ]\n", [1, []]),
      (#"{"a":1,"b":{"c":[null]}}"#, .object(["a": 1, "b": .object(["c": [nil]])])),
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0000\u00e9\u6f22""#, "\u{0}é漢"),
      (#""\ud83d\ude42""#, "🙂"), (#""\uD83D\uDE42""#, "🙂"), (#""\ud83d""#, "\u{FFFD}"),
      (#""\ude42x""#, "\u{FFFD}x"), (#""\ud83dx\ude42""#, "\u{FFFD}x\u{FFFD}"),
      (#""\ud83d\u0041""#, "\u{FFFD}A"), (#""\ud83d\ud83d\ude42""#, "\u{FFFD}🙂"),
      ("\"é漢🙂\u{7F}\"", "é漢🙂\u{7F}"),
    ] as [(String, JSONValue)])
  func `parses`(text: String, value: JSONValue) throws {
    #expect(try JSONValue(parsing: text) == value)
  }

  @Test(arguments: [
    "", " ", "nul", "nulll", "True", "01", "-", "-01", "+1", "1.", ".5", "1e", "1e+", "0x10", "NaN",
    "Infinity", "\"", "\"a", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\n\"", "\"\t\"",
    "\"\u{0}\"",
    "[", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,",
    "{\"a\":1,}",
    "{a:1}", "{1:1}", "{\"a\" 1}", "{\"a\":1 \"b\":2}", "1 2", "[] []", "]", "}", "'a'", "// x\n1",
    "\u{FEFF}1",
    "[1}", "{]", "\u{A0}1",
  ])
  func `refuses`(text: String) {
    #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
  }

  @Test(
    arguments: [
      [0x22, 0xC3, 0x22], [0x22, 0xFF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0xC0, 0x80, 0x22],
      [0x22, 0xF0, 0x9F, 0x99, 0x22], [0x22, 0x5C, 0x6E, 0x80, 0x22],
    ] as [[UInt8]])
  func `replaces invalid UTF-8 inside a string`(bytes: [UInt8]) throws {
    let text = try #require(try JSONValue(parsing: bytes).string)
    #expect(text.contains("\u{FFFD}"))
  }

  @Test func `refuses invalid bytes outside strings`() {
    #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: [0xC3, 0xA9]) }
    #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: [0x5B, 0xFF, 0x5D]) }
  }

  @Test(arguments: ["[", "{\"a\":"]) func `bounds nesting`(opening: String) throws {
    let closing = opening == "[" ? "]" : "}"
    let value = opening == "[" ? "" : "1"
    func text(_ depth: Int) -> String {
      String(repeating: opening, count: depth) + value + String(repeating: closing, count: depth)
    }
    _ = try JSONValue(parsing: text(512))
    #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text(513)) }
    #expect(throws: JSONSyntaxError.self) {
      try JSONValue(parsing: String(repeating: opening, count: 100_000))
    }
  }

  @Test(arguments: [("[1,x]", 3), ("{\"a\":1", 6), ("", 0), ("\"abc", 4)])
  func `says where it failed`(text: String, offset: Int) {
    let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
    #expect(error?.offset == offset)
  }

  @Test(arguments: [
    "null", "true", "-9223372036854775808", "1.5", "-0.0", "1e+300", "5e-324",
    #""é漢🙂\"\\\n\r\t\u0001\u001f""#,
    "[]", "{}", #"{"b":1,"a":[{"c":null},"x",2.25]}"#, #"{"a":1,"a":2}"#,
  ])
  func `writes what it read`(text: String) throws {
    #expect(try JSONValue(parsing: text).encodedText == text)
  }

  @Test func `writes numbers that JSON lacks as null`() {
    let value: JSONValue = [.number(.infinity), .number(.nan)]
    #expect(value.encodedText == "[null,null]")
  }

  @Test func `keeps the order of members, and the last of equal keys counts`() throws {
    var object = try #require(try JSONValue(parsing: #"{"b":1,"a":2,"b":3}"#).object)
    #expect(object["b"] == 3)
    object["a"] = nil
    object["b"] = 4
    object["c"] = .null
    #expect(JSONValue.object(object).encodedText == #"{"b":1,"b":4,"c":null}"#)
  }

  @Test func `reads members and elements without failing`() throws {
    let value = try JSONValue(parsing: #"{"a":[1,2.0,2.5,"x",true,null]}"#)
    #expect(value["a"]?[0]?.int == 1)
    #expect(value["a"]?[1]?.int == 2)
    #expect(value["a"]?[2]?.int == nil)
    #expect(value["a"]?[2]?.double == 2.5)
    #expect(value["a"]?[0]?.double == 1)
    #expect(value["a"]?[3]?.string == "x")
    #expect(value["a"]?[4]?.bool == true)
    #expect(value["a"]?[5]?.isNull == true)
    #expect(value["a"]?[6] == nil)
    #expect(value["a"]?[-1] == nil)
    #expect(value["b"] == nil)
    #expect(value[0] == nil)
    #expect(value["a"]?["b"] == nil)
    #expect(JSONValue.number(1e300).int == nil)
  }

  @Test(arguments: [
    (#"{"id":"x","a":1}"#, #"{"a":1}"#),
    (#"{"a":{"id":1},"id":{"a":[1,{"b":"c"}]}}"#, #"{"a":{"id":1}}"#),
    (#"{"id":-1.5e3,"ids":2,"i":3}"#, #"{"ids":2,"i":3}"#),
    (#"{"id":"\u00e9\"","a":"é"}"#, #"{"a":"é"}"#),
    (#"{"id":null}"#, "{}"), (#"[[{"id":1}]]"#, #"[[{"id":1}]]"#), (#""id""#, #""id""#),
  ])
  func `leaves out members of the outermost object`(text: String, expected: String) throws {
    let value = try JSONValue(parsing: Array(text.utf8), omitting: ["x", "id"])
    #expect(value.encodedText == expected)
  }

  @Test(arguments: [
    #"{"id":}"#, #"{"id":tru}"#, #"{"id":"\x"}"#, #"{"id":01}"#, #"{"id":[1,}"#, #"{"id":1"#,
    "{\"id\":\"\n\"}", #"{"id"#, #"{"id""#,
  ])
  func `checks members that it leaves out`(text: String) {
    let whole = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
    let error = #expect(throws: JSONSyntaxError.self) {
      try JSONValue(parsing: Array(text.utf8), omitting: ["id"])
    }
    #expect(error == whole)
  }

  @Test(arguments: [
    "999999999999999999", "-99999999999999999", "-999999999999999999", "1000000000000000000",
    "-1000000000000000000", "-0", "7",
  ])
  func `reads integers of any length`(text: String) throws {
    #expect(try JSONValue(parsing: text) == .integer(try #require(Int64(text))))
  }
}
