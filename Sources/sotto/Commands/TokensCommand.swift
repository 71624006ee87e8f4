import SottoCore
import SottoLocal
import SottoTokens

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct TokensCommand: Command {
  static let syntax = CommandSyntax(
    name: "tokens", summary: "counts the tokens of files or of standard input",
    forms: ["[--encoding cl100k_base|o200k_base | --model M] [FILE...]"],
    options: [
      .init(name: "encoding", value: "E", help: "cl100k_base or o200k_base (the default)"),
      .init(name: "model", value: "M", help: "count as this model does, such as gpt-4o"),
      .data,
    ],
    notes: """
      One number; for several files a line each and the total. A number is exact where the model's
      tokenizer is public and its vocabulary installed, and otherwise an estimate: 'about 123'.
      What a provider adds around each message is not counted.
      """)

  let tokenizer: ModelTokenizer
  let files: [String]
  let data: String?

  init(_ arguments: ParsedArguments) throws {
    tokenizer = try Self.tokenizer(arguments.value("encoding"), arguments.value("model"))
    files = arguments.rest
    data = arguments.value("data")
  }

  private static func tokenizer(_ name: String?, _ model: String?) throws -> ModelTokenizer {
    if name != nil, model != nil {
      throw UsageError("'--encoding' and '--model' do not go together", hint: "give one of them")
    }
    if let model { return ModelTokenizer(model: model) }
    guard let name else { return .exact(.o200k) }
    guard let encoding = Encoding(rawValue: name) else {
      let known = Encoding.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("there is no encoding '\(name)'", hint: "there are: \(known)")
    }
    return .exact(encoding)
  }

  func run(terminal: Terminal) async throws {
    let folder = DataFolder(option: data, environment: ProcessInfo.processInfo.environment)
    let shelf = VocabularyShelf(
      data: folder.path, executable: LocalModelInstallation.currentExecutable)
    if files.count < 2 {
      let text = try await read(files.first ?? "-", terminal)
      terminal.print("\(try count(text, shelf))")
    } else {
      var total = TokenCount(0, isExact: true)
      for file in files {
        let count = try count(try await read(file, terminal), shelf)
        terminal.print("\(count)  \(file)")
        total = total + count
      }
      terminal.print("\(total)  total")
    }
    try tellWhatIsMissing(shelf, terminal)
  }

  private func count(_ text: UTF8Text, _ shelf: VocabularyShelf) throws -> TokenCount {
    do {
      return try shelf.count(text, for: tokenizer)
    } catch {
      throw SottoError(
        .invalidInput, error.message, hint: "remove that file; ./run in the checkout makes it anew")
    }
  }

  private func read(_ path: String, _ terminal: Terminal) async throws -> UTF8Text {
    if path == "-" { return try await terminal.readAllUTF8() }
    return try await InputFile.text(at: path, terminal: terminal)
  }

  private func tellWhatIsMissing(_ shelf: VocabularyShelf, _ terminal: Terminal) throws {
    guard let encoding = tokenizer.encoding, try shelf.encoder(for: encoding) == nil else { return }
    terminal.note("this is an estimate: the vocabulary of \(encoding.rawValue) is not installed")
    terminal.note("  ./run in the checkout installs it")
  }
}
