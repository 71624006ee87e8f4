internal import SottoCore

/// Makes conversations, projects and templates of the records of a JSON file.
final class RecordReader {
  private let records: JSONRecords
  private let format: ImportFormat?
  private let areProjects: Bool
  private var hasConversations = false
  private var isOurs = false

  /// The records of a file, which may be a list of Claude's projects (`areProjects`).
  init(_ source: any ByteSource, format: ImportFormat?, areProjects: Bool = false) {
    records = JSONRecords(source)
    self.format = format
    self.areProjects = areProjects
  }

  /// What the next record gives, which may be nothing; `nil` at the end.
  ///
  /// - Throws: ``ExchangeError`` when the bytes cannot be read.
  func next() throws -> [ImportedItem]? {
    switch try records.next() {
    case nil: return nil
    case .damaged(let reason):
      return [.skipped(subject: "conversation", name: "damaged", reason: reason)]
    case .element("templates", let value):
      guard let template = SottoReader.template(value) else {
        return [.skipped(subject: "template", name: "damaged", reason: "it has no id or no name")]
      }
      return [.template(template)]
    case .element("projects", let value): return project(value)
    case .element(_, let value) where areProjects: return project(value)
    case .element(_, let value): return conversations(value)
    case .object(let object): return outermost(object)
    }
  }

  private func project(_ value: JSONValue) -> [ImportedItem] {
    if let project = SottoReader.project(value) {
      isOurs = true
      return [.project(project, .sotto)]
    }
    var balance = ImportBalance()
    guard let project = ClaudeReader.project(value, &balance) else {
      return [
        .skipped(
          subject: "project", name: ImportFormat.title(of: value),
          reason: "it has no id or no name")
      ]
    }
    let skipped = balance.skipped.flatMap { remark in
      (0..<remark.count).map { _ in
        ImportedItem.skipped(subject: remark.subject, name: remark.name, reason: remark.reason)
      }
    }
    return [.project(project, .claude)] + skipped
  }

  private func conversations(_ value: JSONValue) -> [ImportedItem] {
    let title = ImportFormat.title(of: value)
    guard let found = ImportFormat.of(value), format == nil || found == format else {
      return [
        .skipped(
          subject: "conversation", name: title,
          reason: "it has no messages in a form that is known")
      ]
    }
    do {
      let parsed = try found.conversations(in: value)
      hasConversations = true
      return parsed.map { .conversation($0, found) }
    } catch {
      return [.skipped(subject: "conversation", name: title, reason: "\(error)")]
    }
  }

  /// A file may be one conversation; otherwise this is what surrounds them.
  private func outermost(_ object: JSONObject) -> [ImportedItem] {
    let value = JSONValue.object(object)
    if object["format"]?.string == "sotto-export" {
      guard object["scope"]?.string == "all" else { return [] }
      return [.wholeHistory(active: value.text("active_project_id"))]
    }
    if areProjects { return project(value) }
    if ImportFormat.of(value) != nil { return conversations(value) }
    if hasConversations || isOurs { return [] }
    return conversations(value)
  }
}
