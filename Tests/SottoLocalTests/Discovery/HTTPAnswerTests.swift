import SottoLocal
import Testing

@Suite struct HTTPAnswerTests {
  private static let whole = [
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nServer: x\r\n\r\nhello",
    "HTTP/1.1 200 OK\r\nserver:x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3;a=b\r\nllo\r\n0\r\n\r\n",
  ]

  @Test(arguments: whole)
  func `is whole at its last byte and not before`(text: String) throws {
    let bytes = Array(text.utf8)
    // The end of a chunked answer is known two bytes before its last.
    let known = text.contains("chunked") ? bytes.count - 2 : bytes.count
    for count in 0..<known {
      #expect(HTTPAnswer(decoding: Array(bytes.prefix(count)), ended: false) == nil)
    }
    let answer = try #require(HTTPAnswer(decoding: bytes, ended: false))
    #expect(answer.status == 200)
    #expect(answer.headers["server"] == "x")
    #expect(answer.body == Array("hello".utf8))
  }

  @Test func `without a length it ends with the connection`() {
    let bytes = Array("HTTP/1.0 503 No\r\n\r\nloading".utf8)
    #expect(HTTPAnswer(decoding: bytes, ended: false) == nil)
    #expect(HTTPAnswer(decoding: bytes, ended: true)?.body == Array("loading".utf8))
  }

  private static let broken = [
    "", "\r\n\r\n", "SSH-2.0-x\r\n\r\n", "HTTP/1.1\r\n\r\n", "HTTP/1.1 abc\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nx",
    "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\nx",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7fffffffffffffff\r\nx",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\nx",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n\r\n",
  ]

  @Test(arguments: broken)
  func `anything else is no answer`(text: String) {
    #expect(HTTPAnswer(decoding: Array(text.utf8), ended: true) == nil)
  }
}
