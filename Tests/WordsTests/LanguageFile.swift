import Foundation

/// A language's file as it is written down, with the page's words too, and what is wrong with it.
struct LanguageFile {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let folder = root.appending(path: "Sources/GardenWords/Languages")
  static let sections = ["shared", "bridge", "page"]

  let tag: String
  let head: [String: Any]
  /// By section and key.
  let texts: [String: [String: Any]]

  init(tag: String, json: String) throws {
    self.tag = tag
    let file = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any] ?? [:]
    head = file["language"] as? [String: Any] ?? [:]
    texts = Dictionary(
      uniqueKeysWithValues: Self.sections.map { ($0, file[$0] as? [String: Any] ?? [:]) })
  }

  init(_ tag: String) throws {
    let file = Self.folder.appending(path: "\(tag).json")
    try self.init(tag: tag, json: String(contentsOf: file, encoding: .utf8))
  }

  /// Every key with its forms: one, or one for each plural category.
  var all: [String: [String: String]] {
    texts.values.reduce(into: [:]) { all, section in
      for (key, text) in section {
        all[key] = (text as? [String: String]) ?? ["other": text as? String ?? ""]
      }
    }
  }

  /// The head names the language, and has the formats that its own patterns need.
  func headProblems(comparedWith english: Self, spokenBy speaker: String?) -> [String] {
    let formats = head["formats"] as? [String: String] ?? [:]
    let theirs = english.head["formats"] as? [String: String] ?? [:]
    let needed =
      ["day", "time", "decimal", "group", "percent"]
      + (formats["day"]?.contains("MMM") == true ? ["months"] : [])
      + (formats["time"]?.contains("a") == true ? ["am", "pm"] : [])
    let months = formats["months"]?.split(separator: " ").count
    let rules = head["plurals"] as? [String: String] ?? [:]
    let problems = [
      speaker == tag
        ? nil : "'locales' must have '\(tag)', and no other file may: \(speaker ?? "no file") has it",
      tag != english.tag && head["name"] as? String == english.head["name"] as? String
        ? "'name' is English's; write what its speakers call the language" : nil,
      months.map { $0 == 12 } ?? true ? nil : "'months' has \(months ?? 0) words, not 12",
      formats["percent"]?.contains("{value}") == false ? "'percent' has no {value}" : nil,
    ].compactMap(\.self)
    return
      (problems + needed.filter { formats[$0] == nil }.map { "'\($0)' is missing in formats" }
      + formats.keys.filter { theirs[$0] == nil }.map { "'\($0)' is not in English's formats" }
      + rules.filter { !Self.isRule($0.value) }.map {
        "the plural '\($0.key)' is no rule of CLDR: \($0.value)"
      })
      .map { "\(tag).json: \($0)" }.sorted()
  }

  /// What English says is said, with the same values in the same section, and nothing else.
  func problems(comparedWith english: Self) -> [String] {
    let categories = Set((head["plurals"] as? [String: String] ?? [:]).keys).union(["other"])
    return Self.sections.flatMap { section -> [String] in
      let (own, theirs) = (texts[section] ?? [:], english.texts[section] ?? [:])
      let surplus = own.keys.filter { theirs[$0] == nil }.map { "'\($0)' is not in English's \(section)" }
      return surplus
        + theirs.keys.flatMap { key -> [String] in
          guard own[key] != nil else { return ["'\(key)' is missing in \(section)"] }
          let forms = all[key] ?? [:]
          let (places, wanted) = (Self.places(forms), Self.places(english.all[key] ?? [:]))
          return [
            places == wanted
              ? nil : "'\(key)' has \(places.sorted()) to fill in, English \(wanted.sorted())",
            forms.values.contains("") ? "'\(key)' is empty" : nil,
            tag != english.tag && Self.isSaidAlike(forms, english.all[key] ?? [:])
              ? "'\(key)' is still English" : nil,
            Self.optionals(english.all[key] ?? [:]).isSubset(of: Self.optionals(forms))
              ? nil
              : "'\(key)' needs \(Self.optionals(english.all[key] ?? [:]).sorted()) in […], as in English: it may be missing",
            own[key] is String || Set(forms.keys) == categories
              ? nil : "'\(key)' has the plurals \(forms.keys.sorted()), not \(categories.sorted())",
            forms.values.allSatisfy(Self.isWellFormed) ? nil : "'\(key)' has brackets that do not fit",
          ].compactMap(\.self)
        }
    }.map { "\(tag).json: \($0)" }.sorted()
  }

  /// A sentence that nobody has translated; a few words may be the same in both.
  private static func isSaidAlike(_ forms: [String: String], _ theirs: [String: String]) -> Bool {
    forms.contains { form, text in
      text == theirs[form] && text.replacing(/\{\w+\}/, with: "").matches(of: /\w+/).count > 4
    }
  }

  private static func places(_ forms: [String: String]) -> Set<String> {
    Set(forms.values.flatMap { $0.matches(of: /\{(\w+)\}/).map { String($0.1) } })
  }

  /// What stands in `[…]` and is left out with it.
  private static func optionals(_ forms: [String: String]) -> Set<String> {
    Set(
      forms.values.flatMap { $0.matches(of: /\[[^\]]*\]/) }
        .flatMap { places(["": String($0.0)]) })
  }

  /// Written as `PluralRule` reads it.
  private static func isRule(_ text: String) -> Bool {
    text.replacing(" or ", with: " and ").split(separator: " and ").allSatisfy {
      $0.wholeMatch(of: /[nivwftce]( % \d+)? !?= \d+(\.\.\d+)?(,\d+(\.\.\d+)?)*/) != nil
    }
  }

  /// `{name}`, and `[…]` with a value in it, never one in another.
  private static func isWellFormed(_ text: String) -> Bool {
    text.replacing(/\{\w+\}/, with: "·").replacing(/\[[^\[\]{}]*·[^\[\]{}]*\]/, with: "")
      .firstMatch(of: /[\[\]{}]/) == nil
  }
}
