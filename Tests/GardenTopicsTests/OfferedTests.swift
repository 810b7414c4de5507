import LoamKit
import MQTTTypes
import Testing

@testable import GardenCore
@testable import GardenTopics

/// What a device is offered it may do, and what it may do is taken when it does it: from bytes to bytes.
struct OfferedTests {
  private static let press =
    #"{"v":1,"id":"{id}","category":"WATERING_OFFER","action":"water_start","plant":"basil","at":{now}"#

  private func dry() throws -> Wire {
    var wire = try Wire(Wire.plan)
    wire.holds(45, for: 10)
    wire.forget()
    wire.holds(28, for: 30)
    return wire
  }

  private func button(_ note: NotificationMessage) -> String {
    Self.press + #","note":"\#(note.note.id)","key":"\#(note.note.key)","rev":\#(note.note.rev)}"#
  }

  @Test func `each device gets the category whose buttons it may press`() throws {
    let wire = try dry()
    let categories = try Wire.devices.map {
      try #require(wire.notifications(to: $0.id).first).aps.category.text
    }
    #expect(
      categories == [
        "WATERING_OFFER", "WATERING_REMINDER", "WATERING_REMINDER", "PLANT_THIRSTY", "WATERING_OFFER",
        "WATERING_OFFER",
      ])
    for device in Wire.devices {
      let note = try #require(wire.notifications(to: device.id).first)
      #expect((note.water != nil) == (device.role == .operator))
      #expect(note.plant?.name == "Basil")
    }
  }

  @Test func `the question says litres and minutes to who may start them, in its language`() throws {
    let wire = try dry()
    func body(_ device: DeviceID) throws -> String {
      try #require(wire.notifications(to: device).first?.aps.alert.body)
    }
    #expect(try body("operator").hasSuffix(" Water now: 1.5 l, 3 min at most."))
    #expect(try body("chinese").hasSuffix("。立即浇水：1.5 升，最多 3 分钟。"))
    #expect(try body("taiwanese").hasSuffix("。立即澆水：1.5 公升，最多 3 分鐘。"))
    #expect(try !body("actor").contains("Water now") && !body("tuner").contains("立即浇水"))
    let question = try #require(wire.notifications(to: "operator").first?.water)
    #expect(question == WaterQuestion(seconds: 180, litres: 1.5))
    let state = try #require(try wire.state(ReminderState.self, "reminder/water-basil"))
    #expect(state.water == question && state.category == .wateringOffer && state.actions.first == .waterStart)
  }

  @Test func `only who may answer is asked to mark a plant as watered when its time is up`() throws {
    var wire = try Wire(Wire.plan)
    let start =
      #"{"v":1,"id":"{id}","category":"WATERING_CONTROL","action":"countdown_start","plant":"basil","value":60,"at":{now}}"#
    #expect(try wire.publish("action", from: "operator", start).code == .accepted)
    wire.wait(.minutes(2))
    for device in Wire.devices {
      let alert = try #require(wire.notifications(to: device.id).last).aps.alert
      let body = try #require(alert.body)
      #expect(alert.title == "Basil" && !body.isEmpty)
      let asks = ["Mark the plant", "要标记", "要標記"].contains { body.contains($0) }
      #expect(asks == (device.role != .viewer), "\(device.id): \(body)")
    }
  }

  @Test
  func `water now waters, the reminder gives way to the activity, and a second one is told who was first`()
    throws
  {
    var wire = try dry()
    let mine = try #require(wire.notifications(to: "operator").first)
    let theirs = try #require(wire.notifications(to: "chinese").first)
    wire.forget()
    let ack = try wire.publish("action", from: "operator", button(mine))
    let run = try #require(ack.activity)
    #expect(ack.code == .accepted)
    for device in Wire.devices {
      let gone = try wire.documents(WithdrawMessage.self, "withdraw", to: device.id)
      #expect(
        gone.map(\.key) == [mine.note.key] && gone.map(\.activity) == [run]
          && gone.first?.by?.text == "operator")
      let start = try #require(wire.documents(ActivityMessage.self, "activity", to: device.id).first)
      #expect(start.activity.id == run && start.activity.key == mine.note.key)
    }
    let state = try #require(try wire.state(ReminderState.self, "reminder/water-basil"))
    #expect(state.state == .watering && state.activity == run && state.actions.isEmpty)
    #expect(try wire.state(ActivityState.self, "activity/\(run)")?.key == mine.note.key)
    let second = try wire.publish("action", from: "chinese", button(theirs))
    #expect(second.code == .alreadyDone && second.by?.text == "operator" && second.activity == run)
    wire.send(.valve(ActuatorIndex(0), ValveReport(isOpen: true, litresPerMinute: 3)))
    wire.wait(.seconds(31))
    wire.send(.valve(ActuatorIndex(0), ValveReport(isOpen: false, litresPerMinute: 0)))
    wire.wait(.minutes(5))
    #expect(try wire.documents(ActivityMessage.self, "activity", to: "actor").last?.activity.end == .finished)
    #expect(try wire.state(ReminderState.self, "reminder/water-basil") == nil)
    let late = try wire.publish("action", from: "chinese", button(theirs))
    #expect(late.code == .stale && late.why == Why(.notAsking))
  }

  @Test func `a valve that never opens: no progress, a failed end that says so, and the question is back`()
    throws
  {
    var wire = try dry()
    let mine = try #require(wire.notifications(to: "operator").first)
    wire.forget()
    try wire.publish("action", from: "operator", button(mine))
    wire.wait(.minutes(6))
    let steps = try wire.documents(ActivityMessage.self, "activity", to: "actor")
    #expect(steps.allSatisfy { $0.aps.contentState.progress == 0 } && steps.count < 8)
    #expect(steps.last?.activity.end == .failed && steps.last?.activity.why == "did_not_open")
    #expect(steps.last?.aps.contentState.title == "The valve did not report open: Basil")
    let again = try #require(wire.notifications(to: "operator").last { $0.note.key == mine.note.key })
    #expect(again.aps.category == .wateringOffer && again.note.rev > mine.note.rev)
    #expect(try wire.state(ReminderState.self, "reminder/water-basil")?.state == .sent)
  }

  @Test func `what holds the valve takes the offer away, and brings it back`() throws {
    var wire = try dry()
    let mine = try #require(wire.notifications(to: "operator").first)
    let hold =
      #"{"v":1,"id":"{id}","category":"WATERING_CONTROL","action":"water_hold","valve":"bed","at":{now}}"#
    try wire.publish("action", from: "operator", hold)
    #expect(try wire.state(ReminderState.self, "reminder/water-basil")?.category == .wateringReminder)
    let refused = try wire.publish("action", from: "operator", button(mine))
    #expect(
      refused.code == .refused && refused.why == Why(.maintenance, by: DeviceName("operator")))
    let release =
      #"{"v":1,"id":"{id}","category":"WATERING_CONTROL","action":"water_release","valve":"bed","at":{now}}"#
    try wire.publish("action", from: "operator", release)
    #expect(try wire.state(ReminderState.self, "reminder/water-basil")?.category == .wateringOffer)
  }

  @Test func `a start that cannot be kept is refused with its reason`() throws {
    var wire = try dry()
    let mine = try #require(wire.notifications(to: "operator").first)
    wire.send(.openings(barredBy: .store))
    let disk = try wire.publish("action", from: "operator", button(mine))
    #expect(
      disk.code == .refused && disk.why == Why(.disk))
    wire.send(.openings(barredBy: nil))
    wire.now.isWallTrusted = false
    let clock = try wire.publish("action", from: "operator", button(mine))
    #expect(clock.code == .refused && clock.why == Why(.clock))
  }

  @Test func `a slider goes to who may move it; the others are told without a question`() throws {
    var wire = try Wire(Wire.plan)
    wire.send(.setpoint(ActuatorIndex(1), SetpointReport(value: 18)))
    wire.holds(15, .temperature, for: 10, sensor: 2)
    wire.forget()
    wire.holds(8, .temperature, for: 30, sensor: 2)
    for device in Wire.devices {
      let note = try #require(wire.notifications(to: device.id).first)
      let mayMove = device.role == .operator
      #expect(note.aps.category == (mayMove ? .setpointAdjust : .placeClimate))
      #expect((note.control != nil) == mayMove)
    }
    let asked = try #require(wire.notifications(to: "operator").first?.aps.alert.body)
    let told = try #require(wire.notifications(to: "actor").first?.aps.alert.body)
    #expect(asked == told + " Change it?")
  }

  @Test
  func
    `an answered slider is gone everywhere, and comes back with what is in force where the device refuses`()
    throws
  {
    var wire = try Wire(Wire.plan)
    wire.send(.setpoint(ActuatorIndex(1), SetpointReport(value: 18)))
    wire.holds(15, .temperature, for: 10, sensor: 2)
    wire.holds(8, .temperature, for: 30, sensor: 2)
    let first = try #require(wire.notifications(to: "operator").first?.control)
    wire.forget()
    let move =
      #"{"v":1,"id":"{id}","control":"trv-setpoint","value":28,"unit":"°C","base":\#(first.rev),"at":{now}}"#
    let ack = try wire.publish("set", from: "operator", move)
    #expect(ack.code == .queued && ack.control?.value == 18 && ack.control?.requested == 28)
    for device in Wire.devices {
      let gone = try wire.documents(WithdrawMessage.self, "withdraw", to: device.id)
      #expect(gone.map(\.key.text) == ["set-trv-setpoint"] && gone.first?.by?.text == "operator")
    }
    wire.send(.setpoint(ActuatorIndex(1), SetpointReport(value: 18)))
    wire.wait(.minutes(2))
    let again = try #require(wire.notifications(to: "operator").last?.control)
    let present = try #require(try wire.state(ControlState.self, "control/trv-setpoint"))
    #expect(present.phase == .rejected && again.rev == present.rev && again.value == 18)
    wire.forget()
    let fit =
      #"{"v":1,"id":"{id}","control":"trv-setpoint","value":21.5,"unit":"°C","base":\#(again.rev),"at":{now}}"#
    #expect(try wire.publish("set", from: "chinese", fit).code == .queued)
    wire.send(.setpoint(ActuatorIndex(1), SetpointReport(value: 21.5)))
    wire.wait(.hours(1))
    #expect(try wire.notifications(to: "operator").isEmpty)
    let state = try #require(try wire.state(ReminderState.self, "reminder/set-trv-setpoint"))
    #expect(state.state == .snoozed && state.by?.text == "chinese")
    #expect(state.alert.body?.contains("is set to 21.5 °C") == true)
  }

  @Test(arguments: BuiltInCategories.all)
  func `every button of a category is for who the category is sent to`(_ plan: BuiltInCategories.Plan) {
    for role in DeviceContext.Role.allCases where plan.id != .wateringControl {
      let offered = BuiltInCategories.offered(plan.id, to: role)
      #expect(BuiltInCategories.plan(of: offered)?.buttons.allSatisfy { $0.role <= role } == true)
    }
  }

  /// The role that a button's category says is the one that the garden asks for.
  @Test(arguments: BuiltInCategories.all)
  func `a button is refused to who may less, and to nobody else`(_ plan: BuiltInCategories.Plan) throws {
    let note = "0197f0ac-2222-7333-8444-5555666600ff"
    for button in plan.buttons {
      let text =
        #"{"v":1,"id":"{id}","category":"\#(plan.id)","action":"\#(button.action)","plant":"fern","note":"\#(note)","#
        + #""value":60,"at":{now}}"#
      for device in Wire.devices {
        var wire = try Wire(Wire.plan)
        let ack = try wire.publish("action", from: device.id, text)
        #expect(
          (ack.code == .forbidden) == (Renderer.role(device.role) < button.role),
          "\(button.action) \(device.id)")
      }
    }
  }
}
