internal import Yams

/// The parser's errors in words that say what to do, at the place where the mistake was made.
enum SyntaxProblem {
  static func record(_ error: any Error, in source: SourceText, to problems: Problems) {
    switch error {
    case YamlError.scanner(let context, let problem, let mark, _),
      YamlError.parser(let context, let problem, let mark, _),
      YamlError.composer(let context, let problem, let mark, _):
      let place = ConfigParser.position(mark)
      let start = context.map { ConfigParser.position($0.mark) }
      record(problem, context?.text ?? "", at: place, from: start ?? place, source, problems)
    default:
      problems.error(at: TextPosition(line: 1, column: 1), "this is not YAML text")
    }
  }

  private static func record(
    _ problem: String, _ context: String, at place: TextPosition, from start: TextPosition,
    _ source: SourceText,
    _ problems: Problems
  ) {
    let line = source.lines[source.clamped(place).line - 1]
    if let tab = line.prefix(while: { $0 == " " || $0 == "\t" }).firstIndex(of: "\t") {
      problems.error(
        at: TextPosition(line: place.line, column: tab + 1), "a tab in the indentation",
        help: "YAML is indented with spaces only")
    } else if problem.contains("could not find expected ':'") {
      problems.error(
        at: start, "a key without a colon", help: "write 'key: value', with a space after the colon")
    } else if problem.contains("mapping values are not allowed") {
      problems.error(
        at: place, "a second ':' in one value, or a key that is indented wrongly",
        help: "put a text with ': ' in it in quotes; keys of one mapping begin in one column")
    } else if problem.contains("unexpected end of stream"), context.contains("quoted scalar") {
      problems.error(at: start, "this quote is never closed")
    } else if problem.contains("expected ',' or") {
      let isList = context.contains("sequence")
      problems.error(
        at: start, isList ? "a list that is not closed with ']'" : "a mapping that is not closed with '}'",
        help: "entries between brackets are separated by commas")
    } else if problem.contains("did not find expected key") {
      problems.error(
        at: place, "this line does not fit the indentation of the mapping that begins in line \(start.line)",
        help: "keys of one mapping begin in one column")
    } else if problem.contains("did not find expected '-' indicator") {
      problems.error(
        at: place, "this line does not fit the indentation of the list that begins in line \(start.line)",
        help: "every entry of a list begins with '- ' in one column")
    } else if problem.contains("cannot start any token") {
      problems.error(
        at: place, "a value cannot begin with this character", help: "put the text in quotes")
    } else if problem.contains("undefined alias") {
      problems.error(
        at: place, "this alias names nothing", help: "mark the value with '&name' before '*name' repeats it")
    } else if problem.contains("found another document") {
      problems.error(at: place, "a second document begins here; the configuration is one document")
    } else {
      problems.error(
        at: place, "not valid YAML: \([context, problem].filter { !$0.isEmpty }.joined(separator: ", "))")
    }
  }
}
