import Foundation
import Testing

@testable import GardenCore

/// The types of the articles that the contract was made for, as their authors declare them. They know no default, no optional and no
/// unknown key, and decode with `JSONDecoder`: what the renderer wrote must go into them as it stands.
struct SeedTests {
  /// "Dynamic user notification on Apple Watch", the notification's plant.
  private struct Plant: Decodable {
    let id: String
    let name: String
    let lastDate: Date
    let nextDate: Date
  }

  /// The same article, the plant of the watch's list.
  private struct ListedPlant: Identifiable, Decodable {
    let id: String
    let name: String
    let lastWateringDate: Date
    let nextWateringDate: Date
  }

  /// The article on Live Activities; `ActivityAttributes` needs Apple's system.
  private struct MyWidgetAttributes: Codable {
    struct ContentState: Codable, Hashable {
      var emoji: String
      var title: String = "实时通知"
      var progress: Float = 0
    }
    var name: String
  }

  private static let languages = ["de", "en", "zh-Hans", "zh-Hant"]

  /// What the renderer wrote on topics with this ending, as a `userInfo`.
  private func userInfos(_ ending: String, in language: String) throws -> [[String: Any]] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(language).txt")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[0].hasSuffix(ending), !parts[2].isEmpty else { return nil }
      return try JSONSerialization.jsonObject(with: Data(parts[2].utf8)) as? [String: Any]
    }
  }

  /// As in `didReceive` of the article: the dictionary becomes data again, and the data a value.
  private func decode<Value: Decodable>(_ type: Value.Type, from dictionary: Any?) throws -> Value {
    let data = try JSONSerialization.data(withJSONObject: try #require(dictionary), options: [])
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    return try decoder.decode(type, from: data)
  }

  @Test(arguments: languages) func `the watch's notification reads the plant of every watering reminder`(
    language: String
  ) throws {
    let reminders = try userInfos("/dn/notify", in: language).filter {
      ["WATERING_REMINDER", "WATERING_OFFER"].contains(($0["aps"] as? [String: Any])?["category"] as? String)
    }
    #expect(reminders.count >= 8)
    for userInfo in reminders {
      let plant = try decode(Plant.self, from: userInfo["plant"])
      let listed = try decode(ListedPlant.self, from: userInfo["plant"])
      #expect(plant.id == listed.id && plant.name == listed.name && !plant.name.isEmpty)
      #expect(plant.lastDate == listed.lastWateringDate && plant.nextDate == listed.nextWateringDate)
      #expect(plant.lastDate < plant.nextDate && plant.lastDate > Date(timeIntervalSince1970: 1_000_000_000))
      let aps = try #require(userInfo["aps"] as? [String: Any])
      #expect(aps["thread-id"] as? String == plant.id)
      let alert = try #require(aps["alert"] as? [String: String])
      #expect(Set(alert.keys).isSuperset(of: ["title", "subtitle", "body"]))
    }
  }

  @Test(arguments: languages) func `the watch's list reads every plant of a digest`(language: String) throws {
    let lists = try userInfos("/dn/notify", in: language).compactMap { $0["plants"] as? [Any] }
    #expect(!lists.isEmpty)
    for list in lists {
      let plants = try list.map { try decode(ListedPlant.self, from: $0) }
      #expect(plants.count > 1 && plants.allSatisfy { $0.lastWateringDate < $0.nextWateringDate })
    }
  }

  /// As in the article's reply handler: the dictionaries of `response`, each made into a plant. One that cannot be is left out there.
  private func refreshAllPlants(_ wire: inout Wire) throws -> [ListedPlant]? {
    _ = try wire.ask("allPlants", #"{"request":"allPlants"}"#, from: "viewer")
    let payload = try JSONSerialization.jsonObject(with: Data(try #require(wire.lastReply))) as? [String: Any]
    let plantDictionaries = (payload?["content"] as? [String: Any])?["response"] as? [[String: Any]]
    return try plantDictionaries?.map { try decode(ListedPlant.self, from: $0) }
  }

  @Test func `the watch's list reads every plant of the reply to allPlants, and an empty list is a list`()
    throws
  {
    var wire = try Wire(Wire.plan)
    let added = Date(timeIntervalSince1970: Double(wire.now.wall.seconds))
    let plants = try #require(try refreshAllPlants(&wire))
    #expect(plants.map(\.id) == ["basil", "fern"] && plants.map(\.name) == ["Basil", "Fern"])
    #expect(plants.allSatisfy { $0.lastWateringDate == added && $0.nextWateringDate > added })
    wire = try Wire(GardenPlan(people: Wire.plan.people))
    #expect(try refreshAllPlants(&wire)?.count == 0)
  }

  @Test(arguments: languages) func `the Live Activity reads every step of a watering`(language: String) throws
  {
    let steps = try userInfos("/dn/activity", in: language).map { try #require($0["aps"] as? [String: Any]) }
    let states = try steps.map { try decode(MyWidgetAttributes.ContentState.self, from: $0["content-state"]) }
    #expect(states.allSatisfy { (0...1).contains($0.progress) && !$0.title.isEmpty && $0.emoji.count == 1 })
    #expect(states.contains { $0.progress == 0 } && states.contains { $0.progress == 1 })
    let starts = steps.filter { $0["event"] as? String == "start" }
    #expect(!starts.isEmpty && Set(steps.map { $0["event"] as? String }).count == 3)
    for start in starts {
      #expect(try !decode(MyWidgetAttributes.self, from: start["attributes"]).name.isEmpty)
    }
  }

  @Test(arguments: languages) func `the article's three buttons are there, with the keys of its titles`(
    language: String
  ) throws {
    let reminder = try #require(userInfos("/category/WATERING_REMINDER", in: language).first)
    let actions = try #require(reminder["actions"] as? [[String: Any]])
    let keys = actions.map { "\($0["id"] ?? "") \($0["loc"] ?? "")" }
    #expect(
      keys == [
        "water_done NotificationAction_Done", "water_later NotificationAction_Later",
        "water_tomorrow NotificationAction_Tomorrow",
      ])
  }
}
