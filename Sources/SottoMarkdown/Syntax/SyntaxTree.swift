import CCmarkGFM
import Synchronization

/// A parsed document. The C tree is freed with this value.
@safe struct SyntaxTree: ~Copyable {
  private let root: OpaquePointer

  /// The extensions' registry is global in the library and is not thread-safe: filled once.
  private static let registered: Void = cmark_gfm_core_extensions_ensure_registered()
  /// While a parser finishes, the library holds its extensions' special characters in a table that
  /// all parsers share: two at once would miss each other's links.
  private static let finishing = Mutex(())
  private static let extensions = ["table", "strikethrough", "autolink", "tasklist"]

  /// Parses prepared bytes. Nil only when the library cannot make a parser.
  init?(parsing bytes: borrowing [UInt8]) {
    _ = Self.registered
    guard let parser = unsafe cmark_parser_new(sotto_cmark_options()) else { return nil }
    for name in Self.extensions {
      guard let found = unsafe cmark_find_syntax_extension(name) else { continue }
      unsafe cmark_parser_attach_syntax_extension(parser, found)
    }
    unsafe bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return }
      unsafe cmark_parser_feed(parser, base.assumingMemoryBound(to: CChar.self), buffer.count)
    }
    let document = unsafe Self.finishing.withLock { _ in
      unsafe Finished(root: cmark_parser_finish(parser))
    }
    unsafe cmark_parser_free(parser)
    guard let found = unsafe document.root else { return nil }
    unsafe root = found
  }

  /// Carries a pointer out of the lock; nobody else has it.
  @unsafe private struct Finished: @unchecked Sendable {
    let root: OpaquePointer?
  }

  deinit {
    unsafe cmark_node_free(root)
  }

  /// The blocks directly under the document, in order. They are valid while the tree is.
  var blocks: [SyntaxNode] {
    var found: [SyntaxNode] = []
    var next = unsafe cmark_node_first_child(root)
    while let node = unsafe next {
      unsafe found.append(SyntaxNode(pointer: node))
      unsafe next = cmark_node_next(node)
    }
    return found
  }

  /// The last block at the deepest level: the one that the next line may continue.
  var lastLeafBlock: SyntaxNode? {
    var found: SyntaxNode?
    var next = unsafe cmark_node_last_child(root)
    while let node = unsafe next {
      let block = unsafe SyntaxNode(pointer: node)
      found = block
      guard block.kind.holdsBlocks else { break }
      unsafe next = cmark_node_last_child(node)
    }
    return found
  }

  /// Visits a block and everything in it, in document order, without recursion: documents may be
  /// nested deeper than the stack allows. Nodes that cannot have children are only entered.
  func walk(_ block: SyntaxNode, _ visit: (_ entering: Bool, _ node: SyntaxNode) -> Void) {
    guard let steps = unsafe cmark_iter_new(block.pointer) else { return }
    defer { unsafe cmark_iter_free(steps) }
    while true {
      let event = unsafe cmark_iter_next(steps)
      if event == CMARK_EVENT_DONE || event == CMARK_EVENT_NONE { return }
      guard let node = unsafe cmark_iter_get_node(steps) else { return }
      unsafe visit(event == CMARK_EVENT_ENTER, SyntaxNode(pointer: node))
    }
  }
}
