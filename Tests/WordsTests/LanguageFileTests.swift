import Foundation
import LoamKit
import Testing

@testable import GardenCore
@testable import GardenWords

/// The languages' files: whole, and read as they are meant.
@Suite struct LanguageFileTests {
  @Test func `every file is a language, and is read`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: LanguageFile.folder.path)
    #expect(Set(files) == Set(Languages.tags.map { "\($0).json" }))
    #expect(Languages.all.map(\.tag) == Languages.tags && Languages.tags.first == "en")
    for tag in Languages.tags {
      let file = LanguageFile.folder.appending(path: "\(tag).json")
      #expect(throws: Never.self) {
        try Phrasebook(tag: tag, json: String(contentsOf: file, encoding: .utf8))
      }
      #expect((try LanguageFile(tag).head["name"] as? String)?.isEmpty == false)
    }
  }

  @Test(arguments: Languages.tags)
  func `each language says what English says, with the same values, and nothing else`(_ tag: String) throws {
    let (file, english) = (try LanguageFile(tag), try LanguageFile("en"))
    let problems =
      file.headProblems(comparedWith: english, spokenBy: Languages.of(tag)?.tag)
      + file.problems(comparedWith: english)
    #expect(problems == [], "\n\(problems.joined(separator: "\n"))")
  }

  @Test func `what is wrong with a language is told`() throws {
    let english = try LanguageFile(
      tag: "en",
      json: """
        {"language": {"plurals": {"one": "i = 1"}}, "shared": {"stop": "Stop {title}", "go": "Go"},
        "bridge": {"ago": {"one": "{count} day", "other": "{count} days"}, "limit": "a[, b {b}]"}, "page": {"x": "X", "y": "{a} is not here at all"}}
        """)
    let german = try LanguageFile(
      tag: "de",
      json: """
        {"language": {"plurals": {"one": "i = 1"}}, "shared": {"stop": "Halt", "gehe": "Los"},
        "bridge": {"ago": {"other": "{count} Tage"}, "limit": "a[, b {b}"}, "page": {"x": "", "y": "{a} is not here at all"}}
        """)
    #expect(english.problems(comparedWith: english) == [])
    #expect(
      german.problems(comparedWith: english) == [
        "de.json: 'ago' has the plurals [\"other\"], not [\"one\", \"other\"]",
        "de.json: 'gehe' is not in English's shared", "de.json: 'go' is missing in shared",
        "de.json: 'limit' has brackets that do not fit",
        "de.json: 'limit' needs [\"b\"] in […], as in English: it may be missing",
        "de.json: 'stop' has [] to fill in, English [\"title\"]", "de.json: 'x' is empty",
        "de.json: 'y' is still English",
      ])
  }

  @Test func `a head that was only copied is told`() throws {
    func head(_ tag: String, _ plural: String, _ formats: String) throws -> LanguageFile {
      try LanguageFile(
        tag: tag,
        json:
          #"{"language": {"name": "English", "plurals": {"one": "\#(plural)"}, "formats": {\#(formats)}}}"#)
    }
    let english = try head(
      "en", "i = 1 and v = 0",
      #""day": "M d", "time": "H:m", "decimal": ".", "group": ",", "percent": "{value}%", "months": "1 2 3 4 5 6 7 8 9 10 11 12""#
    )
    #expect(english.headProblems(comparedWith: english, spokenBy: "en") == [])
    let copied = try head(
      "nl", "one",
      #""day": "d MMM", "time": "h:mm a", "decimal": ",", "percent": "%", "months": "jan feb", "dag": "d""#)
    #expect(
      copied.headProblems(comparedWith: english, spokenBy: nil) == [
        "nl.json: 'am' is missing in formats", "nl.json: 'dag' is not in English's formats",
        "nl.json: 'group' is missing in formats",
        "nl.json: 'locales' must have 'nl', and no other file may: no file has it",
        "nl.json: 'months' has 2 words, not 12",
        "nl.json: 'name' is English's; write what its speakers call the language",
        "nl.json: 'percent' has no {value}", "nl.json: 'pm' is missing in formats",
        "nl.json: the plural 'one' is no rule of CLDR: one",
      ])
  }

  @Test(arguments: [
    ("{", "not valid JSON"),
    (#"{"shared": {}, "bridge": {}}"#, "'language' not found"),
    (
      #"{"language": {"name": "D", "locales": ["de"], "plurals": {}, "formats": {"day": 1}, "regions": []}, "shared": {}, "bridge": {}}"#,
      "language.formats.day"
    ),
  ])
  func `a file that cannot be read says where`(_ json: String, _ text: String) {
    let error = #expect(throws: LanguageError.self) { try Phrasebook(tag: "de", json: json) }
    let told = error?.description ?? ""
    #expect(told.hasPrefix("de.json: ") && told.contains(text), "\(told)")
  }

  @Test func `each key stands once, and no text of bridge and page twice`() throws {
    let files = try Languages.tags.map(LanguageFile.init)
    let english = files[0]
    let count = LanguageFile.sections.reduce(0) { $0 + (english.texts[$1]?.count ?? 0) }
    #expect(english.all.count == count)
    func words(_ key: String) -> [[String: String]?] { files.map { $0.all[key] } }
    let said = Dictionary(
      (english.texts["bridge"] ?? [:]).keys.map { (words($0), $0) }, uniquingKeysWith: { first, _ in first })
    for key in (english.texts["page"] ?? [:]).keys {
      #expect(said[words(key)] == nil, "'\(key)' and '\(said[words(key)] ?? "")' belong into 'shared' as one")
    }
  }

  @Test(arguments: Languages.tags)
  func `no two troubles of a valve, a heater or a sensor have the same title`(_ tag: String) throws {
    let book = try #require(Languages.of(tag))
    let titles = TextKey.allCases.filter { key in
      ["valve_", "heat_", "sensor_trouble_"].contains { key.name.hasPrefix($0) }
        && TextKey.names.contains("\(key.name)_text")
    }
    #expect(titles.count > 20)
    let named = Dictionary(grouping: titles) { book($0) }
    #expect(named.values.filter { $0.count > 1 }.map { $0.map(\.name) } == [])
  }

  @Test func `every text of the bridge has a key, and is said somewhere`() throws {
    let english = try LanguageFile("en")
    let texts = ["shared", "bridge"].flatMap { (english.texts[$0] ?? [:]).keys }
    #expect(texts.sorted() == TextKey.names.sorted() && texts.count == TextKey.allCases.count)
    let said = Set(
      try Self.sources(endings: ["swift"]).split(separator: ".").map { $0.prefix(while: \.isLetter) })
    #expect(TextKey.allCases.filter { !said.contains("\($0)") } == [])
  }

  @Test func `each reason of the core is one of the contract`() {
    #expect(
      Set(GardenCore.Reason.Word.allCases.map(\.rawValue) + ["other"])
        == Set(Why.Word.allCases.map(\.rawValue)))
    #expect(
      Set(GardenCore.Hearing.Word.allCases.map(\.rawValue))
        == Set(LoamKit.Hearing.Why.allCases.map(\.rawValue)))
  }

  @Test func `every word that the page asks for is there, and none is left over`() throws {
    let english = try LanguageFile("en")
    let page = Set((english.texts["page"] ?? [:]).keys)
    let keys = page.union((english.texts["shared"] ?? [:]).keys)
    let code = try Self.sources(under: "GardenPage/script", endings: ["js"])
    for call in code.matches(of: /\bt(?:Or)?\('(\w+)'/) {
      #expect(keys.contains(String(call.1)), "\(call.1) is in no language")
    }
    let beginnings = code.matches(of: /`(\w+_)\$\{/).map { String($0.1) }
    let left = page.filter { key in
      !code.contains("'\(key)'") && !beginnings.contains { key.hasPrefix($0) }
    }
    #expect(left == [])
  }

  private static func sources(
    under folder: String = "", endings: Set<String>
  ) throws -> String {
    let base = LanguageFile.root.appending(path: "Sources/\(folder)")
    let paths = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
    return try paths.filter { endings.contains(URL(filePath: $0).pathExtension) }.map {
      try String(contentsOf: base.appending(path: $0), encoding: .utf8)
    }.joined(separator: "\n")
  }
}

extension TextKey {
  fileprivate var name: String { Self.names[rawValue] }
}
