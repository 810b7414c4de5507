import LoamKit
import MQTTTypes
import Testing

@testable import GardenCore
@testable import GardenTopics

/// Devices that take small packets, and questions that nobody here speaks.
struct SmallDeviceTests {
  private func watering(_ packet: Int) throws -> Wire {
    var wire = try Wire(Wire.plan)
    wire.renderer.introduce("viewer", DeviceProfile(packetBytesMax: packet))
    wire.forget()
    let start =
      #"{"v":1,"id":"{id}","category":"WATERING_CONTROL","action":"water_start","plant":"basil","at":{now}}"#
    #expect(try wire.publish("action", from: "operator", start).code == .accepted)
    wire.send(.valve(ActuatorIndex(0), ValveReport(isOpen: true, litresPerMinute: 1)))
    wire.wait(.seconds(100))
    wire.send(.valve(ActuatorIndex(0), ValveReport(isOpen: false, litresPerMinute: 0)))
    wire.wait(.minutes(3))
    return wire
  }

  @Test(arguments: [65_536, 520, 500, 480, 460, 440, 420, 400, 300, 200])
  func `the start is shortened, and without it there is no step`(_ packet: Int) throws {
    let wire = try watering(packet)
    let steps = try wire.documents(ActivityMessage.self, "activity", to: "viewer")
    var life = ActivityLifecycle()
    for step in steps { try life.take(step) }
    #expect(steps.first.map { $0.aps.event == .start } ?? true)
    #expect(steps.isEmpty || steps.last?.aps.event == .end)
    #expect(try wire.documents(ActivityMessage.self, "activity", to: "operator").last?.aps.event == .end)
    for item in wire.sent where item.topic.hasPrefix("plants/v1/d/viewer/") {
      #expect(item.payload.count + item.topic.utf8.count + 48 <= packet)
    }
    #expect(wire.failures.count == (steps.isEmpty ? 1 : 0))
  }

  @Test func `a start that was too long fits shortened`() throws {
    let whole = try #require(
      try watering(65_536).documents(ActivityMessage.self, "activity", to: "viewer").first)
    let size = try DocumentCodec.encode(whole).count
    let bytes = try DocumentCodec.encode(whole, upTo: size - 40, shorten: Shortening.shorten)
    let short = try DocumentCodec.decode(ActivityMessage.self, from: bytes)
    #expect(bytes.count <= size - 40 && short.aps.alert?.title?.isEmpty == false)
    #expect(short.aps.attributes?.name == "Basil" && short.activity == whole.activity)
    #expect(throws: DocumentError.self) {
      try DocumentCodec.encode(whole, upTo: 100, shorten: Shortening.shorten)
    }
  }

  @Test(arguments: [
    (#""kind":"interactive","identifier":"weather","content":{}"#, AckCode.unknownRequest, "/identifier"),
    (#""kind":"immediate","identifier":"ping""#, .unknownRequest, "/kind"),
    (#""kind":"interactive","identifier":"history","content":{}"#, .missingField, "/content/plant"),
  ])
  func `an unknown question is named as such, a known one by its fault`(
    _ fields: String, _ code: AckCode, _ field: String
  ) throws {
    var wire = try Wire(Wire.plan)
    let ack = try wire.publish("msg", from: "viewer", #"{"v":1,"id":"{id}",\#(fields),"ts":{now}}"#)
    #expect(ack.code == code && ack.field == field && ack.re != nil)
  }
}
