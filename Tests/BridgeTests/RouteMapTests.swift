import DeviceFamilies
import Foundation
import GardenCore
import MQTTTypes
import Testing

@testable import Bridge

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
    #expect(map.subscriptions.map(\.filter) == ["a/+", "c/#", "e/+/g", "e/f"])
  }

  @Test func `a message concerns every sensor whose filter matches, in the order of the config`() throws {
    var map = try map(["a/b", "a/+", "a/b", "c/d", "#", "a/c"])
    #expect(hears(&map, "a/b") == [0, 1, 2, 4])
    #expect(hears(&map, "a/c") == [1, 4, 5])
    #expect(hears(&map, "x/y/z") == [4])
    #expect(hears(&map, "$SYS/a") == [])
  }

  /// Each sensor against each other would be sixteen times the work for four times the sensors.
  @Test func `the cost of a start grows with the sensors, not with their square`() throws {
    func cost(_ count: Int) throws -> Double {
      var map = try map((0..<count).map { "garden/p\($0)/state" } + ["garden/rain/+"])
      let before = threadSeconds()
      #expect(map.subscriptions.count == count + 1)
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
