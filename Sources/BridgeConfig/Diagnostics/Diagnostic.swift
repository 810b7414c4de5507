/// One thing that is wrong, or probably wrong, with the config file.
///
/// `description` is what a person reads:
/// ```
/// loam.yaml:14:5: error: unknown key 'dry_blow' in plants.basil
///   14 |     dry_blow: 30%
///      |     ^
///      = help: did you mean 'dry_below'?
/// ```
package struct Diagnostic: Sendable, Hashable {
  package enum Severity: String, Sendable, Hashable {
    /// The file is not used.
    case error
    /// The file is used, but is hardly what its author meant.
    case warning
  }

  package var file: String
  package var position: TextPosition
  package var severity: Severity
  package var message: String
  package var help: String?
  /// The line as far as it may be shown: secrets blanked, long lines cut.
  package var excerpt: Excerpt
}

extension Diagnostic {
  /// For a log, in which a line stands alone: without the picture of the line.
  package var sentence: String {
    "\(file):\(position.line):\(position.column): \(message)\(help.map { "; \($0)" } ?? "")"
  }
}

extension Diagnostic: CustomStringConvertible {
  package var description: String {
    let number = String(position.line)
    let gutter = String(repeating: " ", count: number.count + 2)
    var text = "\(file):\(position.line):\(position.column): \(severity.rawValue): \(message)\n"
    text += "  \(number) | \(excerpt.text)\n"
    text += "\(gutter) | \(excerpt.padding)^"
    if let help { text += "\n\(gutter) = help: \(help)" }
    return text
  }
}
