import LoamKit
import MQTTTypes
import Testing

@testable import GardenCore
@testable import GardenTopics

/// A digest that can water, and a limit that is moved where its reminder is read: from bytes to bytes.
struct DigestOfferTests {
  /// Fern and basil turn dry within a minute. The fern has no valve, unless it shares the bed's.
  private func dry(_ change: (inout GardenPlan) -> Void = { _ in }) throws -> Wire {
    var plan = Wire.plan
    change(&plan)
    var wire = try Wire(plan)
    for (basil, fern) in [(45.0, 45.0), (28.0, 26.0), (28.0, 26.0), (28.0, 26.0)] {
      for (sensor, value) in [(0, basil), (1, fern)] {
        wire.send(.reading(Reading(sensor: SensorIndex(sensor), quantity: .moisture, value: value)))
      }
      wire.wait(.minutes(10))
    }
    return wire
  }

  private func digest(_ wire: Wire, _ device: DeviceID) throws -> NotificationMessage {
    try #require(wire.notifications(to: device).last { $0.note.key.text == "water-digest" })
  }

  private func press(_ note: NotificationMessage, _ plant: String) -> String {
    #"{"v":1,"id":"{id}","category":"\#(note.aps.category)","action":"water_start","plant":"\#(plant)","#
      + #""at":{now},"note":"\#(note.note.id)","key":"\#(note.note.key)","rev":\#(note.note.rev)}"#
  }

  @Test func `who may open the valve is offered water in a digest, for each plant that has one`() throws {
    let wire = try dry()
    let categories = try Wire.devices.map { try digest(wire, $0.id).aps.category.text }
    #expect(
      categories == [
        "WATERING_DIGEST_OFFER", "WATERING_DIGEST", "WATERING_DIGEST", "PLANT_THIRSTY",
        "WATERING_DIGEST_OFFER", "WATERING_DIGEST_OFFER",
      ])
    let mine = try digest(wire, "operator")
    // The fern is drier, and nobody can water it from here: a lock screen's button acts on the first.
    #expect(mine.plants?.map(\.id.text) == ["basil", "fern"] && mine.plant?.id.text == "basil")
    let question = WaterQuestion(seconds: 180, litres: 1.5)
    #expect(mine.plants?.map(\.water) == [question, nil] && mine.water == question)
    #expect(mine.aps.alert.subtitle == nil)
    let theirs = try digest(wire, "actor")
    #expect(theirs.plants?.map(\.id.text) == ["fern", "basil"] && theirs.water == nil)
    #expect(theirs.plants?.allSatisfy { $0.water == nil } == true)
    #expect(theirs.aps.alert.subtitle == "Most urgent first")
  }

  @Test func `water now in a digest waters the plant it names; what is left offers what it can`() throws {
    var wire = try dry()
    let mine = try digest(wire, "operator")
    wire.forget()
    let ack = try wire.publish("action", from: "operator", press(mine, "basil"))
    #expect(ack.code == .accepted && ack.activity != nil)
    let left = try digest(wire, "operator")
    #expect(left.plants?.map(\.id.text) == ["fern"] && left.aps.category == .wateringDigest)
    #expect(left.note.rev > mine.note.rev && left.water == nil)
    let second = try wire.publish("action", from: "chinese", press(mine, "basil"))
    #expect(second.code == .alreadyDone && second.by?.text == "operator")
    let none = try wire.publish("action", from: "operator", press(mine, "fern"))
    #expect(none.code == .refused && none.why?.word == .noValve)
  }

  @Test func `two plants on one valve are watered one after the other, each under the same interlocks`()
    throws
  {
    var wire = try dry { plan in
      plan.plants[1].watering = plan.plants[0].watering
      plan.plants[1].watering?.litres = nil
    }
    let mine = try digest(wire, "operator")
    #expect(mine.plants?.map { $0.water?.seconds } == [180, 180])
    #expect(try wire.publish("action", from: "operator", press(mine, "fern")).code == .accepted)
    #expect(try wire.publish("action", from: "operator", press(mine, "basil")).code == .busy)
    wire.send(.valve(ActuatorIndex(0), ValveReport(isOpen: true, litresPerMinute: 3)))
    wire.wait(.minutes(3))
    wire.send(.valve(ActuatorIndex(0), ValveReport(isOpen: false, litresPerMinute: 0)))
    wire.wait(.minutes(1))
    let left = try digest(wire, "operator")
    #expect(left.plants?.map(\.id.text) == ["basil"] && left.aps.category == .wateringDigestOffer)
    #expect(try wire.publish("action", from: "operator", press(left, "basil")).code == .accepted)
  }

  @Test func `a held valve is not opened by a digest, and the next one does not offer it`() throws {
    var wire = try dry()
    let hold =
      #"{"v":1,"id":"{id}","category":"WATERING_CONTROL","action":"water_hold","valve":"bed","at":{now}}"#
    try wire.publish("action", from: "operator", hold)
    let mine = try digest(wire, "operator")
    let refused = try wire.publish("action", from: "operator", press(mine, "basil"))
    #expect(refused.code == .refused && refused.why?.word == .maintenance)
    let later = press(mine, "fern").replacing("water_start", with: "water_later")
    #expect(try wire.publish("action", from: "operator", later).code == .accepted)
    #expect(try digest(wire, "operator").aps.category == .wateringDigest)
  }

  // MARK: the limit

  private func reminded() throws -> Wire {
    var plan = Wire.plan
    plan.plants[0].moisture = BandPlan(below: 30, deadband: 5, dwell: .minutes(10))
    plan.plants[0].dryRange = 10...80
    plan.plants[0].dryStep = 1
    var wire = try Wire(plan)
    wire.holds(45, for: 10)
    wire.forget()
    wire.holds(20, for: 30)
    return wire
  }

  @Test func `who may tune moves the limit in the reminder; others have no slider and are told of none`()
    throws
  {
    var wire = try reminded()
    for device in Wire.devices {
      let note = try #require(wire.notifications(to: device.id).first)
      #expect((note.control?.id.text == "basil-dry-below") == (device.role >= .tuner), "\(device.id)")
      #expect(note.control.map { $0.unit == "%" && $0.value == 30 && $0.min == 10 && $0.max == 80 } ?? true)
      guard case .reminders(let list)? = try wire.ask("reminders", from: device.id).reply?.content else {
        Issue.record("no reply")
        continue
      }
      #expect((list.reminders.first?.control != nil) == (device.role >= .tuner), "\(device.id)")
    }
    // Everybody's document names it; who may move it stands in its definition.
    #expect(try wire.state(ReminderState.self, "reminder/water-basil")?.control?.text == "basil-dry-below")
    #expect(try wire.state(ControlState.self, "control/basil-dry-below")?.role == .tuner)

    let asked = try #require(wire.notifications(to: "tuner").first?.control)
    wire.forget()
    let move =
      #"{"v":1,"id":"{id}","control":"\#(asked.id)","value":25,"unit":"%","base":\#(asked.rev),"at":{now}}"#
    let ack = try wire.publish("set", from: "tuner", move)
    #expect(ack.code == .accepted && ack.control?.value == 25)
    #expect(wire.garden.memory.controls["basil-dry-below"]?.by == "tuner")
    let again = try #require(wire.notifications(to: "operator").last)
    #expect(again.aps.alert.body?.contains("limit 25%") == true && again.aps.sound == nil)
    #expect(again.control?.rev == ack.control?.rev && again.control?.value == 25)
    wire.forget()
    wire.wait(.seconds(2))
    let fine =
      #"{"v":1,"id":"{id}","control":"\#(asked.id)","value":12,"unit":"%","base":\#(asked.rev + 1),"at":{now}}"#
    #expect(try wire.publish("set", from: "operator", fine).code == .accepted)
    wire.wait(.minutes(15))
    #expect(try wire.notifications(to: "operator").isEmpty)
    #expect(try wire.state(ReminderState.self, "reminder/water-basil") == nil)
  }

  @Test func `a refused slider says what was asked, by whom, and what holds`() throws {
    var wire = try Wire(Wire.plan)
    wire.send(.setpoint(ActuatorIndex(1), SetpointReport(value: 21.5)))
    wire.holds(20, .temperature, for: 10, sensor: 2)
    wire.forget()
    let move = #"{"v":1,"id":"{id}","control":"trv-setpoint","value":25,"unit":"°C","at":{now}}"#
    #expect(try wire.publish("set", from: "operator", move).code == .queued)
    wire.send(.setpoint(ActuatorIndex(1), SetpointReport(value: 21.5)))
    wire.wait(.minutes(2))
    let told = try #require(wire.notifications(to: "operator").last)
    #expect(told.note.key.text == "move-trv-setpoint" && told.aps.category == .setpointAdjust)
    #expect(
      told.aps.alert.body
        == "Heater did not take 25 °C; it is at 21.5 °C (asked by All). Change it?")
    let state = try #require(try wire.state(ControlState.self, "control/trv-setpoint"))
    #expect(state.phase == .rejected && state.requested == 25 && state.by?.text == "operator")
    #expect(told.control?.rev == state.rev)
    let end = try #require(wire.documents(ActivityMessage.self, "activity", to: "actor").last)
    #expect(end.activity.end == .failed && end.activity.why == "refused")
    #expect(end.aps.contentState.title == "Heater did not take 25 °C: Greenhouse, 20 °C")
  }
}
