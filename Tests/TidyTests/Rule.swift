import Foundation

/// Words of code that must not stand in some targets.
struct Rule: Sendable {
  let name: String
  /// Regular expressions; the first that matches a line is reported.
  let patterns: [String]
  /// Targets in which the words may stand.
  let allowedIn: Set<String>

  /// `path:line: text` for every line that breaks the rule.
  func breaches(in file: SourceTree.File) -> [String] {
    if allowedIn.contains(file.target) { return [] }
    let whole = patterns.map { "(?:\($0))" }.joined(separator: "|")
    // The standard library's `Regex` takes a minute for the tree.
    guard let expression = try? NSRegularExpression(pattern: whole) else {
      return ["\(name): a pattern that is no regular expression"]
    }
    return zip(1..., file.code).compactMap { number, line in
      let range = NSRange(location: 0, length: line.utf16.count)
      guard expression.firstMatch(in: line, range: range) != nil else { return nil }
      let text = file.lines[number - 1].trimmingPrefix { $0 == " " }
      return "\(file.path):\(number): \(name): \(text)"
    }
  }

  func breaches(in files: [SourceTree.File]) -> [String] { files.flatMap(breaches(in:)) }
}

extension Rule {
  static let forcing = Rule(
    name: "forcing traps on bad input",
    patterns: [#"\btry!"#, #"\bas!"#, #"\bfatalError\b"#, #"[\w\)\]"\?]!(?!=)"#], allowedIn: [])

  static let unsafety = Rule(
    name: "unsafe memory belongs to the targets that touch C",
    patterns: [
      #"\bunsafe\b"#, #"\bUnsafe\w+"#, #"\bUnmanaged\b"#, #"\bwithUnsafe\w+"#, #"\bwithMemoryRebound\b"#,
    ],
    allowedIn: ["Cryptography", "MosquittoClient", "PayloadJSON", "HostSystem", "SQLite", "BridgeConfig"])

  static let time = Rule(
    name: "the clock is read and waited for in HostSystem only",
    patterns: [
      #"\bDate\s*\(\s*\)"#, #"\bDate\s*\.\s*now\b"#, #"\bDate\s*\(\s*timeIntervalSinceNow\b"#,
      #"\b(Continuous|Suspending)Clock\b"#, #"\bDispatchTime\b"#, #"\bDispatchWallTime\b"#, #"\bTimer\b"#,
      #"\bCFAbsoluteTimeGetCurrent\b"#, #"\bsystemUptime\b"#, #"\bclock_gettime\b"#, #"\bgettimeofday\b"#,
      #"\btime\s*\(\s*(nil|&)"#, #"\b(u|nano)?sleep\s*\("#, #"\bclock_nanosleep\b"#, #"\basyncAfter\b"#,
    ],
    allowedIn: ["HostSystem"])

  static let chance = Rule(
    name: "chance comes seeded, or from HostSystem",
    patterns: [
      #"\bSystemRandomNumberGenerator\b"#, #"\bUUID\s*\(\s*\)"#, #"\barc4random\w*"#, #"\bgetrandom\b"#,
      #"\b(Int|UInt|Double|Float|Bool|U?Int(8|16|32|64))\s*\.\s*random\s*\((?!.*\busing:)"#,
      #"\.\s*(shuffled|shuffle|randomElement)\s*\(\s*\)"#,
    ],
    allowedIn: ["HostSystem"])

  static let spelling = Rule(
    name: "a word is spelled by a type, never by the printed name of a case",
    patterns: [
      #"\brawValue\s*:\s*#*""#, #"\bString\s*\(\s*describing\b"#, #"" \(\s*self\s*\)""#,
      #"\ballCases\b.*" \(\s*\$0\s*\)""#,
    ],
    allowedIn: [])

  static let collecting = Rule(
    name: "effects are collected in the turn", patterns: [#"\binout\s*\[\s*Effect\s*\]"#], allowedIn: [])

  static let remembering = Rule(
    name: "what is remembered goes through the turn", patterns: [#"\bappend\s*\(\s*\.\s*remember\b"#],
    allowedIn: [])

  static let switching = Rule(
    name: "only Switch tells a valve or a relay anything",
    patterns: [
      #"\bActuatorCommand\s*\((?!.*\baction\s*:\s*\.\s*setpoint\b)"#, #"\.\s*open\s*\(\s*runs\s*:"#,
    ],
    allowedIn: [])

  static let timing = Rule(
    name: "a rule of time asks isDue, from which the next deadline follows",
    patterns: [#"\bnow(\s*\.\s*uptime)?\s*>=(?!=)"#, #"\buptime\s*-[^;{]*>="#], allowedIn: [])

  static let routing = Rule(
    name: "one switch takes the news", patterns: [#"\bturn\s*\.\s*news\b(?!\s*\.\s*append\b)"#], allowedIn: []
  )
}
