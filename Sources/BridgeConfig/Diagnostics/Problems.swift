/// Collects the diagnostics of one run.
final class Problems {
  private let source: SourceText
  private var found: [Diagnostic] = []
  private var seen: Set<Diagnostic> = []
  private var hiddenColumns: [Int: Int] = [:]

  /// More than this many are counted, not kept.
  static let countMax = 200
  private(set) var countBeyondMax = 0

  init(source: SourceText) { self.source = source }

  var errorCount: Int { found.count { $0.severity == .error } }

  func error(at position: TextPosition, _ message: String, help: String? = nil) {
    add(.error, at: position, message, help)
  }

  func warning(at position: TextPosition, _ message: String, help: String? = nil) {
    add(.warning, at: position, message, help)
  }

  /// The value that begins there may be a secret: no excerpt shows it.
  func hide(from position: TextPosition) {
    let place = source.clamped(position)
    hiddenColumns[place.line] = min(place.column, hiddenColumns[place.line] ?? .max)
  }

  /// All of them, by place.
  func sorted() -> [Diagnostic] {
    var shown = found
    for i in shown.indices {
      shown[i].excerpt = source.excerpt(
        at: shown[i].position, hiddenFrom: hiddenColumns[shown[i].position.line])
    }
    return shown.enumerated().sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
      .map(\.element)
  }

  private func add(
    _ severity: Diagnostic.Severity, at position: TextPosition, _ message: String, _ help: String?
  ) {
    let diagnostic = Diagnostic(
      file: source.file, position: source.clamped(position), severity: severity, message: message, help: help,
      excerpt: Excerpt(line: [], column: 1))
    guard seen.insert(diagnostic).inserted else { return }
    if found.count < Self.countMax { found.append(diagnostic) } else { countBeyondMax += 1 }
  }
}
