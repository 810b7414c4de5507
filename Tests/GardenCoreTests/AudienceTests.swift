import GardenCore
import LeaseHarness
import Testing

@Suite("Who is told")
struct AudienceTests {
  private static func device(
    _ id: DeviceID, only categories: Set<MatterCategory>? = nil, after: Duration = .zero
  ) -> DevicePlan {
    DevicePlan(id: id, name: id, role: .operator, categories: categories, after: after)
  }

  /// A garden in which the valve does not close.
  private static func flooded(_ people: [PersonPlan]) -> Stage {
    var plan = GardenPlan.withValve
    plan.people = people
    var stage = Stage(plan)
    stage.command(.water(stage.head("anna-phone"), plant: "basil", duration: nil))
    return stage
  }

  private static func told(_ key: String, in stage: Stage) -> [[DeviceID]] {
    stage.notices.filter { $0.key == key }.map(\.devices)
  }

  @Test func `an alarm waits for no turn and asks for no plants`() {
    var stage = Self.flooded([
      PersonPlan(id: "anna", name: "Anna", devices: [Self.device("anna-phone")]),
      PersonPlan(
        id: "bob", name: "Bob", devices: [Self.device("bob-phone", after: .hours(2))], plants: []),
    ])
    stage.wait(.minutes(4))
    #expect(Self.told("valve-bed", in: stage).flatMap(\.self) == ["anna-phone", "bob-phone"])
  }

  @Test func `an alarm comes where it is taken, and everywhere once nobody has answered it`() {
    var stage = Self.flooded([
      PersonPlan(
        id: "anna", name: "Anna",
        devices: [Self.device("anna-phone"), Self.device("anna-telegram", only: [.water])])
    ])
    stage.wait(.minutes(4))
    #expect(Self.told("valve-bed", in: stage).flatMap(\.self) == ["anna-phone"])
    stage.effects = []
    stage.wait(.hours(25))
    #expect(Self.told("valve-bed", in: stage).first == ["anna-phone", "anna-telegram"])
  }

  @Test func `an alarm that no device of a person takes comes on all of them`() {
    var stage = Self.flooded([
      PersonPlan(id: "anna", name: "Anna", devices: [Self.device("anna-phone")]),
      PersonPlan(
        id: "bob", name: "Bob",
        devices: [Self.device("bob-phone", only: [.water]), Self.device("bob-tablet", only: [])]),
    ])
    stage.wait(.minutes(4))
    #expect(Self.told("valve-bed", in: stage).flatMap(\.self) == ["anna-phone", "bob-phone", "bob-tablet"])
  }

  @Test(arguments: [-365, -1, 1] as [Int])
  func `a clock that jumps between two turns neither loses one nor brings it twice`(days: Int) {
    var plan = GardenPlan.oneBasil
    plan.people = [
      PersonPlan(
        id: "anna", name: "Anna",
        devices: [Self.device("anna-phone"), Self.device("anna-watch", after: .minutes(30))])
    ]
    var stage = Stage(plan)
    stage.reads(40)
    stage.holds(25, for: .minutes(15))
    #expect(Self.told("water-basil", in: stage) == [["anna-phone"]])
    stage.effects = []
    stage.now.wall = stage.now.wall + .days(days)
    stage.wait(.minutes(40))
    #expect(Self.told("water-basil", in: stage).flatMap(\.self).filter { $0 == "anna-watch" }.count == 1)
  }

  @Test func `a later turn costs nothing of the day's notifications, and comes though they are used up`() {
    var plan = GardenPlan.oneBasil
    plan.people = [
      PersonPlan(
        id: "anna", name: "Anna",
        devices: [Self.device("anna-phone"), Self.device("anna-watch", after: .minutes(30))],
        notificationsPerDay: 1)
    ]
    var stage = Stage(plan)
    stage.reads(40)
    stage.holds(25, for: .hours(1))
    #expect(Self.told("water-basil", in: stage) == [["anna-phone"], ["anna-watch"]])
    #expect(stage.garden.memory.people.map(\.sent) == [1])
  }

  @Test func `a device to which the way was full is told what is its own, in its turn`() throws {
    var plan = GardenPlan.make(
      plants: [.probed("basil", sensor: 0), .probed("mint", sensor: 1)], sensors: 2)
    plan.people = [
      PersonPlan(
        id: "anna", name: "Anna",
        devices: [
          Self.device("anna-phone"), Self.device("anna-page", only: [.alarms]),
          Self.device("anna-watch", after: .minutes(30)),
        ], plants: ["basil"]),
      PersonPlan(id: "bob", name: "Bob", devices: [Self.device("bob-phone")]),
    ]
    var stage = Stage(plan)
    for s in 0..<2 { stage.reads(40, sensor: s) }
    for _ in 0..<2 {
      for s in 0..<2 { stage.reads(25, sensor: s) }
      stage.wait(.minutes(11))
    }
    let digest = try #require(stage.reminder(NoticeKey.digest))
    #expect(digest.devices.sorted() == ["anna-phone", "bob-phone"])
    stage.effects = []
    for device in ["anna-page", "anna-watch"] { stage.send(.reached(device)) }
    #expect(stage.notices.isEmpty)
    stage.send(.untold("anna-phone", note: digest.note))
    stage.send(.reached("anna-phone"))
    let told = stage.notices.filter { !$0.isUpdate }
    #expect(told.map(\.devices) == [["anna-phone"]])
    #expect(told.map(\.plants) == [["basil"]])
  }

  @Test func `a new plan counts at once`() {
    var plan = GardenPlan.oneBasil
    plan.people[1].plants = []
    var stage = Stage(plan)
    stage.reads(40)
    stage.holds(25, for: .minutes(15))
    #expect(stage.notices.map(\.devices) == [["anna-phone"]])
    stage.effects = []
    plan.people[1].plants = nil
    stage.run { $0.adopt(plan, at: $1, into: &$2) }
    stage.wait(.minutes(2))
    #expect(stage.notices.map(\.devices) == [["bob-phone", "hall-tablet"]])
  }

  @Test func `a silent probe is for those whose plants it reads, also after a new plan`() {
    var plan = GardenPlan.make(
      plants: [.probed("basil", sensor: 0), .probed("mint", sensor: 1)], sensors: 2)
    plan.people[0].plants = ["basil"]
    plan.people[1].plants = ["mint"]
    var new = plan
    new.people[0].plants = ["mint"]
    new.people[1].plants = []
    new.people.append(
      PersonPlan(id: "carl", name: "Carl", devices: [Self.device("carl-phone")], plants: ["basil"]))
    let told: [[[DeviceID]]] = [plan, new].map { later in
      var stage = Stage(plan)
      stage.run { $0.adopt(later, at: $1, into: &$2) }
      for s in 0..<2 { stage.reads(60, sensor: s) }
      stage.wait(.hours(26))
      return [0, 1].flatMap { Self.told("sens-probe-\($0)", in: stage) }
    }
    #expect(told == [[["anna-phone"], ["bob-phone", "hall-tablet"]], [["carl-phone"], ["anna-phone"]]])
  }

  @Test func `nobody hears of a plant that is nobody's, and it asks once somebody takes it`() {
    var plan = GardenPlan.oneBasil
    for i in plan.people.indices { plan.people[i].plants = [] }
    var stage = Stage(plan)
    stage.reads(40)
    stage.holds(25, for: .hours(3))
    #expect(stage.notices.isEmpty)
    #expect(stage.reminder()?.state == .due)
    stage.effects = []
    plan.people[0].plants = ["basil"]
    stage.run { $0.adopt(plan, at: $1, into: &$2) }
    stage.wait(.minutes(2))
    #expect(stage.notices.map(\.devices) == [["anna-phone"]])
  }
}

extension Notice {
  /// The plants that it names to whoever reads it.
  var plants: [PlantID] {
    switch subject {
    case .water(let thirst), .noRiseSeen(let thirst): [thirst.plant.id]
    case .digest(let thirsty): thirsty.map(\.plant.id)
    case .climate(let facts, _, _, _, _): [facts.id]
    case .heldBack(let names): names
    case .sensor, .setpoint, .refusal, .valve, .heater, .stopped, .timeUp: []
    }
  }
}
