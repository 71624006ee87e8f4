import SottoCore
import SottoSecrets
import Testing

struct EnvironmentSecretsTests {
  @Test func `reads only what it is given`() throws {
    let secrets = EnvironmentSecrets(["A_KEY": " sk-1\n", "EMPTY": "", "BLANK": "  "])
    #expect(try secrets.secret(inVariable: "A_KEY")?.reveal() == "sk-1")
    for name in ["EMPTY", "BLANK", "PATH"] {
      #expect(try secrets.secret(inVariable: name) == nil)
    }
  }

  @Test func `names the variable and not the key when it cannot be one`() throws {
    let secrets = EnvironmentSecrets(["A_KEY": "sk 1"])
    let error = #expect(throws: SottoError.self) { try secrets.secret(inVariable: "A_KEY") }
    #expect(error?.code == .invalidInput)
    #expect(error?.message.contains("A_KEY") == true)
    #expect(error?.message.contains("sk 1") == false)
  }
}
