import SottoCore
import Testing

@Suite struct ProviderErrorTests {
  private let error = ProviderError(
    .badKey, provider: "p", message: "bad key sk-12345", status: 401, upstreamType: "sk-12345 type",
    upstreamCode: "code sk-12345", details: "you sent sk-12345, sk-12345!")

  @Test func `blanks a key that the provider repeated`() throws {
    let masked = error.masking(try Secret("sk-12345"))
    #expect(masked.message == "bad key •••")
    #expect(masked.details == "you sent •••, •••!")
    #expect(masked.upstreamType == "••• type")
    #expect(masked.upstreamCode == "code •••")
    #expect(masked.status == 401)
  }

  @Test func `stays as it is without a key or with one too short to tell`() throws {
    #expect(error.masking(nil) == error)
    #expect(error.masking(try Secret("sk-")) == error)
    #expect(error.masking(try Secret("another")) == error)
  }

  @Test func `does not print what the provider said`() {
    #expect("\(error)" == "p: bad_key (status 401)")
    #expect("\(ProviderError(.streamCut, provider: "p", message: "m"))" == "p: stream_cut")
  }

  @Test(arguments: [
    ("the key sk-abcdefghijklmnop is wrong", "the key ••• is wrong"),
    ("sk-abcdefghi and defghijklmnop", "••• and •••"),
    ("it begins with sk-abcdefgh", "it begins with sk-abcdefgh"),
    ("ends in mnop, ü", "ends in mnop, ü"),
    ("", ""),
  ])
  func `blanks a telling part of the key as well`(text: String, shown: String) throws {
    let error = ProviderError(.badKey, provider: "p", message: "m", details: text)
    #expect(error.masking(try Secret("sk-abcdefghijklmnop")).details == shown)
  }
}
