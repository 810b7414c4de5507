/// Collects the diagnostics of one run.
final class Problems {
  /// The config, and the files that it includes, by their numbers.
  private(set) var sources: [SourceText] = []
  private var found: [Diagnostic] = []
  private var seen: Set<Sameness> = []
  /// By the first column of each line.
  private var hiddenColumns: [TextPosition: Int] = [:]

  /// More than this many are counted, not kept.
  static let countMax = 200
  private(set) var countBeyondMax = 0

  /// The text of one more file, in which problems may be.
  func add(file: String, part: String? = nil, text: String) -> SourceText {
    sources.append(SourceText(file: file, part: part, number: sources.count, text: text))
    return sources[sources.count - 1]
  }

  /// The file that the config includes, where it is in one.
  func part(at position: TextPosition) -> String? {
    position.file < sources.count ? sources[position.file].part : nil
  }

  /// "line 12", or "line 12 of shared.yaml".
  func line(_ position: TextPosition) -> String {
    "line \(position.line)" + (part(at: position).map { " of \($0)" } ?? "")
  }

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
    guard position.file < sources.count else { return }
    let source = sources[position.file]
    let place = source.clamped(position)
    let line = source.at(place.line, 1)
    hiddenColumns[line] = min(place.column, hiddenColumns[line] ?? .max)
  }

  /// All of them, by place.
  func sorted() -> [Diagnostic] {
    var shown = found
    for i in shown.indices {
      let source = sources[shown[i].position.file]
      shown[i].excerpt = source.excerpt(
        at: shown[i].position, hiddenFrom: hiddenColumns[source.at(shown[i].position.line, 1)])
    }
    return shown.enumerated().sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
      .map(\.element)
  }

  private func add(
    _ severity: Diagnostic.Severity, at position: TextPosition, _ path: String, _ message: String,
    _ help: () -> String?
  ) {
    guard position.file < sources.count else { return }
    guard found.count < Self.countMax else {
      countBeyondMax += 1
      return
    }
    guard seen.insert(Sameness(position: position, words: message)).inserted else { return }
    let source = sources[position.file]
    found.append(
      Diagnostic(
        file: source.file, position: source.clamped(position), severity: severity, message: path + message,
        help: help(), excerpt: Excerpt(line: [], column: 1)))
  }
}
