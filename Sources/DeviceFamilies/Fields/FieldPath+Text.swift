/// What is wrong with a path, and at which character.
package struct FieldPathProblem: Error, Sendable, Hashable {
  /// Characters before the mistake.
  package var offset: Int
  package var message: String
}

extension FieldPath {
  package static let stepsMax = 16

  /// Reads a path from the root of a message to a value:
  ///
  /// | written | leads to |
  /// |---|---|
  /// | `soil.moisture` | a key in a key |
  /// | `soil["a.b"]` | a key with a dot, a bracket or a star in it |
  /// | `probes[0]` | a member of an array, from 0 |
  /// | `soil.*.moisture`, `probes[*].value` | whichever member has what follows; exactly one may |
  /// | `probes[?id=3].value` | the member whose field is so, in an array or an object; as ``FieldMatch`` says |
  /// | `form(moist)` | the value of a key in a text `temp=21&moist=40` |
  /// | `column(2)`, `column(2, ;)` | a column of a text `21.5,40`, from 1; the separator, `tab` for the tabulator |
  /// | `pattern(M={value}%{any})` | what stands for `{value}` in a text; ``TextPattern`` |
  ///
  /// A string that holds JSON is walked into as if it stood there unwrapped: `payload.soil` in `{"payload":"{\\"soil\\":41}"}`.
  /// The last three end a path; alone they read the whole payload.
  package init(text: String) throws(FieldPathProblem) {
    var parser = PathParser(text)
    self.init(try parser.path())
  }

  /// The text that ``init(text:)`` reads.
  package var text: String {
    var text = ""
    for step in steps {
      let dot = text.isEmpty ? "" : "."
      switch step {
      case .index(let index): text += "[\(index)]"
      case .any: text += "\(dot)*"
      case .which(let match): text += "[?\(match.path.text)\(Self.relation(match.value))]"
      case .piece(.form(let key)): text += "\(dot)form(\(key))"
      case .piece(.column(let number, let separator)):
        text += "\(dot)column(\(number), \(PathParser.name(ofSeparator: separator)))"
      case .piece(.pattern(let pattern)): text += "\(dot)pattern(\(pattern.text))"
      case .key(let key): text += PathParser.isBare(key) ? dot + key : "[\"\(key)\"]"
      }
    }
    return text
  }

  private static func relation(_ value: String) -> String {
    let isComparison = ["!=", ">", "<"].contains { value.hasPrefix($0) }
    return isComparison ? value : "=\(value)"
  }
}

struct PathParser {
  private let text: [Character]
  private var at = 0

  init(_ text: String) { self.text = Array(text) }

  static func isBare(_ key: String) -> Bool {
    let isPiece = ["form(", "column(", "pattern("].contains { key.hasPrefix($0) }
    return !key.isEmpty && key != "*" && !isPiece && !key.contains { $0 == "." || $0 == "[" }
  }

  static func name(ofSeparator byte: UInt8) -> String {
    byte == 9 ? "tab" : String(Character(Unicode.Scalar(byte)))
  }

  mutating func path() throws(FieldPathProblem) -> [FieldPath.Step] {
    var steps: [FieldPath.Step] = []
    if text.isEmpty { throw problem("a path is not empty", at: 0) }
    while at < text.count {
      if steps.count == FieldPath.stepsMax { throw problem("a path has at most \(FieldPath.stepsMax) steps") }
      if case .piece = steps.last { throw problem("nothing can follow form, column or pattern") }
      if text[at] == "[" {
        steps.append(try bracket())
      } else {
        if !steps.isEmpty {
          guard text[at] == "." else { throw problem("a '.' or '[' belongs between two steps") }
          at += 1
        }
        steps.append(try name())
      }
    }
    return steps
  }

  private func problem(_ message: String, at place: Int? = nil) -> FieldPathProblem {
    FieldPathProblem(offset: place ?? at, message: message)
  }

  private mutating func name() throws(FieldPathProblem) -> FieldPath.Step {
    if let piece = try piece() { return .piece(piece) }
    let start = at
    while at < text.count, text[at] != ".", text[at] != "[" { at += 1 }
    if at == start { throw problem(start == text.count ? "a key is missing at the end" : "a key is missing") }
    let key = String(text[start..<at])
    return key == "*" ? .any : .key(key)
  }

  private mutating func bracket() throws(FieldPathProblem) -> FieldPath.Step {
    let open = at
    at += 1
    guard at < text.count else { throw problem("'[' is never closed", at: open) }
    let isQuoted = text[at] == "\""
    var end = isQuoted ? at + 1 : at
    let close: [Character] = isQuoted ? ["\"", "]"] : ["]"]
    while end < text.count, !text[end...].starts(with: close) { end += 1 }
    guard end < text.count else {
      throw problem(isQuoted ? "'[\"' is never closed by '\"]'" : "'[' is never closed", at: open)
    }
    let inner = String(text[(isQuoted ? at + 1 : at)..<end])
    let start = at
    at = end + close.count
    if isQuoted {
      if inner.isEmpty { throw problem("a key is missing", at: start) }
      return .key(inner)
    }
    if inner == "*" { return .any }
    if inner.first == "?" { return .which(try condition(inner, at: start)) }
    guard inner.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }), let index = Int(inner), index <= 9999 else {
      throw problem(
        "brackets hold a number from 0 to 9999, *, a key in double quotes, or ?field=value", at: start)
    }
    return .index(index)
  }

  /// `?id=3`, without its brackets.
  private func condition(_ text: String, at start: Int) throws(FieldPathProblem) -> FieldMatch {
    let body = text.dropFirst()
    guard let sign = body.firstIndex(where: { "=!<>".contains($0) }), sign > body.startIndex else {
      throw problem("a condition is a field and what it must be, such as ?id=3", at: start)
    }
    var inner = PathParser(String(body[..<sign]))
    let steps: [FieldPath.Step]
    do throws(FieldPathProblem) { steps = try inner.path() } catch {
      throw problem(error.message, at: start + 1 + error.offset)
    }
    let path = FieldPath(steps)
    guard path.isPlain else { throw problem("a condition looks at keys and numbers only", at: start + 1) }
    let rest = body[sign...]
    let value = String(rest.first == "=" ? rest.dropFirst() : rest)
    let place = start + 1 + body.distance(from: body.startIndex, to: sign)
    if value.isEmpty { throw problem("the value is missing behind '='", at: place) }
    if let fault = FieldMatch.fault(value) { throw problem(fault, at: place) }
    return FieldMatch(path: path, value: value)
  }

  /// `nil`: a key stands here.
  private mutating func piece() throws(FieldPathProblem) -> TextPiece? {
    let start = at
    for (name, make) in [("form(", form), ("column(", column), ("pattern(", pattern)] {
      guard text[at...].starts(with: name) else { continue }
      guard text.last == ")" else {
        throw problem("'\(name.dropLast())' ends the path, with ')' as its last character", at: start)
      }
      at += name.count
      let piece = try make(self, String(text[at..<(text.count - 1)]))
      at = text.count
      return piece
    }
    return nil
  }

  private typealias Make = (PathParser, String) throws(FieldPathProblem) -> TextPiece

  private var form: Make {
    { (parser, key) throws(FieldPathProblem) in
      if key.isEmpty || key.contains("=") || key.contains("&") {
        throw parser.problem("form needs the key whose value is meant, such as form(moist)")
      }
      return .form(key)
    }
  }

  private var column: Make {
    { (parser, arguments) throws(FieldPathProblem) in
      let digits = arguments.prefix { $0 != "," }
      guard let number = Int(digits), (1...999) ~= number else {
        throw parser.problem("column needs a number from 1 to 999, such as column(2)")
      }
      var separator = arguments[digits.endIndex...].dropFirst()
      if separator.first == " ", separator.count > 1 { separator = separator.dropFirst() }
      if separator.isEmpty { separator = "," }
      if separator == "tab" { separator = "\t" }
      guard let byte = separator.utf8.first, separator.utf8.count == 1, byte != UInt8(ascii: "\"") else {
        throw parser.problem("the separator is one character, such as column(2, ;), or tab")
      }
      return .column(number, separator: byte)
    }
  }

  private var pattern: Make {
    { (parser, text) throws(FieldPathProblem) in
      do throws(TextPattern.Problem) { return .pattern(try TextPattern(text)) } catch {
        switch error {
        case .valueCount(0): throw parser.problem("the pattern needs {value} where the value stands")
        case .valueCount:
          throw parser.problem("the pattern has more than one {value}; use {any} for the others")
        case .touching(let offset):
          throw parser.problem("two placeholders need some text between them", at: parser.at + offset)
        }
      }
    }
  }
}

extension FieldPathProblem: CustomStringConvertible {
  package var description: String { message }
}
