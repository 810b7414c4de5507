import LoamKit
import Testing

@testable import GardenCore
@testable import GardenTopics

/// What a device says of itself has an effect on what it is sent.
struct HelloTests {
  private func dry(_ device: DeviceID, _ profile: DeviceProfile) throws -> NotificationMessage {
    var wire = try Wire(Wire.plan)
    wire.renderer.calendars = [
      "Pacific/Auckland": SiteCalendar(
        rules: [.init(start: Timestamp(seconds: 0), offsetSeconds: 13 * 3600)])
    ]
    wire.renderer.introduce(device, profile)
    wire.send(.hello(device, profile))
    wire.holds(45, for: 10)
    wire.forget()
    wire.holds(28, for: 30)
    return try #require(wire.notifications(to: device).first)
  }

  @Test func `a device without buttons gets none, and one that shows two gets the first two`() throws {
    let none = try dry("operator", DeviceProfile(abilities: [.notify]))
    #expect(none.aps.category == .plantThirsty && none.note.actions == nil)
    #expect(try dry("operator", DeviceProfile(actionsMax: 0)).aps.category == .plantThirsty)
    let two = try dry("operator", DeviceProfile(actionsMax: 2))
    #expect(two.aps.category == .wateringOffer && two.note.actions == [.waterStart, .waterLater])
    #expect(try dry("operator", DeviceProfile(actionsMax: 10)).note.actions == nil)
  }

  @Test func `times are told in the device's own zone, and in the site's where that is not known`() throws {
    let home = try dry("operator", DeviceProfile())
    let away = try dry("operator", DeviceProfile(timeZone: "Pacific/Auckland"))
    let nowhere = try dry("operator", DeviceProfile(timeZone: "Mars/Olympus"))
    #expect(home.aps.alert.body?.contains("Dry since 00:1") == true)
    #expect(away.aps.alert.body?.contains("Dry since 13:1") == true)
    #expect(nowhere.aps.alert.body == home.aps.alert.body)
  }

  @Test func `a hello of another version is refused, and the one before holds on`() throws {
    var wire = try Wire(Wire.plan)
    let ack = try wire.publish("hello", from: "viewer", #"{"v":1,"device":"viewer","protocol":7,"ts":{now}}"#)
    #expect(ack.code == .unsupportedVersion && ack.field == "/protocol" && ack.re == nil)
  }

  @Test func `who can be reached is retained for everybody`() throws {
    var wire = try Wire(Wire.plan)
    wire.send(.hello("operator", DeviceProfile(kind: .phone)))
    let known = try #require(try wire.state(DeviceState.self, "device/operator"))
    #expect(known.reachability == .backgroundOnly && known.kind == .phone && known.name == "Phone")
    wire.send(.presence("operator", PresenceReport(isOnline: true, session: UniqueID(high: 1, low: 1))))
    #expect(try wire.state(DeviceState.self, "device/operator")?.reachability == .immediatelyReachable)
    #expect(try wire.state(DeviceState.self, "device/viewer")?.reachability == .notReachable)
  }
}
