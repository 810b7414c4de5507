import Foundation

/// The folders of `GardenCore` as floors: a folder uses types of lower floors and its own, nothing else.
struct CoreFloors {
  /// From the ground up. Folders of one line do not know each other.
  static let floors: [[String]] = [
    ["Values"], ["Plan"], ["Forecast", "Probes"], ["Events"], ["Memory"], ["Effects"], ["Turn"],
    ["Evaluation", "Actuators", "Activities", "Devices"],
    ["Sensors"], ["Interlocks"], ["Watering", "Heat", "Setpoints", "Countdowns"],
    ["Plants", "Places", "Reminders"], ["Garden"],
  ]

  /// The files that declare a type, by the type's name.
  private let home: [String: String]
  /// The names of types that a file uses, by the file's path.
  private let used: [String: Set<String>]

  init(_ files: [SourceTree.File]) {
    let code = files.map { (path: $0.path, lines: $0.code) }
    home = Dictionary(
      code.flatMap { file in file.lines.compactMap(Self.declared).map { ($0, file.path) } }
    ) { first, _ in first }
    used = Dictionary(
      code.map { file in (file.path, Set(file.lines.flatMap(Self.names))) },
      uniquingKeysWith: { first, _ in first })
  }

  /// `path -> Type (path)` for each use that does not go down.
  var upward: [String] {
    used.keys.sorted().flatMap { path in
      uses(of: path).filter { !Self.mayUse(from: path, $0.path) }.map { "\(path) -> \($0.type) (\($0.path))" }
    }
  }

  /// Files that use each other's types, in a circle: each circle sorted, the largest first.
  var circles: [[String]] {
    var rest = Set(used.keys)
    let next = used.keys.reduce(into: [String: Set<String>]()) { $0[$1] = Set(uses(of: $1).map(\.path)) }
    var back: [String: Set<String>] = [:]
    for (from, places) in next { for place in places { back[place, default: []].insert(from) } }
    var found: [[String]] = []
    while let start = rest.first {
      let circle = Self.reached(from: start, next).intersection(Self.reached(from: start, back)).union([start]
      )
      rest.subtract(circle)
      if circle.count > 1 { found.append(circle.sorted()) }
    }
    return found.sorted { ($1.count, $0[0]) < ($0.count, $1[0]) }
  }

  /// `Type: file, file, …` of each type that is declared or extended in more files than that.
  static func spread(of files: [SourceTree.File], over most: Int) -> [String] {
    var places: [String: Set<String>] = [:]
    for file in files {
      for line in file.code {
        guard let type = extended(line) ?? declared(line) else { continue }
        places[type, default: []].insert(file.path)
      }
    }
    return places.filter { $0.value.count > most }
      .map { "\($0.key): \($0.value.sorted().joined(separator: ", "))" }.sorted()
  }

  static func typesDeclared(in file: SourceTree.File) -> [String] {
    file.code.compactMap(declared)
  }

  /// The type that a line extends at the top level.
  private static func extended(_ line: String) -> String? {
    let words = line.split(separator: " ")
    guard line.first?.isLetter == true, let i = words.firstIndex(of: "extension"), i + 1 < words.count else {
      return nil
    }
    return String(words[i + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" })
  }

  private func uses(of path: String) -> [(type: String, path: String)] {
    (used[path] ?? []).sorted().compactMap { type in
      guard let place = home[type], place != path else { return nil }
      return (type, place)
    }
  }

  private static func reached(from start: String, _ next: [String: Set<String>]) -> Set<String> {
    var seen: Set<String> = []
    var waiting = [start]
    while let path = waiting.popLast() {
      for place in next[path] ?? [] where seen.insert(place).inserted { waiting.append(place) }
    }
    return seen
  }

  static func folder(_ path: String) -> String {
    let parts = path.split(separator: "/")
    return parts.count > 3 ? String(parts[2]) : ""
  }

  private static func mayUse(from path: String, _ other: String) -> Bool {
    let (mine, its) = (folder(path), folder(other))
    if mine == its { return true }
    guard let here = floors.firstIndex(where: { $0.contains(mine) }),
      let there = floors.firstIndex(where: { $0.contains(its) })
    else { return false }
    return there < here
  }

  private static let kinds: Set<Substring> = ["struct", "enum", "protocol", "class", "typealias"]

  /// The type that a line declares at the top level, for more than its own file.
  private static func declared(_ line: String) -> String? {
    let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    guard line.first?.isLetter == true, !line.hasPrefix("private "), !line.hasPrefix("fileprivate "),
      let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count
    else { return nil }
    return String(words[kind + 1])
  }

  /// Names with a capital that are no member of something else.
  private static func names(_ line: String) -> [String] {
    var names: [String] = []
    var before: Character = " "
    var word = ""
    for character in line + " " {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
      } else {
        if word.first?.isUppercase == true, before != "." { names.append(word) }
        before = character
        word = ""
      }
    }
    return names
  }
}
