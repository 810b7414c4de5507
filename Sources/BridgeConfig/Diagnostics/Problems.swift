/// Collects the diagnostics of one run.
final class Problems {
  private let source: SourceText
  private var found: [Diagnostic] = []
  private var seen: Set<Sameness> = []
  private var hiddenColumns: [Int: Int] = [:]

  /// More than this many are counted, not kept.
  static let countMax = 200
  private(set) var countBeyondMax = 0

  init(source: SourceText) { self.source = source }

  private(set) var errorCount = 0

  /// A mapping that is merged into several others is read several times, but its mistakes are told once.
  private struct Sameness: Hashable {
    var position: TextPosition
    var words: String
  }

  /// - Parameter path: `plants.basil.dry_below`; the sentence goes on with `message`.
  func error(
    at position: TextPosition, path: String = "", _ message: String, help: @autoclosure () -> String? = nil
  ) {
    errorCount += 1
    add(.error, at: position, path, message, help)
  }

  func warning(at position: TextPosition, _ message: String, help: @autoclosure () -> String? = nil) {
    add(.warning, at: position, "", message, help)
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
    _ severity: Diagnostic.Severity, at position: TextPosition, _ path: String, _ message: String,
    _ help: () -> String?
  ) {
    guard found.count < Self.countMax else {
      countBeyondMax += 1
      return
    }
    guard seen.insert(Sameness(position: position, words: message)).inserted else { return }
    found.append(
      Diagnostic(
        file: source.file, position: source.clamped(position), severity: severity, message: path + message,
        help: help(), excerpt: Excerpt(line: [], column: 1)))
  }
}
