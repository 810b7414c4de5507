/// The parser's errors in words that say what to do, at the place where the mistake was made.
enum SyntaxProblem {
  static func record(_ failure: YAMLEvents.Failure, in source: SourceText, to problems: Problems) {
    guard let place = failure.position else {
      problems.error(at: source.start, "this is not YAML text")
      return
    }
    record(failure.problem, failure.context, at: place, from: failure.start ?? place, source, problems)
  }

  private static func record(
    _ problem: String, _ context: String, at place: TextPosition, from start: TextPosition,
    _ source: SourceText, _ problems: Problems
  ) {
    let line = source.line(source.clamped(place).line)
    if let tab = line.prefix(while: { $0 == " " || $0 == "\t" }).firstIndex(of: "\t") {
      problems.error(
        at: source.at(place.line, tab + 1), "a tab in the indentation",
        help: "YAML is indented with spaces only")
    } else if let known = known.first(where: { problem.contains($0.problem) && context.contains($0.context) })
    {
      problems.error(at: known.isAtStart ? start : place, known.message, help: known.help)
    } else {
      let words = [context, problem].filter { !$0.isEmpty }.joined(separator: ", ")
      problems.error(at: place, "not valid YAML: \(words)")
    }
  }

  private struct Known {
    /// What the parser says, and what it was doing.
    var problem: String
    var context = ""
    /// Where the construct begins, not where the parser gave up.
    var isAtStart = false
    var message: String
    var help: String?
  }

  private static let known = [
    Known(
      problem: "could not find expected ':'", isAtStart: true, message: "a key without a colon",
      help: "write 'key: value', with a space after the colon"),
    Known(
      problem: "mapping values are not allowed",
      message: "a second ':' in one value, or a key that is indented wrongly",
      help: "put a text with ': ' in it in quotes; keys of one mapping begin in one column"),
    Known(
      problem: "unexpected end of stream", context: "quoted scalar", isAtStart: true,
      message: "this quote is never closed"),
    Known(
      problem: "expected ',' or", context: "sequence", isAtStart: true,
      message: "a list that is not closed with ']'", help: "entries between brackets are separated by commas"),
    Known(
      problem: "expected ',' or", isAtStart: true, message: "a mapping that is not closed with '}'",
      help: "entries between brackets are separated by commas"),
    Known(
      problem: "did not find expected key", message: "this line does not fit the indentation above it",
      help: "keys of one mapping begin in one column"),
    Known(
      problem: "did not find expected '-' indicator",
      message: "this line does not fit the indentation of the list above it",
      help: "every entry of a list begins with '- ' in one column"),
    Known(
      problem: "cannot start any token", message: "a value cannot begin with this character",
      help: "put the text in quotes"),
    Known(
      problem: "undefined alias", message: "this alias names nothing",
      help: "mark the value with '&name' before '*name' repeats it"),
    Known(
      problem: "found another document",
      message: "a second document begins here; the configuration is one document"),
  ]
}
