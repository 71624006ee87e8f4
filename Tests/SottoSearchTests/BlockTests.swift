import SottoSearch
import Testing

@Suite struct BlockTests {
  /// The documents that have a term, looked up in the pages as the database does it.
  private func find(
    _ term: String, isPrefix: Bool = false, in pages: [BlockBuilder.Page]
  ) -> [Int] {
    let term = Array(term.utf8)
    var found = DocumentSet()
    let first = pages.lastIndex { !term.lexicographicallyPrecedes($0.firstTerm) } ?? 0
    for page in pages[min(first, pages.count)...] {
      guard PageReader(page.bytes).find(term, isPrefix: isPrefix, into: &found) == .mayContinue,
        isPrefix
      else { break }
    }
    var ordinals: [Int] = []
    while let next = found.last(below: ordinals.last ?? DocumentSet.capacity) {
      ordinals.append(next)
    }
    return ordinals.reversed()
  }

  @Test func `every word of every document is found in it, and nowhere else`() {
    var generator = Generator(seed: 3)
    let letters = Array("abcde")
    var documents: [Set<String>] = []
    var builder = BlockBuilder()
    for number in 0..<3000 {
      var words = Set(
        (0..<12).map { _ in
          String(
            (0..<Int.random(in: 1...6, using: &generator)).map { _ in
              letters[Int.random(in: 0..<5, using: &generator)]
            })
        })
      words.insert("always")
      if number % 700 == 0 { words.insert("seldom") }
      documents.append(words)
      builder.add(Array(words.sorted().joined(separator: " ").utf8), labels: [[1, 112]])
    }
    let pages = builder.pages()
    #expect(pages.count > 10)
    #expect(find("always", in: pages) == Array(0..<3000))
    #expect(find("\u{1}p", in: pages) == Array(0..<3000))
    #expect(find("seldom", in: pages) == [0, 700, 1400, 2100, 2800])
    #expect(find("zzz", in: pages).isEmpty && find("", isPrefix: true, in: pages).count == 3000)
    let all = documents.reduce(into: Set<String>()) { $0.formUnion($1) }
    for term in all.sorted().enumerated().filter({ $0.offset % 23 == 0 }).map(\.element) {
      let exact = documents.indices.filter { documents[$0].contains(term) }
      let begun = documents.indices.filter { documents[$0].contains { $0.hasPrefix(term) } }
      #expect(find(term, in: pages) == exact)
      #expect(find(term, isPrefix: true, in: pages) == begun)
    }
  }

  @Test func `damaged pages do no harm`() {
    var builder = BlockBuilder()
    for number in 0..<200 { builder.add(Array("some words \(number) 中文字".utf8), labels: []) }
    var generator = Generator(seed: 5)
    for page in builder.pages() {
      for _ in 0..<500 {
        var bytes = page.bytes
        for _ in 0..<4 {
          bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(
            in: 0...255, using: &generator)
        }
        var found = DocumentSet()
        _ = PageReader(bytes).find(Array("some".utf8), isPrefix: true, into: &found)
        #expect(found.count <= DocumentSet.capacity)
      }
    }
  }
}
