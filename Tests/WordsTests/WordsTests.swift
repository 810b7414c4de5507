import Foundation
import GardenCore
@testable import GardenTopics
import LoamKit
import Testing

/// What people read, from a reading's bytes to a notification's. `make words` prints it.
@Suite struct WordsTests {
  static let tags = ["en", "zh-Hans", "zh-Hant"]

  /// The words of a scene in that language.
  static func alert(_ scene: Scene, _ tag: String) throws -> Alert {
    var wire = try Wire(scene.garden)
    try scene.happens(&wire)
    let device = try #require(Wire.readers[tag])
    let heard = try wire.alerts(to: device)
    let meant = heard.last { $0.category == scene.category }
    #expect(meant != nil, "\(scene.name): \(heard.map(\.category)) \(wire.log.suffix(6))")
    return meant?.alert ?? Alert()
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
    #expect(words == (try String(contentsOf: path, encoding: .utf8)))
  }

  @Test(arguments: tags)
  func `each says since when, and its value beside its limit where it has them`(_ tag: String) throws {
    let date = /\d{1,2}:\d\d|\d{1,2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)|\d{1,2}月\d{1,2}日/
    let amount = /\d[\d,.]*( °C|%| lx| µS\/cm)/
    for scene in Scene.all {
      let alert = try Self.alert(scene, tag)
      let text = [alert.title, alert.subtitle, alert.body].compactMap(\.self).joined(separator: "\n")
      if scene.name != "a run failed" { #expect(text.firstMatch(of: date) != nil, "\(scene.name): \(text)") }
      #expect(text.matches(of: amount).count == scene.amounts, "\(scene.name): \(text)")
    }
  }

  @Test(arguments: tags)
  func `no next date, id, name of a program or unrounded number reaches a person`(_ tag: String) throws {
    let strange = /Next|下次|[a-z]+-[a-z]+|_|[a-z][A-Z]|Optional|nil|\d\.\d\d|\?\?|\(\)|（）|  |。。|\.\./
    for scene in Scene.all {
      let alert = try Self.alert(scene, tag)
      for part in [alert.title, alert.subtitle, alert.body].compactMap(\.self) {
        #expect(part.firstMatch(of: strange) == nil, "\(scene.name): \(part)")
      }
    }
  }

  /// Four lines of text and a line each for title and subtitle, as a phone of 390 points shows them.
  @Test(arguments: tags)
  func `each fits a lock screen`(_ tag: String) throws {
    let (line, body) = tag == "en" ? (40, 180) : (30, 100)
    for scene in Scene.all {
      let alert = try Self.alert(scene, tag)
      #expect((alert.title?.count ?? 0) <= line, "\(scene.name): \(alert)")
      #expect((alert.subtitle?.count ?? 0) <= line, "\(scene.name): \(alert)")
      #expect((alert.body?.count ?? 0) <= body, "\(scene.name): \(alert.body?.count ?? 0)")
    }
  }

  @Test func `no trouble and no category is left out`() throws {
    let seen = try Self.page("en")
    let book = English()
    func known(_ alert: Alert) -> Bool {
      let first = alert.body.map { String($0.prefix { $0 != "." }) } ?? ""
      return seen.contains("  \(alert.subtitle ?? "")\n  \(first)")
    }
    for trouble in ValveTrouble.allCases {
      #expect(known(book.valve("", plant: nil, trouble, since: "")), "\(trouble)")
    }
    let evidence = EvidenceWords(value: nil, limit: "", since: "")
    for trouble in HeatTrouble.allCases {
      #expect(known(book.heater("", place: nil, trouble, evidence)), "\(trouble)")
    }
    for trouble in ClimateTrouble.allCases where trouble != .dry {
      let subtitle = book.climate(plant: "", trouble, evidence).subtitle ?? "?"
      #expect(seen.contains("  \(subtitle)\n"), "\(trouble)")
    }
    let never = BuiltInCategories.all.filter { category in
      !Scene.all.contains { $0.category == category.id.text }
    }
    // The scenes' devices may do everything and have no valve: what others are sent stands in OfferedTests. One is sent to nobody.
    let elsewhere = ["WATERING_OFFER", "PLANT_THIRSTY", "PLACE_CLIMATE", "GARDEN_HELD", "GARDEN_TROUBLE"]
    #expect(never.map(\.id.text) == elsewhere + ["WATERING_CONTROL"])
  }

  @Test func `what the owner finds in the log are sentences with rounded numbers`() throws {
    let strange = /[a-z][A-Z]|Optional|nil|\d\.\d\d|\w+\(/
    for scene in Scene.all {
      var wire = try Wire(scene.garden)
      try scene.happens(&wire)
      for line in wire.log { #expect(line.firstMatch(of: strange) == nil, "\(scene.name): \(line)") }
    }
  }
}
