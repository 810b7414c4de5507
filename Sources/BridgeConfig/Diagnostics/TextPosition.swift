/// A place in the config file. `line` and `column` count from 1; a column is one Unicode scalar.
package struct TextPosition: Sendable, Hashable, Comparable {
  /// 0: the config itself; else one of those that it includes, in their order.
  package var file = 0
  package var line: Int
  package var column: Int

  package static func < (a: TextPosition, b: TextPosition) -> Bool {
    (a.file, a.line, a.column) < (b.file, b.line, b.column)
  }
}
