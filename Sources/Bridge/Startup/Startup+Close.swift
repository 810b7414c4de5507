package import BridgeConfig
import DeviceFamilies
import GardenCore
import GardenTopics
import HostSystem
package import Hub
import LoamKit
package import Logging
import MQTTTypes
import MosquittoClient

extension Startup {
  /// Of a broker that does not answer.
  private static let patience: Duration = .seconds(10)

  /// Tells every valve and heater to close, as a start does. A bridge that may not use its store ends here, and what another version left
  /// open would be nobody's. What the broker keeps for the bridge stays there.
  package static func closeEverything(of settings: BridgeSettings, log: Logger) {
    let closing = settings.actuators.filter(\.isValve)
    guard !closing.isEmpty else { return }
    guard let tree = TopicTree(base: settings.bridge.baseTopic) else { return }
    let words = closing.flatMap { (try? Families.makeDriver($0))?.publications(for: .close) ?? [] }
    do throws(MosquittoError) {
      // The id of the bridge stands in the store. A broker that goes by accounts takes this for it, and keeps its session.
      let id = settings.broker.clientID ?? "loam-closing"
      let client = try MosquittoClient(settings: connection(for: settings.broker, clientID: id))
      let closer = Closer()
      client.handler = closer
      client.look = .init(Startup.status(under: tree), saying: words)
      client.start()
      let end = HostClock.uptimeMilliseconds() + patience.milliseconds
      while !closer.isDone, HostClock.uptimeMilliseconds() < end { client.turn(timeout: .milliseconds(100)) }
      let link = client.link
      client.disconnect(within: .seconds(1))
      guard closer.isDone else {
        if case .offline(let cause) = link, cause != .starting { throw .link(cause) }
        throw .timedOut
      }
      for binding in closing {
        let id = settings.plan.actuators[Int(binding.actuator.position)].id
        log.notice("\(id): told to close, because this bridge does not start")
      }
    } catch {
      log.critical("valves and heaters could not be told to close, and this bridge does not start: \(error)")
    }
  }

  /// The broker answers the subscription after it has taken what was said before it.
  private final class Closer: MosquittoHandler {
    private(set) var isDone = false

    func message(topic: Span<UInt8>, payload: Span<UInt8>, info: borrowing MessageInfo) {}
    func subscribed(to filter: String, _ outcome: SubscribeOutcome) { isDone = true }
  }
}
