import SottoCore
import SottoProviders
import Testing

@Suite struct JSONPayloadReaderTests {
  @Test func `joins halves`() {
    var reader = JSONPayloadReader(joinsHalves: true)
    #expect(reader.read(Array(#"{"a":"#.utf8)) == .half)
    #expect(reader.isHolding)
    #expect(reader.read(Array("1}".utf8)) == .value(.object(["a": 1]), unprotected: nil))
    #expect(!reader.isHolding)
    #expect(!reader.isDamaged)
  }

  @Test func `gives up a half that has no rest`() {
    var reader = JSONPayloadReader(joinsHalves: true)
    #expect(reader.read(Array(#"{"a":"#.utf8)) == .half)
    #expect(reader.read(Array(#"{"b":1}x"#.utf8)) == .half)
    #expect(reader.read(Array(#"{"b":2}"#.utf8)) == .value(.object(["b": 2]), unprotected: nil))
    #expect(reader.isDamaged)
  }

  @Test func `joins nothing where the framing knows the end`() {
    var reader = JSONPayloadReader(joinsHalves: false)
    #expect(reader.read(Array(#"{"a":"#.utf8)) == .unreadable)
    #expect(reader.isDamaged)
    #expect(!reader.isHolding)
  }

  @Test func `says when characters were cut`() {
    var reader = JSONPayloadReader(joinsHalves: true)
    let cut = Array(#"{"a":"\ud83d"}"#.utf8)
    guard case .value(_, unprotected: cut) = reader.read(cut) else {
      Issue.record("no value with its own bytes")
      return
    }
  }
}
