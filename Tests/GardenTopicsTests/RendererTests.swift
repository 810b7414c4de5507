import Foundation
import LoamKit
import MQTTTypes
import Testing

@testable import GardenCore
@testable import GardenTopics

struct RendererTests {
  /// The reader of the first watch app: every key required, dates as seconds since 1970.
  struct StrictNotification: Decodable {
    struct Plant: Decodable {
      let id: String
      let name: String
      let lastDate: Date
      let nextDate: Date
    }
    struct ListPlant: Decodable {
      let id: String
      let name: String
      let lastWateringDate: Date
      let nextWateringDate: Date
    }
    struct APS: Decodable {
      struct Alert: Decodable {
        let title: String
        let subtitle: String
        let body: String
      }
      let alert: Alert
      let category: String
      enum CodingKeys: String, CodingKey {
        case alert, category
        case thread = "thread-id"
      }
      let thread: String
    }
    let aps: APS
    let plant: Plant
  }

  @Test(arguments: House.ids, [true, false])
  func `the watch app of the first article reads our reminder`(_ device: DeviceID, _ never: Bool) throws {
    let renderer = try House.renderer()
    let notice = House.notice(.water(House.thirst(moisture: 18, never: never)), to: [device])
    let payload = try #require(renderer.outgoing(.notify(notice)).first).publication.payload
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    let read = try decoder.decode(StrictNotification.self, from: Data(payload))
    #expect(read.aps.category == "WATERING_REMINDER" && read.aps.thread == "plantid123")
    #expect(read.plant.lastDate.timeIntervalSince1970 == 1_579_937_802)
    #expect(read.plant.nextDate > read.plant.lastDate)
    struct List: Decodable { let plant: StrictNotification.ListPlant }
    #expect(try decoder.decode(List.self, from: Data(payload)).plant.name == "Aloe")
  }

  private func payload(_ kind: ActivityStep.Kind, _ snapshot: ActivitySnapshot) throws -> String {
    let step = ActivityStep(kind: kind, snapshot: snapshot, devices: ["anna-phone"])
    let renderer = try House.renderer()
    let sent = try #require(renderer.outgoing(.activity(step)).first)
    return String(decoding: sent.publication.payload, as: UTF8.self)
  }

  @Test func `that no water flows is said where a meter says so, not where one counted none`() throws {
    var snapshot = House.activity(.failed(.didNotOpen), 0, 3, state: .ended)
    snapshot.litres = 0
    #expect(try payload(.end, snapshot).contains("It is not known whether water runs"))
  }

  @Test func `what is not as warm yet as is asked for does not read as if it were`() throws {
    let title = try payload(.update, House.heating(.running, 11.96, 2))
    #expect(title.contains("Heating Greenhouse: 11.9 °C → 12 °C"), "\(title)")
    #expect(try payload(.end, House.heating(.finished, 12.04, 3)).contains("Greenhouse is warm: 12 °C"))
  }

  @Test func `each device reads its own language, the site's where nothing is known`() throws {
    let renderer = try House.renderer(language: "zh-Hans")
    let notice = House.notice(.water(House.thirst(moisture: 18)))
    #expect(try renderer.notification(notice, to: "anna-phone").aps.alert.subtitle == "Needs watering")
    #expect(try renderer.notification(notice, to: "bo-phone").aps.alert.subtitle == "该浇水了")
    #expect(try renderer.notification(notice, to: "mei-tablet").aps.alert.subtitle == "該澆水了")
  }

  @Test func `a hello changes the language, but not against the config`() throws {
    var renderer = try House.renderer()
    renderer.introduce("bo-phone", DeviceProfile(locale: "zh-Hant-HK"))
    renderer.introduce("anna-phone", DeviceProfile(locale: "zh-CN"))
    renderer.introduce("stranger", DeviceProfile(locale: "zh-CN"))
    let notice = House.notice(.water(House.thirst(moisture: 18)))
    #expect(try renderer.notification(notice, to: "bo-phone").aps.alert.subtitle == "該澆水了")
    #expect(try renderer.notification(notice, to: "anna-phone").aps.alert.subtitle == "Needs watering")
  }

  @Test func `a Fahrenheit reader reads Fahrenheit and answers in Celsius`() throws {
    let renderer = try House.renderer()
    var control = House.control()
    control.roleNeeded = .tuner
    let subject = NoticeSubject.setpoint(
      control, placeName: "Greenhouse", value: -40, limit: 12, isLow: true, facts: nil)
    let message = try renderer.notification(
      House.notice(subject, key: "set-heater-setpoint"), to: "bo-phone")
    #expect(
      message.aps.alert.body
        == "Temperature −40 °F, limit 53.6 °F. Too low since 00:30. Heater is set to 57.2 °F. Change it?")
    let slider = try #require(message.control)
    #expect(slider.unit == "°C" && slider.displayUnit == "°F" && slider.value == 14)
    #expect(slider.topic == "plants/v1/d/bo-phone/up/set")
  }

  @Test func `a name that a document cannot carry is shown without what is forbidden`() throws {
    let message = try House.renderer().notification(
      House.notice(
        .water(House.thirst("A\u{7}l\u{202E}oe" + String(repeating: "x", count: 90), moisture: 1))),
      to: "anna-phone")
    #expect(message.plant?.name.unicodeScalars.count == 64)
    #expect(message.plant?.name.hasPrefix("Aloex") == true)
  }

  @Test func `next is later than last, and both are times, whatever the garden says`() throws {
    var thirst = House.thirst(moisture: nil)
    thirst.plant.last = Timestamp(seconds: 0)
    thirst.plant.next = Next(Timestamp(seconds: -5), .due)
    let dates = try #require(
      try House.renderer().notification(House.notice(.water(thirst)), to: "anna-phone").plant)
    #expect(dates.lastDate.seconds == 1_000_000_000 && dates.nextDate > dates.lastDate)
  }

  @Test func `only what must not be lost waits in the outbox`() throws {
    let renderer = try House.renderer()
    for effect in GoldenTests.effects {
      for item in renderer.outgoing(effect) {
        #expect((item.handling == nil) == item.publication.isRetained)
        #expect(item.publication.qos == .atLeastOnce)
        #expect(item.publication.isRetained || item.publication.expirySeconds != nil)
        let topic = try #require(renderer.tree.topic(item.publication.topic))
        #expect(topic.isRetained == item.publication.isRetained)
      }
    }
  }

  @Test func `a late message leaves with what is left of its time, or not at all`() throws {
    let renderer = try House.renderer()
    let item = try #require(
      renderer.outgoing(.notify(House.notice(.water(House.thirst(moisture: 1))))).first)
    let end = try #require(item.expires)
    #expect(item.publication.expirySeconds == 86_400)
    #expect(item.leaving(at: end - .seconds(10))?.publication.expirySeconds == 10)
    #expect(item.leaving(at: end - .milliseconds(10))?.publication.expirySeconds == 1)
    #expect(item.leaving(at: end) == nil)
  }

  @Test func `a notice that is over is not sent, and said so`() throws {
    var notice = House.notice(.water(House.thirst(moisture: 1)), to: ["anna-phone"])
    notice.expires = notice.sentAt + .seconds(5)
    var later = House.now
    later.wall = later.wall + .hours(1)
    var outgoing: [Outgoing] = []
    let failures = try House.renderer().publications(for: .notify(notice), at: later, into: &outgoing)
    #expect(outgoing.isEmpty && failures.map(\.error.code) == [.expired])
  }

  @Test func `a control without a sensible grid is not published`() throws {
    var control = House.control()
    control.step = 0
    var outgoing: [Outgoing] = []
    let failures = try House.renderer().publications(
      for: .publish(.control(control)), at: House.now, into: &outgoing)
    #expect(outgoing.isEmpty && failures.count == 1)
  }

  @Test func `an unset clock is said and is a time all the same`() throws {
    var now = House.now
    now.isWallTrusted = false
    for seconds in [0, 100, 161] as [Int64] {
      now.wall = Timestamp(seconds: seconds)
      let status = try House.renderer().bridgeStatus(isOnline: true, session: House.unique(1), at: now)
      let document = try DocumentCodec.decode(BridgeStatus.self, from: status.publication.payload)
      #expect(document.clock == .unset && document.ts.seconds == 1_000_000_000 + seconds)
    }
  }
}
