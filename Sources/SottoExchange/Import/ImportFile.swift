internal import SottoCore

/// A file that is imported, told apart by its bytes. For one thread at a time.
final class ImportFile {
  /// A part of the file that is read after the other.
  private enum Piece {
    case json(any ByteSource)
    case entry(ArchiveReader.Entry)
    case assets
    case markdown(any ByteSource, name: String)
    case log(LLMLogReader)
  }

  private let path: String
  private let format: ImportFormat?
  private var pieces: [Piece] = []
  private var records: RecordReader?
  private var assets: ArchiveReader?
  private var log: LLMLogReader?
  private var pending: [ImportedItem] = []

  /// How many bytes there are to be read, about.
  private(set) var total = 0
  /// How many of them were.
  private(set) var done = 0

  /// Opens a file that the person calls `name`; with a `format`, only as that.
  ///
  /// - Throws: ``SottoError`` of code `invalidInput` when it is nothing that can be imported.
  init(
    _ path: String, name: String, format: ImportFormat?,
    openDatabase: (String) throws -> any RecordDatabase
  ) throws {
    self.path = path
    self.format = format
    do {
      let file = try FileSource(path)
      total = file.size
      let head = try file.read(4096)
      if head.starts(with: "PK".utf8) {
        try openArchive()
      } else if head.starts(with: "SQLite format 3\0".utf8) {
        let log = try LLMLogReader(openDatabase(path))
        total = log.count
        pieces = [.log(log)]
      } else if let kind = Self.kind(of: head),
        format == nil || (format == .markdown) != (kind == .json)
      {
        let source = try counted(FileSource(path))
        pieces = [kind == .json ? .json(source) : .markdown(source, name: name)]
      } else {
        throw ExchangeError("the file is in no format that is known")
      }
    } catch let error as ExchangeError {
      throw SottoError(
        .invalidInput, error.description,
        hint:
          "these can be imported: exports of ChatGPT, Claude, Open WebUI, LibreChat and Chatbox, the "
          + "log of 'llm', Markdown, and Sotto's own exports")
    }
  }

  private enum Kind {
    case json, text
  }

  private static func kind(of head: [UInt8]) -> Kind? {
    let text = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
    let first = text.first { $0 != 0x20 && !(0x09...0x0D).contains($0) }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return .json }
    return first == nil || text.contains(0) ? nil : .text
  }

  private func counted(_ source: any ByteSource) -> any ByteSource {
    CountedSource(source) { [weak self] in self?.done += $0 }
  }

  /// Some of what comes next; empty at the end.
  ///
  /// - Throws: ``ExchangeError`` for a file that cannot be read, ``SottoError`` for a damaged database.
  func next(upTo most: Int) throws -> [ImportedItem] {
    var items: [ImportedItem] = []
    var cost = 0
    while cost < most, let item = try nextItem() {
      cost += item.cost
      items.append(item)
    }
    return items
  }

  private func nextItem() throws -> ImportedItem? {
    while true {
      if !pending.isEmpty { return pending.removeFirst() }
      if let found = try nextOfOpenPiece() {
        pending = found
        continue
      }
      if pieces.isEmpty { return nil }
      try open(pieces.removeFirst())
    }
  }

  /// `nil` when it is at its end.
  private func nextOfOpenPiece() throws -> [ImportedItem]? {
    if let log {
      guard let parsed = try log.next() else {
        self.log = nil
        return nil
      }
      done += 1
      return [.conversation(parsed, .llm)]
    }
    if let assets {
      guard let item = try nextAsset(of: assets) else {
        self.assets = nil
        return nil
      }
      return [item]
    }
    guard let records else { return nil }
    do {
      if let items = try records.next() { return items }
    } catch let error as ExchangeError {
      self.records = nil
      return [.skipped(subject: "archive", name: "file", reason: error.description)]
    }
    self.records = nil
    return nil
  }

  private func open(_ piece: Piece) throws {
    switch piece {
    case .json(let source):
      records = RecordReader(source, format: format)
    case .entry(let entry):
      let reader = try ArchiveReader(path)
      try reader.skip(to: entry.index)
      let source = counted(reader)
      if entry.isMarkdown {
        pending = try dialogs(in: source, name: entry.baseName)
      } else {
        records = RecordReader(source, format: format, areProjects: entry.isOfProjects)
      }
    case .assets: assets = try ArchiveReader(path)
    case .markdown(let source, let name): pending = try dialogs(in: source, name: name)
    case .log(let log): self.log = log
    }
  }

  private func dialogs(in source: any ByteSource, name: String) throws -> [ImportedItem] {
    var bytes: [UInt8] = []
    while bytes.count < JSONRecords.largest {
      let more = try source.read(1 << 20)
      if more.isEmpty { break }
      bytes += more
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return [.skipped(subject: "conversation", name: name, reason: "it is not UTF-8 text")]
    }
    let found = MarkdownReader.conversations(in: text, name: name)
    return found.map { .conversation($0, .markdown) }
  }
}

// MARK: - Archives

extension ImportFile {
  private func openArchive() throws {
    var entries: [ArchiveReader.Entry] = []
    do {
      let reader = try ArchiveReader(path)
      while let entry = try reader.next() { entries.append(entry) }
    } catch let error as ExchangeError {
      if entries.isEmpty { throw error }
      pending.append(.skipped(subject: "archive", name: "end", reason: error.description))
    }
    let records = entries.filter(\.isOfConversations)
    let projects = entries.filter(\.isOfProjects)
    // An archive of single conversations, each in a file of its own.
    let others =
      records.isEmpty ? entries.filter { $0.isJSON && !$0.isOfProjects || $0.isMarkdown } : []
    guard !(records + others).isEmpty else {
      throw ExchangeError("the archive holds no conversations")
    }
    let read = (projects + records + others).sorted {
      ($0.isOfProjects ? 0 : 1, $0.name) < ($1.isOfProjects ? 0 : 1, $1.name)
    }
    total = read.reduce(0) { $0 + $1.size }
    let left = entries.filter { entry in
      entry.isPage && !read.contains { $0.index == entry.index }
    }
    for entry in left {
      pending.append(
        .skipped(subject: "archive", name: entry.baseName, reason: "it holds no conversations"))
    }
    let hasAssets = entries.contains { $0.isAsset }
    pieces = (hasAssets ? [.assets] : []) + read.map { .entry($0) }
  }

  /// The next file that a message may name.
  private func nextAsset(of reader: ArchiveReader) throws -> ImportedItem? {
    do {
      while let entry = try reader.next() {
        guard entry.isAsset else { continue }
        var bytes: [UInt8] = []
        while bytes.count <= Self.largestAsset {
          let more = try reader.read(1 << 20)
          if more.isEmpty { break }
          bytes += more
        }
        guard bytes.count <= Self.largestAsset else {
          return .skipped(subject: "file", name: entry.baseName, reason: "it is larger than 50 MB")
        }
        if bytes.isEmpty { continue }
        return .asset(names: entry.assetNames, name: entry.baseName, bytes: bytes)
      }
    } catch let error as ExchangeError {
      assets = nil
      return .skipped(subject: "archive", name: "files", reason: error.description)
    }
    return nil
  }

  /// What the store takes at most.
  private static let largestAsset = 50_000_000
}

extension ArchiveReader.Entry {
  var baseName: String { name.split(separator: "/").last.map(String.init) ?? name }

  private var lowered: String { baseName.lowercased() }
  var isJSON: Bool { lowered.hasSuffix(".json") || lowered.hasSuffix(".jsonl") }
  var isMarkdown: Bool { lowered.hasSuffix(".md") || lowered.hasSuffix(".markdown") }
  /// Whether it is text about the export, not a file of a message.
  var isPage: Bool { isJSON || isMarkdown || lowered.hasSuffix(".html") || lowered == "readme.txt" }
  var isOfConversations: Bool {
    isJSON && (lowered.hasPrefix("conversations") || lowered == "export.json")
  }
  var isOfProjects: Bool {
    isJSON && (lowered == "projects.json" || name.hasPrefix("projects/"))
  }
  /// A file of a message may be anything, also JSON, in the folders that are made for them.
  var isAsset: Bool { !isPage || name.hasPrefix("files/") || lowered.hasPrefix("file-") }

  /// The path, the name, and the id that ChatGPT puts before the name (`file-ABC-photo.png`,
  /// `file_0123-photo.png`).
  var assetNames: [String] {
    var names = [name, baseName]
    for start in ["file-", "file_"] where baseName.hasPrefix(start) {
      let id = baseName.dropFirst(start.count).prefix { $0 != "-" && $0 != "." }
      names.append(start + id)
    }
    return names
  }
}
