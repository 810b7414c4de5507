import Foundation
import TestKit
import Testing

/// A real mosquitto with our settings, on free ports of the loopback interface.
private struct Broker: Sendable {
  let broker: TestBroker
  let webPort: UInt16
  var port: UInt16 { broker.port }
  var socket: String { broker.folder.file("loam.sock") }

  /// The status is there already. On a thread of its own, because the programs that `body` runs are waited for.
  static func during(_ body: @escaping @Sendable (Broker) throws -> Void) async throws {
    let (port, webPort) = (try LoopbackPort.free(), try LoopbackPort.free())
    let broker = try TestBroker(port: port, arguments: ["-v"]) { folder in
      let accounts = try folder.write("", to: "passwd")
      for account in [
        "loam", "anna-phone", "eve", "zigbee2mqtt", "sensors", "loam-web", "loam-push", "home-assistant",
        "chirpstack",
      ] {
        _ = try ShellCommand(["mosquitto_passwd", "-b", accounts, account, "pw-\(account)"])
      }
      return (SourceTree.text("deploy/mosquitto.conf") ?? "")
        .replacing("/etc/mosquitto/loam.passwd", with: accounts)
        .replacing("/etc/mosquitto/loam.acl", with: SourceTree.root.appending(path: "deploy/loam.acl").path)
        .replacing("listener 1883", with: "listener \(port) 127.0.0.1")
        .replacing("listener 9001", with: "listener \(webPort) 127.0.0.1")
        .replacing("/run/mosquitto/loam.sock", with: folder.file("loam.sock"))
    }
    try await broker.during { broker in
      try await onOwnThread {
        let broker = Broker(broker: broker, webPort: webPort)
        let status = broker.publish("loam", "plants/v1/bridge/status", "up", retained: true)
        try #require(try ShellCommand(["sh", "-c", status]).status == 0)
        try body(broker)
      }
    }
  }

  func publish(_ account: String, _ topic: String, _ text: String, retained: Bool = false) -> String {
    "mosquitto_pub -h 127.0.0.1 -p \(port) -u \(account) -P pw-\(account) -q 1 \(retained ? "-r" : "") -t '\(topic)' -m '\(text)' 2>/dev/null"
  }

  /// Publishes retained as `writer` and tells whether `reader` is given it. The status is retained and everybody's to read: it comes
  /// after what the topic holds, and alone where the reader gets nothing.
  func passes(_ topic: String, from writer: String, to reader: String) throws -> Bool {
    let word = UUID().uuidString
    let result = try ShellCommand([
      "sh", "-c",
      """
      \(publish(writer, topic, word, retained: true))
      mosquitto_sub -h 127.0.0.1 -p \(port) -u \(reader) -P pw-\(reader) -q 1 -C 1 -W 30 \
        -t '\(topic)' -t plants/v1/bridge/status 2>/dev/null
      """,
    ])
    return result.output.contains(word)
  }
}

@Suite(.serialized, .enabled(if: ShellCommand.isInstalled("mosquitto"), "mosquitto is not installed"))
struct BrokerAccessTests {
  @Test func `our broker settings start, and each account reaches its own and no more`() async throws {
    try await Broker.during { broker throws in
      let own = "plants/v1/d/anna-phone"
      // What must pass.
      #expect(try broker.passes("\(own)/dn/notify", from: "loam", to: "anna-phone"))
      #expect(try broker.passes("\(own)/up/hello", from: "anna-phone", to: "loam"))
      #expect(try broker.passes("plants/v1/state/plant/basil", from: "loam", to: "anna-phone"))
      #expect(try broker.passes("plants/v1/bridge/info", from: "loam", to: "eve"))
      #expect(try broker.passes("zigbee2mqtt/Basil", from: "zigbee2mqtt", to: "loam"))
      #expect(try broker.passes("zigbee2mqtt/Valve/set", from: "loam", to: "zigbee2mqtt"))
      #expect(try broker.passes("sensors/shelf", from: "sensors", to: "loam"))
      let node = "application/5/device/a84041ffff000001"
      #expect(try broker.passes("\(node)/event/up", from: "chirpstack", to: "loam"))
      #expect(try broker.passes("\(node)/command/down", from: "loam", to: "chirpstack"))
      let entity = "homeassistant/sensor/bed/state"
      #expect(try broker.passes(entity, from: "home-assistant", to: "loam"), "its statestream")
      #expect(try broker.passes("plants/v1/bridge/counters", from: "loam", to: "loam-web"))
      #expect(try broker.passes("plants/v1/state/plant/basil", from: "loam", to: "loam-web"))
      // Tokens are for the push process alone, which answers as the bridge does.
      #expect(try broker.passes("\(own)/up/push", from: "anna-phone", to: "loam-push"))
      #expect(try broker.passes("\(own)/dn/ack", from: "loam-push", to: "anna-phone"))
      #expect(try !broker.passes("\(own)/up/push", from: "anna-phone", to: "loam"))
      #expect(try !broker.passes("\(own)/up/push", from: "anna-phone", to: "eve"))
      #expect(try !broker.passes("\(own)/dn/notify", from: "loam-push", to: "anna-phone"))
      let discovery = "homeassistant/sensor/loam-plants/x/config"
      #expect(try broker.passes(discovery, from: "loam", to: "home-assistant"))
      #expect(try broker.passes("homeassistant/status", from: "home-assistant", to: "loam"))
      #expect(try broker.passes("plants/v1/d/home-assistant/up/hello", from: "home-assistant", to: "loam"))
      #expect(try broker.passes("plants/v1/state/plant/basil", from: "loam", to: "home-assistant"))
      // What must not.
      #expect(try !broker.passes("plants/v1/d/loam-web/up/action", from: "loam-web", to: "loam"))
      #expect(try !broker.passes("plants/v1/d/loam-web/dn/notify", from: "loam", to: "loam-web"))
      #expect(try !broker.passes("plants/v1/state/plant/basil", from: "loam-web", to: "loam"))
      #expect(try !broker.passes("zigbee2mqtt/Basil", from: "zigbee2mqtt", to: "loam-web"))
      #expect(try !broker.passes("zigbee2mqtt/Valve/set", from: "loam-web", to: "zigbee2mqtt"))
      #expect(try !broker.passes(entity, from: "sensors", to: "loam"))
      #expect(try !broker.passes("\(own)/up/action", from: "home-assistant", to: "loam"))
      #expect(try !broker.passes("\(own)/up/action", from: "eve", to: "loam"))
      #expect(try !broker.passes("\(own)/dn/notify", from: "loam", to: "eve"))
      #expect(try !broker.passes("\(own)/up/hello", from: "anna-phone", to: "eve"))
      #expect(try !broker.passes("plants/v1/state/plant/basil", from: "anna-phone", to: "loam"))
      #expect(try !broker.passes("plants/v1/bridge/status", from: "sensors", to: "loam"))
      #expect(try !broker.passes("zigbee2mqtt/Valve/set", from: "anna-phone", to: "zigbee2mqtt"))
      #expect(try !broker.passes("sensors/shelf", from: "anna-phone", to: "loam"))
    }
  }

  @Test func `our two ports alone are open, and nobody takes another's session`() async throws {
    try await Broker.during { broker throws in
      let ports = broker.broker.log.compactMap { $0.firstMatch(of: /listen socket on port (\d+)/)?.1 }
      #expect(Set(ports) == ["\(broker.port)", "\(broker.webPort)"])
      let page = """
        const client = require('mqtt').connect('ws://127.0.0.1:\(broker.webPort)',
          { clientId: 'loam', username: 'eve', password: 'pw-eve', reconnectPeriod: 0 });
        client.on('connect', () => client.end());
        client.on('error', () => process.exit(1));
        """
      let visit = try ShellCommand(["env", "NODE_PATH=/usr/share/nodejs", "node", "-e", page])
      #expect(visit.status == 0, "\(visit.output)")
      try waiting { await broker.broker.stop() }
      #expect(broker.broker.log.contains { $0.contains(" as eve (") }, "whatever id a page asks for")
    }
  }

  /// A phone that is away, what waits for it, and another account that asks for its client id on each port. Commands on the socket
  /// beside the bridge leave the bridge where it is.
  @Test func `whatever client id an account asks for, it takes nothing of another's`() async throws {
    try await Broker.during { broker throws in
      let theft = """
        import sys, time
        sys.path.insert(0, 'Tests/SystemTests/Scripts')
        from little_mqtt import Client
        port, topic = \(broker.port), 'plants/v1/d/anna-phone/dn/notify'
        def join(account, name, at=port, **more):
            return Client(at, name, account=account, password='pw-' + account, **more)
        bridge = join('loam', 'loam-secret', clean=False, expiry=60)
        join('anna-phone', 'anna-phone', filters=[topic], clean=False, expiry=60).close()
        bridge.send(topic, b'water basil')
        bridge.until(0x40)
        for name in ('anna-phone', 'loam', 'loam-secret'):
            join('eve', name).close()
        for _ in range(3):
            join('loam', '', at='\(broker.socket)').close()
        phone = join('anna-phone', 'anything', clean=False, expiry=60)
        assert phone.connack[0] == 1, 'the session is gone'
        assert [m[1] for m in phone.take(10)] == [b'water basil'], 'what waited is gone'
        bridge.send(topic, b'again')
        bridge.until(0x40)
        assert not bridge.reasons
        print('held')
        """
      let tried = try ShellCommand(["python3", "-c", theft])
      #expect(tried.output.contains("held"), "\(tried.output)")
      let mode = try ShellCommand(["stat", "-c", "%a", broker.socket])
      #expect(mode.output.hasPrefix("770"), "others reach the socket: \(mode.output)")
    }
  }

  @Test func `without the right password nobody gets in`() async throws {
    try await Broker.during { broker throws in
      let port = "\(broker.port)"
      for account in [
        [], ["-u", "loam"], ["-u", "loam", "-P", "guess"], ["-u", "nobody", "-P", "pw-nobody"],
      ] {
        let result = try ShellCommand(
          ["mosquitto_pub", "-h", "127.0.0.1", "-p", port, "-t", "plants/v1/bridge/status", "-m", "x"]
            + account
        )
        #expect(result.status != 0)
        #expect(result.output.contains("not authorised") || result.output.contains("Not authorized"))
      }
    }
  }
}
