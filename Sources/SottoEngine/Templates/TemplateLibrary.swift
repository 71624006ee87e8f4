public import SottoCore

/// The templates that come with the program. Nobody changes them; a copy is the person's own.
public enum TemplateLibrary {
  /// All of them, by language.
  public static let all = english + chinese

  /// The one of this id.
  public static func template(_ id: TemplateID) -> Template? { all.first { $0.id == id } }

  /// Those of a language; a longer tag finds the shorter one's (`zh-Hans-CN`, `zh`), and what is no
  /// language of the library finds the English ones.
  public static func templates(for language: String?) -> [Template] {
    guard let primary = language?.lowercased().split(separator: "-").first else { return all }
    return primary == "zh" ? chinese : english
  }

  /// A template of the library. Its number is fixed for good, since people's scripts name it: 1 to
  /// 99 is English, 101 to 199 Chinese.
  static func entry(_ number: Int, _ language: String, _ details: TemplateDetails) -> Template? {
    let digits = String(number)
    let padding = String(repeating: "0", count: 12 - digits.count)
    return TemplateID("00000000-0000-7000-8000-\(padding)\(digits)").map {
      Template(id: $0, details: details, language: language)
    }
  }
}

/// A person's own templates and the library's, as one list.
public struct TemplateShelf: Sendable {
  private let store: any TemplateStore

  /// A shelf over the person's own templates.
  public init(store: any TemplateStore) { self.store = store }

  /// The person's own, by name, then those of the library, of one language or of all.
  public func templates(language: String? = nil) async throws -> [Template] {
    try await store.templates() + TemplateLibrary.templates(for: language)
  }

  /// - Throws: ``SottoError`` of code `templateNotFound`.
  public func template(_ id: TemplateID) async throws -> Template {
    if let builtIn = TemplateLibrary.template(id) { return builtIn }
    return try await store.template(id)
  }

  /// One by its id or its name; the person's own come first.
  ///
  /// - Throws: ``SottoError`` of code `templateNotFound`.
  public func find(_ text: String) async throws -> Template {
    if let id = TemplateID(text) { return try await template(id) }
    let all = try await templates()
    let found =
      all.first { $0.details.name == text }
      ?? all.first { $0.details.name.lowercased() == text.lowercased() }
    guard let found else {
      throw SottoError(
        .templateNotFound, "there is no template '\(text)'", hint: "'sotto template list' shows all"
      )
    }
    return found
  }

  /// - Throws: ``SottoError`` of code `builtIn` for one of the library.
  public func requireOwn(_ id: TemplateID) throws(SottoError) {
    guard let builtIn = TemplateLibrary.template(id) else { return }
    throw SottoError(
      .builtIn, "'\(builtIn.details.name)' comes with the program and stays as it is",
      hint: "make a copy and change that")
  }
}
