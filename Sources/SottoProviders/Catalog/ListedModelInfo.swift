import SottoCore

/// Reads what a provider's list says of one model, by the shape of its members: a proxy lists in the
/// shape of the service behind it. Figures that make no sense are unknown.
enum ListedModelInfo {
  static func decode(_ element: JSONValue) -> ModelInfo {
    ModelInfo(
      contextWindow: contextWindow(element),
      // Gemini, then Anthropic.
      inputLimit: tokens(element["inputTokenLimit"] ?? element["max_input_tokens"]),
      outputLimit: outputLimit(element), inputs: inputs(element),
      price: ListedPrice.decode(element["pricing"]), shutdownDate: shutdownDate(element))
  }

  private static func contextWindow(_ element: JSONValue) -> Int? {
    let values = [
      // What a llama.cpp server was started with goes before what its model was trained with.
      element["meta"]?["n_ctx"], element["meta"]?["n_ctx_train"],
      element["max_model_len"],  // vLLM
      element["top_provider"]?["context_length"],  // OpenRouter: the provider it would choose
      element["context_length"],  // OpenRouter, Together
      element["context_window"],  // Groq
      element["max_context_length"],  // Mistral
    ]
    return values.lazy.compactMap(tokens).first
  }

  private static func outputLimit(_ element: JSONValue) -> Int? {
    let values = [
      element["top_provider"]?["max_completion_tokens"],  // OpenRouter
      element["max_completion_tokens"],  // Groq
      element["outputTokenLimit"],  // Gemini
      // Anthropic's name for it means other things elsewhere.
      element["max_input_tokens"] == nil ? nil : element["max_tokens"],
    ]
    return values.lazy.compactMap(tokens).first
  }

  private static func tokens(_ value: JSONValue?) -> Int? {
    value?.int.flatMap { $0 > 0 ? $0 : nil }
  }

  private static func inputs(_ element: JSONValue) -> Set<ModelInfo.Modality>? {
    let listed = element["architecture"]?["input_modalities"] ?? element["input_modalities"]
    if let words = listed?.array?.compactMap(\.string), !words.isEmpty {
      // OpenRouter's `file` is a PDF.
      return Set(words.map { ModelInfo.Modality(rawValue: $0 == "file" ? "pdf" : $0) })
    }
    let capabilities = element["capabilities"]
    let mistral = capabilities?["vision"]?.bool
    let anthropic = capabilities?["image_input"]?["supported"]?.bool
    guard let image = mistral ?? anthropic else { return nil }
    var inputs: Set<ModelInfo.Modality> = [.text]
    if image { inputs.insert(.image) }
    if capabilities?["pdf_input"]?["supported"]?.bool == true { inputs.insert(.pdf) }
    return inputs
  }

  private static func shutdownDate(_ element: JSONValue) -> String? {
    // OpenAI, Anthropic, OpenRouter.
    let value = element["shutdown_date"] ?? element["retires_at"] ?? element["expiration_date"]
    // In seconds, before the year 10000.
    if let seconds = value?.int, (1..<253_402_300_800).contains(seconds) {
      return Timestamp(milliseconds: Int64(seconds) * 1000).day
    }
    guard let text = value?.string?.prefix(10), text.utf8.count == 10 else { return nil }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let isDay = parts.map(\.utf8.count) == [4, 2, 2] && parts.allSatisfy { UInt($0) != nil }
    return isDay ? String(text) : nil
  }
}
