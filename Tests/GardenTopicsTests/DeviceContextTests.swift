import GardenWords
import LoamKit
import MQTTTypes
import Testing

@testable import GardenCore
@testable import GardenTopics

struct DeviceContextTests {
  private func contexts(
    _ renderer: Renderer, beside companions: (DeviceID) -> [Companion] = { _ in [] }
  ) throws -> [String: DeviceContext] {
    var outgoing: [Outgoing] = []
    #expect(renderer.contexts(beside: companions, at: House.now, into: &outgoing).isEmpty)
    #expect(outgoing.allSatisfy { $0.publication.isRetained && $0.handling == nil })
    return Dictionary(
      uniqueKeysWithValues: try outgoing.map {
        ($0.publication.topic, try DocumentCodec.decode(DeviceContext.self, from: $0.publication.payload))
      })
  }

  @Test func `each registered device hears its role, its language and its unit`() throws {
    let contexts = try contexts(try House.renderer())
    #expect(contexts.count == House.devices.count)
    #expect(
      contexts["plants/v1/d/anna-phone/dn/context"]?.content
        == .init(role: .operator, language: "en", temperatureUnit: .celsius))
    // Neither the config nor a hello names one.
    #expect(
      contexts["plants/v1/d/bo-phone/dn/context"]?.content
        == .init(role: .tuner, language: nil, temperatureUnit: .fahrenheit))
    #expect(contexts["plants/v1/d/mei-tablet/dn/context"]?.content.language == "zh-Hant")
  }

  @Test func `a hello that names another language changes the context, the same hello does not`() throws {
    var renderer = try House.renderer()
    let before = try contexts(renderer)
    let news = ["bo-phone", "bo-phone", "stranger"].map {
      renderer.introduce($0, DeviceProfile(locale: "zh_CN"))
    }
    #expect(news == [true, false, false])
    let topic = "plants/v1/d/bo-phone/dn/context"
    var outgoing: [Outgoing] = []
    renderer.context(of: "bo-phone", beside: [], at: House.now, into: &outgoing)
    renderer.context(of: "stranger", beside: [], at: House.now, into: &outgoing)
    #expect(outgoing.map(\.publication.topic) == [topic])
    let after = try contexts(renderer)
    #expect(after[topic]?.content.language == "zh-Hans")
    #expect(after[topic]?.rev != before[topic]?.rev)
    #expect(after.filter { $0.value.rev != before[$0.key]?.rev }.count == 1)
  }

  @Test func `a device hears of its person's others, the first ten`() throws {
    let renderer = try House.renderer()
    func told(_ companions: [Companion]) throws -> [DeviceContext.Companion]? {
      try contexts(renderer) { $0 == "anna-phone" ? companions : [] }["plants/v1/d/anna-phone/dn/context"]?
        .content.devices
    }
    #expect(try told([]) == nil)
    let watch = Companion(id: "anna-watch", kind: .watch, glancesLeft: 37)
    #expect(
      try told([watch, Companion(id: "new-tag")]) == [
        .init(id: DeviceName("anna-watch")!, kind: .watch, glances: 37), .init(id: DeviceName("new-tag")!),
      ])
    let name = String(repeating: "d", count: 32)
    let many = (0..<30).map { _ in Companion(id: name, kind: .dashboard, glancesLeft: 50) }
    #expect(try told(many)?.count == DeviceContext.devicesMax)
  }

  @Test func `a device that left the config has no context any more`() throws {
    var renderer = try House.renderer()
    var plan = House.plan
    plan.people[0].devices.removeFirst()
    renderer.adopt(plan, site: renderer.site)
    #expect(!renderer.deviceTopics.contains("plants/v1/d/anna-phone/dn/context"))
    #expect(renderer.deviceTopics.count == 5 * (House.devices.count - 1))
  }

  @Test func `the bridge's start is the same after a reload`() throws {
    var renderer = try House.renderer()
    var site = renderer.site
    site.startedAt = House.now.wall
    site.name = "greenhouse"
    renderer.adopt(House.plan, site: site)
    let status = renderer.bridgeStatus(isOnline: true, session: House.unique(7), at: House.now)
    let document = try DocumentCodec.decode(BridgeStatus.self, from: status.publication.payload)
    #expect(document.since.seconds == 1_580_500_000 && renderer.site.name == "greenhouse")
  }

  @Test func `a reminder holds the other languages as far as they fit, and none in half`() throws {
    let renderer = try House.renderer()
    func state(_ plants: Int) throws -> (bytes: Int, document: ReminderState) {
      let name = String(repeating: "罗勒🌱", count: 20)
      let facts = (0..<plants).map { _ in House.thirst(name) }
      let snapshot = ReminderSnapshot(
        key: "water-digest", note: House.unique(1), revision: 1, state: .due, subject: .digest(facts),
        dueSince: House.now.wall)
      let payload = try #require(renderer.outgoing(.publish(.reminder(snapshot))).first).publication.payload
      return (payload.count, try DocumentCodec.decode(ReminderState.self, from: payload))
    }
    let counts = try (1...5).map { plants in
      let (bytes, document) = try state(plants)
      #expect(bytes <= ReminderState.bytesMax)
      #expect(document.alerts?.values.allSatisfy { $0.title != nil } ?? true)
      return document.alerts?.count ?? 0
    }
    #expect(counts.first == Languages.tags.count - 1)
    #expect(counts == counts.sorted(by: >) && Set(counts).count > 1)
  }
}
