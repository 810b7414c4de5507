import Foundation
import GardenCore
@testable import GardenTopics
@testable import GardenWords
import LoamKit
import Testing

/// What people read, from a reading's bytes to a notification's. `make words` prints it.
@Suite struct WordsTests {
  static let tags = Languages.tags

  /// What came of a scene, in each language: a scene is played once for all tests.
  private struct Played: Sendable {
    var alerts: [String: Alert] = [:]
    var log: [String] = []
    var problem: String?

    init(_ scene: Scene) {
      do {
        var wire = try Wire(scene.garden, perDay: scene.perDay)
        try scene.happens(&wire)
        log = wire.log
        for (tag, device) in Wire.readers {
          alerts[tag] = try wire.alerts(to: device).last { $0.category == scene.category }?.alert
        }
      } catch { problem = "\(error)" }
    }
  }
  private static let played = Dictionary(uniqueKeysWithValues: Scene.all.map { ($0.name, Played($0)) })

  /// The words of a scene in that language.
  static func alert(_ scene: Scene, _ tag: String) throws -> Alert {
    let played = try #require(played[scene.name])
    let alert = played.alerts[tag]
    #expect(alert != nil, "\(scene.name): \(played.problem ?? "") \(played.log.suffix(6))")
    return alert ?? Alert()
  }

  static func page(_ tag: String) throws -> String {
    try Scene.all.map { scene in
      let alert = try alert(scene, tag)
      let lines = [alert.title, alert.subtitle, alert.body].compactMap(\.self).joined(separator: "\n  ")
      return "# \(scene.name)\n  \(lines)\n"
    }.joined(separator: "\n")
  }

  @Test(arguments: tags)
  func `the words are those of the file that people have read`(_ tag: String) throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Expected/\(tag).txt")
    let words = try Self.page(tag)
    if ProcessInfo.processInfo.environment["UPDATE_EXPECTED"] != nil {
      try words.write(to: path, atomically: true, encoding: .utf8)
    }
    let read = try? String(contentsOf: path, encoding: .utf8)
    #expect(
      words == read,
      "\(tag): UPDATE_EXPECTED=1 swift test --filter WordsTests writes Expected/\(tag).txt, for people to read"
    )
  }

  @Test(arguments: tags)
  func `each says since when, and its value beside its limit where it has them`(_ tag: String) throws {
    let book = try #require(Languages.of(tag))
    let days = (1...12).flatMap { month in (1...31).map { book.day(month: month, day: $0) } }
    let amount = /\d[\d,.]*( °C|\s?%| lx| µS\/cm)/
    for scene in Scene.all {
      let alert = try Self.alert(scene, tag)
      let text = [alert.title, alert.subtitle, alert.body].compactMap(\.self).joined(separator: "\n")
      let hasDate = text.contains(/\d:\d\d/) || days.contains { text.contains($0) }
      let isStart = scene.category != "activity" || scene.name.hasSuffix("starts")
      if isStart, !Self.undated.contains(scene.name) { #expect(hasDate, "\(scene.name): \(text)") }
      #expect(text.matches(of: amount).count == scene.amounts, "\(scene.name): \(text)")
    }
  }

  private static let undated = [
    "the day's notifications are used up", "a slider that was moved in vain", "a place begins to get warm",
  ]

  @Test(arguments: tags)
  func `no next date, id, name of a program or unrounded number reaches a person`(_ tag: String) throws {
    let strange = /Next|下次|[a-z]+-[a-z]+|_|[a-z][A-Z]|Optional|nil|\?\?|\{|\[|\(\)|（）|  |。。|\.\./
    let decimal = try #require(Languages.of(tag)).format("decimal")
    let unrounded = try Regex("\\d\\\(decimal)\\d\\d")
    for scene in Scene.all {
      let alert = try Self.alert(scene, tag)
      for part in [alert.title, alert.subtitle, alert.body].compactMap(\.self) {
        #expect(part.firstMatch(of: strange) == nil, "\(scene.name): \(part)")
        #expect(part.firstMatch(of: unrounded) == nil, "\(scene.name): \(part)")
      }
    }
  }

  /// Four lines of text and a line each for title and subtitle, as a phone of 390 points shows them.
  @Test(arguments: tags)
  func `each fits a lock screen`(_ tag: String) throws {
    let (line, body) = tag.hasPrefix("zh") ? (30, 100) : (40, 180)
    for scene in Scene.all {
      let alert = try Self.alert(scene, tag)
      #expect((alert.title?.count ?? 0) <= line, "\(scene.name): \(alert)")
      #expect((alert.subtitle?.count ?? 0) <= line, "\(scene.name): \(alert)")
      #expect((alert.body?.count ?? 0) <= body, "\(scene.name): \(alert.body?.count ?? 0)")
    }
  }

  @Test func `no trouble and no category is left out`() throws {
    let seen = try Self.page("en")
    let english = Languages.english
    let valves = ValveTrouble.allCases.map(Renderer.spelled).map { (title: $1, text: $2) }
    for (title, text) in valves + HeatTrouble.allCases.map({ Renderer.keys(of: $0) }) {
      // Without the full stop: what is measured may stand before it.
      #expect(seen.contains("  \(english(title))\n  \(english(text).prefix { $0 != "." })"), "\(title)")
    }
    for word: TextKey in [
      .statusWet, .statusCold, .statusHot, .statusDark, .statusBright, .statusHungry, .statusSalty,
    ] {
      #expect(seen.contains("  \(english(word))\n"), "\(word)")
    }
    let never = BuiltInCategories.all.filter { category in
      !Scene.all.contains { $0.category == category.id.text }
    }
    // The scenes' devices may do everything and have no valve: what others are sent stands in OfferedTests. One is sent to nobody.
    let elsewhere = [
      "WATERING_OFFER", "WATERING_DIGEST_OFFER", "PLANT_THIRSTY", "PLACE_CLIMATE", "GARDEN_HELD",
      "GARDEN_TROUBLE", "TIME_UP",
    ]
    #expect(never.map(\.id.text) == elsewhere + ["WATERING_CONTROL"])
  }

  @Test func `what the owner finds in the log are sentences with rounded numbers`() throws {
    let strange = /[a-z][A-Z]|Optional|nil|\d\.\d\d|\w+\(/
    for scene in Scene.all {
      for line in try #require(Self.played[scene.name]).log {
        #expect(line.firstMatch(of: strange) == nil, "\(scene.name): \(line)")
      }
    }
  }
}
