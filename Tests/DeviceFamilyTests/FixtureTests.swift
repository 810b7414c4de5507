import DeviceFamilies
import Foundation
import GardenCore
import MQTTTypes
import PayloadJSON
import Testing
@testable import FuzzHarness

@Suite struct FixtureTests {
  @Test(arguments: FixtureCase.all)
  func `each documented payload gives what its fixture says`(_ one: FixtureCase) throws {
    var device = try one.deviceInItsState()
    guard let topic = one.fixture.topic else { return }
    let sources = device.sources.indices.filter { device.sources[$0].filter.matches(topic) }
    if one.fixture.heard == false {
      #expect(sources.isEmpty, "\(one.name): \(topic) is heard")
      return
    }
    try #require(!sources.isEmpty, "\(one.name): no source hears \(topic)")
    let reader = PayloadReader()
    let isLoaded = reader.load(one.payload.span)
    #expect(isLoaded)
    var items: [DecodedItem] = []
    for source in sources { device.decode(reader, source: source, context: one.context, into: &items) }
    let wasRetained = one.fixture.retained ?? false
    var expected = one.fixture.expect?.map { ItemText.line($0, wasRetained: wasRetained) } ?? []
    if let failure = one.fixture.expect_failure { expected.append("message refused: \(failure)") }
    #expect(items.map(ItemText.line) == expected, "\(one.fixture.description)")
  }

  @Test(arguments: FixtureCase.all.filter { $0.fixture.commands != nil })
  func `each command is what the device's documentation says`(_ one: FixtureCase) throws {
    let driver = try one.deviceInItsState() as? any DeviceDriver ?? one.driver()
    for action in one.fixture.commands ?? [] {
      let asked: ActuatorCommand.Action =
        if let seconds = action.open {
          .open(runs: .milliseconds((seconds * 1000).rounded()))
        } else if let value = action.setpoint {
          .setpoint(value)
        } else { .close }
      let publications = driver.publications(for: asked, at: one.context.arrival)
      #expect(publications.map(\.topic) == action.publish.map(\.topic))
      #expect(
        publications.map(\.payload)
          == action.publish.map { publication in
            publication.payload_text.map { Array($0.utf8) }
              ?? FixtureCase.bytes(hex: publication.payload_hex ?? "")
          }, "\(publications.map { String(decoding: $0.payload, as: UTF8.self) })")
      #expect(publications.allSatisfy { !$0.isRetained && $0.qos == .atLeastOnce })
    }
  }

  @Test(arguments: Families.all)
  func `each family has fixtures, each with its source`(_ family: Family) {
    let own = FixtureCase.all.filter { $0.family == family }
    #expect(
      own.count >= 4,
      "Tests/DeviceFamilyTests/Fixtures/\(family): add at least \(4 - own.count) more fixtures, one JSON file each"
    )
    for one in own {
      #expect(!one.fixture.source.isEmpty && !one.fixture.description.isEmpty)
      let isAboutMessage = one.fixture.expect != nil || one.fixture.expect_failure != nil
      #expect(isAboutMessage || one.fixture.commands != nil, "\(one.name) expects nothing")
      #expect(
        isAboutMessage == (one.fixture.topic != nil), "\(one.name): topic and expectation belong together")
    }
  }

  @Test func `the list of families holds each name once`() {
    #expect(Set(Families.all.map(\.name)).count == Families.all.count)
  }
}
