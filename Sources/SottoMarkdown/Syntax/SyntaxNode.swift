import CCmarkGFM

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One node of a `SyntaxTree`, valid while the tree is. The pointer stays in this folder.
@safe struct SyntaxNode {
  let pointer: OpaquePointer

  enum Kind: Equatable {
    case quote, list, item, codeBlock, htmlBlock, paragraph, heading, thematicBreak
    case footnoteDefinition, table, tableHeader, tableRow, tableCell
    case text, softBreak, lineBreak, code, html, emphasis, strong, strikethrough, link, image
    case footnoteReference
    case other

    var holdsBlocks: Bool {
      self == .quote || self == .list || self == .item || self == .footnoteDefinition
    }
  }

  enum Alignment { case none, left, center, right }

  var kind: Kind {
    switch unsafe cmark_node_get_type(pointer) {
    case CMARK_NODE_BLOCK_QUOTE: .quote
    case CMARK_NODE_LIST: .list
    case CMARK_NODE_ITEM: .item
    case CMARK_NODE_CODE_BLOCK: .codeBlock
    case CMARK_NODE_HTML_BLOCK: .htmlBlock
    case CMARK_NODE_PARAGRAPH: .paragraph
    case CMARK_NODE_HEADING: .heading
    case CMARK_NODE_THEMATIC_BREAK: .thematicBreak
    case CMARK_NODE_FOOTNOTE_DEFINITION: .footnoteDefinition
    case CMARK_NODE_TEXT: .text
    case CMARK_NODE_SOFTBREAK: .softBreak
    case CMARK_NODE_LINEBREAK: .lineBreak
    case CMARK_NODE_CODE: .code
    case CMARK_NODE_HTML_INLINE: .html
    case CMARK_NODE_EMPH: .emphasis
    case CMARK_NODE_STRONG: .strong
    case CMARK_NODE_LINK: .link
    case CMARK_NODE_IMAGE: .image
    case CMARK_NODE_FOOTNOTE_REFERENCE: .footnoteReference
    default: extensionKind
    }
  }

  /// Extensions get their type numbers at run time, so only their names are fixed.
  private var extensionKind: Kind {
    guard let name = unsafe cmark_node_get_type_string(pointer) else { return .other }
    if unsafe strcmp(name, "table_cell") == 0 { return .tableCell }
    if unsafe strcmp(name, "table_row") == 0 { return .tableRow }
    if unsafe strcmp(name, "table_header") == 0 { return .tableHeader }
    if unsafe strcmp(name, "table") == 0 { return .table }
    if unsafe strcmp(name, "strikethrough") == 0 { return .strikethrough }
    return .other
  }

  /// First and last line, counted from 1.
  var startLine: Int { unsafe Int(cmark_node_get_start_line(pointer)) }
  var endLine: Int { unsafe Int(cmark_node_get_end_line(pointer)) }

  var literal: [UInt8] { unsafe Self.bytes(cmark_node_get_literal(pointer)) }
  var fenceInfo: [UInt8] { unsafe Self.bytes(cmark_node_get_fence_info(pointer)) }
  var url: [UInt8] { unsafe Self.bytes(cmark_node_get_url(pointer)) }
  var title: [UInt8] { unsafe Self.bytes(cmark_node_get_title(pointer)) }
  var headingLevel: Int { unsafe Int(cmark_node_get_heading_level(pointer)) }

  /// The length and character of a code block's fence; nil for an indented one.
  var fence: (length: Int, character: UInt8)? {
    var length: CInt = 0
    var offset: CInt = 0
    var character: CChar = 0
    guard unsafe cmark_node_get_fenced(pointer, &length, &offset, &character) != 0 else {
      return nil
    }
    return (Int(length), UInt8(bitPattern: character))
  }

  var isOrdered: Bool { unsafe cmark_node_get_list_type(pointer) == CMARK_ORDERED_LIST }
  var listStart: Int { unsafe Int(cmark_node_get_list_start(pointer)) }

  /// Whether this paragraph stands in a tight list, where it has no tags of its own.
  var isInTightList: Bool {
    guard let item = unsafe cmark_node_parent(pointer) else { return false }
    guard let list = unsafe cmark_node_parent(item) else { return false }
    return unsafe cmark_node_get_type(list) == CMARK_NODE_LIST
      && cmark_node_get_list_tight(list) != 0
  }

  /// Whether a task item is done; nil for an item that is no task.
  var taskIsDone: Bool? {
    guard let name = unsafe cmark_node_get_type_string(pointer) else { return nil }
    guard unsafe strcmp(name, "tasklist") == 0 else { return nil }
    return unsafe cmark_gfm_extensions_get_tasklist_item_checked(pointer)
  }

  var hasChildren: Bool { unsafe cmark_node_first_child(pointer) != nil }
  var isLastChild: Bool { unsafe cmark_node_next(pointer) == nil }

  /// A table's alignment per column.
  var columnAlignments: [Alignment] {
    let count = unsafe Int(cmark_gfm_extensions_get_table_columns(pointer))
    guard let letters = unsafe cmark_gfm_extensions_get_table_alignments(pointer) else { return [] }
    return unsafe UnsafeBufferPointer(start: letters, count: count).map { letter in
      switch letter {
      case UInt8(ascii: "l"): .left
      case UInt8(ascii: "c"): .center
      case UInt8(ascii: "r"): .right
      default: .none
      }
    }
  }

  private static func bytes(_ string: UnsafePointer<CChar>?) -> [UInt8] {
    guard let string = unsafe string else { return [] }
    return unsafe string.withMemoryRebound(to: UInt8.self, capacity: strlen(string)) {
      unsafe Array(UnsafeBufferPointer(start: $0, count: strlen(string)))
    }
  }
}
