import Foundation

/// The folders of a target as floors: a folder uses types of lower floors and its own, nothing else.
struct Floors: Sendable {
  let target: String
  /// From the ground up. Folders of one line do not know each other.
  let floors: [[String]]

  static let all = [
    Floors(
      target: "GardenCore",
      floors: [
        ["Values"], ["Plan"], ["Forecast", "Probes"], ["Events"], ["Memory"], ["Effects"], ["Turn"],
        ["Evaluation", "Actuators", "Activities", "Devices"],
        ["Sensors"], ["Interlocks"], ["Watering", "Heat", "Setpoints", "Countdowns"],
        ["Plants", "Places", "Reminders"], ["Garden"],
      ]),
    Floors(
      target: "LoamKit",
      floors: [
        ["Values"], ["JSON", "Topics"], ["Fields", "Links"], ["Codec", "Bridge", "Messages", "Push"],
        ["Devices", "Glance"], ["Accounts", "Commands"], ["Notifications"], ["Activities", "State"],
        ["Questions"], ["Client", "Contract"],
      ]),
    Floors(
      target: "PushChannels",
      floors: [["Channel"], ["Telegram", "Ntfy", "Webhook", "Apns", "Web"], ["Courier"]]),
    // What lies beside its folders alone knows several machines.
    Floors(
      target: "Hub",
      floors: [
        ["Log"], ["Counting", "Line"],
        ["Inbox", "Outbox", "Retained", "Rivals", "Durability", "Accounts", "HomeAssistant", "Questions"],
        ["Schedule"], ["Startup"], [""],
      ]),
    Floors(
      target: "GardenStore", floors: [["Files"], ["Rows"], ["History", "Leases"], ["State"], ["Store"]]),
  ]

  static func folder(_ path: String) -> String {
    let parts = path.split(separator: "/")
    return parts.count > 3 ? String(parts[2]) : ""
  }

  /// Its arrows between files.
  func graph(of files: [SourceTree.File]) -> Graph { Graph(files.filter { $0.target == target }, self) }
}

extension Floors {
  struct Graph {
    private let floors: [[String]]
    /// The files that declare a type, by the type's name.
    private let home: [String: String]
    /// The names of types that a file uses, by the file's path.
    private let used: [String: Set<String>]

    init(_ files: [SourceTree.File], _ floors: Floors) {
      self.floors = floors.floors
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
        uses(of: path).filter { !mayUse(from: path, $0.path) }.map { "\(path) -> \($0.type) (\($0.path))" }
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
        var circle = Self.reached(from: start, next).intersection(Self.reached(from: start, back))
        circle.insert(start)
        rest.subtract(circle)
        if circle.count > 1 { found.append(circle.sorted()) }
      }
      return found.sorted { ($1.count, $0[0]) < ($0.count, $1[0]) }
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

    private func mayUse(from path: String, _ other: String) -> Bool {
      let (mine, its) = (Floors.folder(path), Floors.folder(other))
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
        !words.contains("import"), let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count
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
}
