import SottoCore
import Testing

@Suite struct ModelReferenceTests {
  @Test(arguments: [
    ("openai/gpt-6", "openai", "gpt-6"),
    ("openrouter/openai/gpt-6:free", "openrouter", "openai/gpt-6:free"),
    ("a//", "a", "/"),
  ])
  func `is read at the first slash`(text: String, provider: String, model: String) {
    let reference = ModelReference(text)
    #expect(reference == ModelReference(provider: provider, model: model))
    #expect(reference?.description == text)
  }

  @Test(arguments: ["", "gpt-6", "/", "/gpt-6", "openai/"]) func `needs both halves`(text: String) {
    #expect(ModelReference(text) == nil)
  }
}
