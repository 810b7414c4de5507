import ArgumentParser
import Bridge
import BridgeConfig
import GardenCore
import GardenTopics
import HostSystem
import LoamKit
import MQTTTypes
import MosquittoClient
import ProgramConfig

/// A connection beside the bridge's. It says nothing retained, and ends nobody's session.
struct SimulatedSender {
  /// What the device said of itself, if it has and we may read it.
  let profile: DeviceProfile?
  private let session: MosquittoSession
  private let broker: BrokerName
  private let account: String
  private let timeout: Duration

  init(_ options: BridgeOptions, _ config: BridgeSettings?, _ tree: TopicTree, device: DeviceName) throws {
    let settings = try options.connectionBeside(
      config, and: device.text, orElse: " --print connects to nothing.")
    let timeout = Duration.seconds(options.timeout)
    let filter = tree.text(.up(device, .hello))
    broker = BrokerName(address: settings.reach.address, configPath: options.config.path)
    account = settings.username.map { "the account '\($0)'" } ?? "a client without an account"
    self.timeout = timeout
    var profile: DeviceProfile?
    session = try broker.orExit { () throws(MosquittoError) in
      let session = try MosquittoSession(settings: settings, timeout: timeout) { hello in
        let read = CommandDecoder(tree: tree).decode(
          topic: hello.topic, payload: hello.payload, wasRetained: hello.isRetained,
          at: HostClock.now().moment)
        if case .event(.hello(_, let said)) = read { profile = said }
      }
      if try session.refusals(of: [MQTTSubscription(filter: filter)], timeout: timeout).isEmpty {
        try session.wait(timeout: .seconds(1)) { profile != nil }
      }
      return session
    }
    self.profile = profile
    if session.version == .v311 {
      StandardError.write("note: over MQTT 3.1.1 the broker does not say whether it lets \(account) write")
    }
  }

  func send(_ publication: MQTTPublication) throws {
    do throws(MosquittoError) {
      try session.publish(publication, timeout: timeout)
    } catch .publicationRefused(let topic, _) {
      throw CommandEnd.saying(
        """
        \(ClientError.forbidden(topic: topic)). As shipped, only the bridge's account may write there: let \(account) do so \
        (`topic write \(topic)` in its part of mosquitto's acl_file), or run this on the broker's machine with the bridge's config.
        """, .noPermission)
    } catch {
      throw broker.exit(error)
    }
    Swift.print("sent to \(publication.topic), \(publication.payload.count) bytes")
  }

  func close() { session.close() }
}
