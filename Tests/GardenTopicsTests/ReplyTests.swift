import LoamKit
import Testing

@testable import GardenCore
@testable import GardenTopics

/// What a device asks and is told at once: from bytes to bytes.
struct ReplyTests {
  private func plants(_ wire: inout Wire, _ content: String = "{}", from device: DeviceID = "viewer") throws
    -> PlantList
  {
    let answer = try wire.ask("allPlants", content, from: device)
    guard case .allPlants(let list)? = answer.reply?.content else {
      Issue.record("\(answer)")
      return PlantList([])
    }
    return list
  }

  @Test func `the list of plants has the keys and dates of the seed's own`() throws {
    var wire = try Wire(Wire.plan)
    let added = wire.now.wall.seconds
    let list = try plants(&wire)
    #expect(list.more == nil && list.response.map(\.id.text) == ["basil", "fern"])
    for plant in list.response {
      #expect(plant.lastWateringDate?.seconds == added && plant.neverWatered == true)
      #expect(try #require(plant.nextWateringDate) > #require(plant.lastWateringDate))
      #expect(plant.condition == nil && plant.moisture == nil)
    }
    #expect(list.response.map(\.name) == ["Basil", "Fern"])
  }

  @Test func `a device chooses the fields, and one that nobody knows is left out`() throws {
    var wire = try Wire(Wire.plan)
    wire.holds(28, for: 30)
    let list = try plants(&wire, #"{"fields":["condition","moisture","shoe_size"]}"#)
    #expect(list.response.map(\.condition) == [.dry, .unknown])
    #expect(list.response.map(\.moisture) == [28, nil])
    #expect(
      list.response.allSatisfy { $0.name == nil && $0.lastWateringDate == nil && $0.neverWatered == nil })
  }

  @Test func `a long list comes in parts, and no plant is lost or told twice`() throws {
    var plan = Wire.plan
    plan.plants += (0..<900).map { PlantPlan(id: "plant-\($0)", name: "Nº \($0)", shares: []) }
    var wire = try Wire(plan)
    wire.renderer.introduce("viewer", DeviceProfile(packetBytesMax: 4096))
    var told: [String] = []
    var content = "{}"
    while true {
      let list = try plants(&wire, content)
      told += list.response.map(\.id.text)
      guard let more = list.more else { break }
      #expect(told.count + more == 902)
      let last = try #require(list.response.last)
      content = #"{"after":"\#(last.id)"}"#
      wire.wait(.seconds(2))
    }
    #expect(told == plan.plants.map(\.id))
  }

  @Test func `a garden without plants answers with an empty list`() throws {
    var plan = Wire.plan
    plan.plants = []
    var wire = try Wire(plan)
    #expect(try plants(&wire) == PlantList([]))
  }

  @Test func `open reminders come in the asker's language, with the buttons that it may press`() throws {
    var wire = try Wire(Wire.plan)
    #expect(try wire.ask("reminders", from: "chinese").reply?.content == .reminders(ReminderList([])))
    wire.holds(45, for: 10)
    wire.holds(28, for: 30)
    func first(_ device: DeviceID) throws -> ReminderState {
      guard case .reminders(let list)? = try wire.ask("reminders", from: device).reply?.content else {
        throw DocumentError(.refused, "no reply")
      }
      return try #require(list.reminders.first)
    }
    let (chinese, viewer) = (try first("chinese"), try first("viewer"))
    let english = try first("operator")
    #expect(chinese.alert.subtitle == "该浇水了" && chinese.alerts == nil)
    #expect(english.alert.subtitle == "Needs watering" && viewer.actions.isEmpty)
    #expect(chinese.note == viewer.note && chinese.actions.contains(.waterDone))
  }

  @Test func `what is known of a plant is what is retained of it`() throws {
    var wire = try Wire(Wire.plan)
    wire.holds(28, for: 30)
    let answer = try wire.ask("explain", #"{"plant":"basil"}"#, from: "viewer")
    guard case .explain(var detail)? = answer.reply?.content else {
      Issue.record("\(answer)")
      return
    }
    let retained = try #require(try wire.state(PlantDetail.self, "detail/basil"))
    detail.ts = retained.ts
    #expect(retained.heard == nil && detail.heard?.map(\.why).contains(.told) == true)
    // It is due now.
    (detail.heard, detail.next) = (nil, retained.next)
    #expect(detail == retained)
  }

  @Test func `a widget is told what to paint, and then that nothing is new`() throws {
    var wire = try Wire(Wire.plan)
    guard case .glance(let first)? = try wire.ask("glance", from: "viewer").reply?.content else {
      Issue.record("no glance")
      return
    }
    let glance = try #require(first.glance)
    #expect(first.result == .newData && glance.due == 0)
    let again = try wire.ask("glance", #"{"rev":\#(glance.rev)}"#, from: "viewer").reply?.content
    #expect(again == .glance(GlanceAnswer(glance, shown: glance.rev)))
    wire.holds(45, for: 10)
    wire.holds(28, for: 30)
    guard
      case .glance(let later)? = try wire.ask("glance", #"{"rev":\#(glance.rev)}"#, from: "viewer").reply?
        .content
    else { return }
    #expect(later.result == .newData && later.glance?.due == 1)
  }

  @Test(arguments: [
    ("weather", "{}", AckCode.unknownRequest), ("weather", #"{"plant":"basil"}"#, .unknownRequest),
    ("explain", "{}", .missingField), ("explain", #"{"plant":"oak"}"#, .unknownPlant),
    ("allPlants", #"{"after":"oak"}"#, .unknownPlant), ("allPlants", #"{"count":0}"#, .badValue),
    ("allPlants", #"{"fields":"name"}"#, .badValue), ("glance", #"{"rev":-1}"#, .badValue),
    ("reminders", "[]", .badValue),
  ])
  func `what is not answered says why`(_ identifier: String, _ content: String, _ code: AckCode) throws {
    var wire = try Wire(Wire.plan)
    let answer = try wire.ask(identifier, content, from: "viewer")
    #expect(answer.reply == nil && answer.ack?.code == code)
  }

  @Test func `a stranger is told nothing, and a device that takes too little learns it`() throws {
    var wire = try Wire(Wire.plan)
    for identifier in ["allPlants", "reminders", "glance"] {
      let answer = try wire.ask(identifier, from: "stranger")
      #expect(answer.reply == nil && answer.ack?.code == .forbidden)
    }
    wire.renderer.introduce("viewer", DeviceProfile(packetBytesMax: 256))
    let answer = try wire.ask("explain", #"{"plant":"basil"}"#, from: "viewer")
    #expect(answer.reply == nil && answer.ack?.code == .tooLarge)
  }
}
