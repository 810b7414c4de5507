import DeviceFamilies
import Foundation
import GardenCore
import MQTTTypes
import Testing

@testable import Hub

/// What is asked of the broker, and whose a message is.
@Suite struct RouteMapTests {
  private func map(_ topics: [String]) throws -> RouteMap {
    var map = RouteMap()
    for (i, topic) in topics.enumerated() {
      let sensor = SensorIndex(i)
      let binding = SensorBinding(
        sensor: sensor, family: .json, topic: topic,
        fields: [FieldMapping(quantity: .moisture, path: FieldPath([.key("m")]))])
      map.add(try Families.makeSensor(binding), for: .sensor(sensor))
    }
    return map
  }

  /// Positions of the sensors that a message on that topic concerns.
  private func hears(_ map: inout RouteMap, _ topic: String) -> [Int] {
    guard let route = map.route(of: topic.utf8Span.span) else { return [] }
    return map.routes[route].map(\.decoder)
  }

  @Test func `a filter that a wider one covers is not asked for, and each is asked for once`() throws {
    let map = try map(["a/b", "a/+", "a/b", "c/d", "c/#", "e/+/g", "e/f/g", "e/f"])
    #expect(map.subscriptions().map(\.filter) == ["a/+", "c/#", "e/+/g", "e/f"])
  }

  @Test func `a refused filter concerns the sensors under it; of two filters one is enough`() throws {
    let map = try map(["a/b", "a/c", "d/e"])
    func status(_ filter: String, _ refused: Set<String>) -> [String] {
      map.sensors(under: filter, refused: refused).map { "\($0.sensor.position) \($0.isRefused)" }
    }
    #expect(status("a/+", ["a/+"]) == ["0 true", "1 true"])
    #expect(status("a/+", ["a/c"]) == ["0 false", "1 true"])
    #expect(status("d/e", []) == ["2 false"])
    #expect(status("x/y", ["x/y"]) == [])
  }

  @Test func `a message concerns every sensor whose filter matches, in the order of the config`() throws {
    var map = try map(["a/b", "a/+", "a/b", "c/d", "#", "a/c"])
    #expect(hears(&map, "a/b") == [0, 1, 2, 4])
    #expect(hears(&map, "a/c") == [1, 4, 5])
    #expect(hears(&map, "x/y/z") == [4])
    #expect(hears(&map, "$SYS/a") == [])
  }

  /// Debian's NATS grants a session 63.
  @Test func `many devices of a family are asked for by what their topics have in common`() throws {
    var map = RouteMap()
    for i in 0..<500 {
      let binding = SensorBinding(
        sensor: SensorIndex(i), family: .zigbee2mqtt, topic: "zigbee2mqtt/bed \(i)", fields: [])
      map.add(try Families.makeSensor(binding), for: .sensor(SensorIndex(i)))
    }
    let filters = map.subscriptions(apart: TopicFilter("plants/v1/#")).compactMap { TopicFilter($0.filter) }
    #expect(filters.count <= CommonFilters.countMax && filters.contains { $0.text == "zigbee2mqtt/+" })
    for decoder in map.decoders {
      for source in decoder.sources { #expect(filters.count { $0.covers(source.filter) } == 1) }
    }
    #expect(hears(&map, "zigbee2mqtt/bed 77") == [77])
    #expect(hears(&map, "zigbee2mqtt/lamp") == [])
  }

  /// NATS 2.10 drops what only a wildcard asks for, if anybody asks for a topic below.
  @Test func `what is commanded is asked for by name, whatever wildcard brings it too`() throws {
    var map = try map((0..<60).map { "zigbee2mqtt/p\($0)" })
    let valve = ActuatorBinding(
      actuator: ActuatorIndex(0), family: .zigbee2mqtt, topic: "zigbee2mqtt/bed", isValve: true)
    map.add(try Families.makeDriver(valve), for: .actuator(ActuatorIndex(0)))
    let filters = map.subscriptions().map(\.filter)
    #expect(filters.contains("zigbee2mqtt/+") && filters.contains("zigbee2mqtt/bed"))
    #expect(filters.count <= CommonFilters.countMax + 1)
    for i in 1..<40 {
      let more = ActuatorBinding(
        actuator: ActuatorIndex(i), family: .zigbee2mqtt, topic: "zigbee2mqtt/bed \(i)", isValve: true)
      map.add(try Families.makeDriver(more), for: .actuator(ActuatorIndex(i)))
    }
    #expect(map.subscriptions().count <= CommonFilters.countMax + CommonFilters.besideMax)
  }

  @Test func `what strangers publish stays away: the first level and our own tree get no wildcard`() throws {
    let topics = (0..<100).map { "house\($0)/soil" } + (0..<100).map { "plants/p\($0)/state" }
    let map = try map(topics)
    let filters = Set(map.subscriptions(apart: TopicFilter("plants/v1/#")).map(\.filter))
    #expect(filters == Set(topics))
  }

  @Test func `no message comes twice: a filter that would share topics with another is not made`() throws {
    let topics = (0..<60).map { "a/p\($0)/state" } + ["a/x/+"]
    let filters = try map(topics).subscriptions().compactMap { TopicFilter($0.filter) }
    for (i, one) in filters.enumerated() {
      for other in filters[..<i] { #expect(!one.overlaps(other), "\(one.text) and \(other.text)") }
    }
  }

  /// Each sensor against each other would be sixteen times the work for four times the sensors.
  @Test func `the cost of a start grows with the sensors, not with their square`() throws {
    func cost(_ count: Int) throws -> Double {
      var map = try map((0..<count).map { "garden/p\($0)/state" } + ["rain/+"])
      let before = threadSeconds()
      #expect(map.subscriptions().map(\.filter) == ["garden/+/state", "rain/+"])
      for i in 0..<count { #expect(hears(&map, "garden/p\(i)/state") == [i]) }
      return threadSeconds() - before
    }
    _ = try cost(500)
    let (small, large) = (try cost(500), try cost(2000))
    #expect(large / small < 8, "\(large) s, \(small) s")
  }

  private func threadSeconds() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
