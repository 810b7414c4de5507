import GardenCore
import GardenSimulation
import Testing

@Suite struct MachineTests {
  let start = Timestamp(seconds: 1_795_219_200)

  @Test func `a valve with a timer closes by itself and tells both changes`() {
    var valve = SimulatedValve(.init(litresPerMinute: 2), seed: 1)
    valve.open(runs: .minutes(3), at: start)
    let (litres, reports) = valve.pass(from: start, to: start + .minutes(10))
    #expect(abs(litres - 6) < 1e-9)
    #expect(reports.map(\.isOpen) == [true, false])
    #expect(reports.map { $0.at - start } == [.seconds(3), .seconds(183)])
    #expect(!valve.isOpen)
  }

  @Test func `a valve without a timer stays open until it is told`() {
    var valve = SimulatedValve(.init(hasTimer: false, litresPerMinute: 1), seed: 1)
    valve.open(runs: .minutes(3), at: start)
    _ = valve.pass(from: start, to: start + .hours(5))
    #expect(valve.isOpen)
    valve.close(at: start + .hours(5))
    _ = valve.pass(from: start + .hours(5), to: start + .hours(6))
    #expect(!valve.isOpen)
  }

  @Test func `a deaf valve does nothing and says nothing`() {
    var valve = SimulatedValve(.init(deafness: 1), seed: 1)
    valve.open(runs: .minutes(3), at: start)
    let (litres, reports) = valve.pass(from: start, to: start + .hours(1))
    #expect(litres == 0 && reports.isEmpty && valve.nextAt == nil)
  }

  @Test func `a greenhouse follows its setpoint and the device rounds and clamps wishes`() {
    var place = SimulatedPlace(temperature: 4, setpoint: 12)
    for _ in 0..<96 { place.pass(.minutes(5), outside: 3, sunlight: 0) }
    #expect(abs(place.temperature - 12) < 1)
    #expect(place.take(setpoint: 15.3) == 15.5)
    #expect(place.take(setpoint: 99) == 30)
    place.take(setpoint: 16)
    for _ in 0..<96 { place.pass(.minutes(5), outside: 3, sunlight: 0) }
    #expect(abs(place.temperature - 16) < 1)
  }
}
