import SottoCore
import SottoTransport
import Testing

@Suite struct BodyBufferTests {
  private func piece(_ taken: BodyBuffer.Taken) -> (bytes: [UInt8], resumes: Bool)? {
    if case .piece(let bytes, let resumes) = taken { (bytes, resumes) } else { nil }
  }

  @Test func `gives the pieces in order and then the end for ever`() {
    var buffer = BodyBuffer(capacity: 1000)
    #expect(buffer.append([1]) == true)
    #expect(buffer.append([2, 3]) == true)
    buffer.finish(.failed(TransportError(.connectionLost, "cut")))
    buffer.finish(.complete)
    #expect(piece(buffer.take())?.bytes == [1])
    #expect(piece(buffer.take())?.bytes == [2, 3])
    for _ in 0..<2 {
      guard case .end(.failed(let error as TransportError)) = buffer.take() else {
        Issue.record("the failure is gone")
        return
      }
      #expect(error.reason == "cut")
    }
  }

  @Test func `holds the sender back until it is half empty`() {
    var buffer = BodyBuffer(capacity: 1000)
    // 64 bytes are added to each.
    for _ in 0..<4 { #expect(buffer.append([UInt8](repeating: 0, count: 200)) == true) }
    #expect(buffer.append([9]) == false)
    #expect(piece(buffer.take())?.resumes == false)
    #expect(piece(buffer.take())?.resumes == false)
    #expect(piece(buffer.take())?.resumes == true)
    #expect(piece(buffer.take())?.resumes == false)
    #expect(piece(buffer.take()) == nil)
  }

  @Test func `a great many tiny pieces do not fit either`() {
    var buffer = BodyBuffer(capacity: 1000)
    var count = 0
    while buffer.append([1]) { count += 1 }
    #expect(count == 16)
  }

  @Test func `takes a piece larger than it is`() {
    var buffer = BodyBuffer(capacity: 10)
    #expect(buffer.append([UInt8](repeating: 0, count: 100)) == true)
    #expect(buffer.append([1]) == false)
    #expect(piece(buffer.take())?.resumes == true)
  }

  @Test func `drops what waits when it is abandoned`() {
    var buffer = BodyBuffer(capacity: 10)
    #expect(buffer.append([1]) == true)
    buffer.abandon(CancellationError())
    #expect(buffer.append([2]) == true)
    guard case .end(.failed(let error)) = buffer.take() else {
      Issue.record("a piece came after the end")
      return
    }
    #expect(error is CancellationError)
  }
}
