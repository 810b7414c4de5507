import GardenCore
package import GardenSimulation
import HostSystem
package import MQTTTypes
package import MosquittoClient

/// The stations of a ``DemoGarden`` on a real broker: one MQTT client each, all served by the thread that calls.
///
/// Lives in the time of the `clock` it is given; only waiting is in real time.
package final class StationLinks {
  private var garden: DemoGarden
  private let clock: ScaledClock
  private var links: [StationLink] = []
  /// Messages that could not be handed over because a station was offline or its window full.
  package private(set) var lost = 0

  /// The simulated world, for who wants to compare what is shown with what is true.
  package var world: SimulatedWorld { garden.world }

  package init(garden: DemoGarden, clock: ScaledClock, address: BrokerAddress) throws(MosquittoError) {
    self.garden = garden
    self.clock = clock
    for station in garden.stations { links.append(try StationLink(station, address: address)) }
  }

  /// Serves all stations for about `patience` of real time.
  package func turn(patience: Duration = .milliseconds(50)) {
    let until = HostClock.uptimeMilliseconds() + patience.milliseconds
    var entries = links.compactMap(\.client.pollEntry)
    _ = HostPoll.wait(&entries, until: min(until, links.map(\.client.nextDeadline).min() ?? until))
    let real = HostClock.uptimeMilliseconds()
    let now = clock.moment(atReal: Uptime(milliseconds: real)).wall
    for (i, link) in links.enumerated() {
      for (topic, payload) in link.serve(at: real) {
        publish(garden.hear(station: i, topic: topic, payload: payload, at: now))
      }
    }
    // Nothing is said before all can hear it: the first seconds of a demo count.
    if links.allSatisfy(\.hasBeenOnline) { publish(garden.turn(to: now)) }
    for link in links { link.client.flush() }
  }

  /// Turns until `isDone`.
  package func run(until isDone: () -> Bool) {
    while !isDone() { turn() }
  }

  /// Says goodbye, so that no will is published.
  package func close() {
    for link in links { link.client.disconnect(within: .milliseconds(200)) }
  }

  private func publish(_ messages: [StationMessage]) {
    for message in messages {
      do {
        _ = try links[message.station].client.publish(message.publication)
      } catch {
        lost += 1
      }
    }
  }
}

/// One station's client and what it heard.
private final class StationLink: MosquittoHandler {
  let client: MosquittoClient
  private let station: Station
  private var heard: [(topic: String, payload: [UInt8])] = []
  private var isBorn = false
  private(set) var hasBeenOnline = false

  init(_ station: Station, address: BrokerAddress) throws(MosquittoError) {
    self.station = station
    var settings = MosquittoClient.Settings(address: address, clientID: station.clientID)
    settings.will = station.will
    settings.reach.version = .only(.v311)
    client = try MosquittoClient(settings: settings)
    client.handler = self
    try client.subscribe(station.filters.map { MQTTSubscription(filter: $0) })
    client.start()
  }

  func serve(at uptimeMilliseconds: Int64) -> [(topic: String, payload: [UInt8])] {
    client.service(at: uptimeMilliseconds)
    client.read()
    if client.isOnline, !isBorn {
      for birth in station.births { _ = try? client.publish(birth) }
      isBorn = true
      hasBeenOnline = true
    }
    defer { heard = [] }
    return heard
  }

  func message(topic: Span<UInt8>, payload: Span<UInt8>, info: borrowing MessageInfo) {
    let name = topic.indices.map { topic[$0] }
    heard.append((String(decoding: name, as: UTF8.self), payload.indices.map { payload[$0] }))
  }

  func linkChanged(to link: LinkState) {
    if case .offline = link { isBorn = false }
  }
}
