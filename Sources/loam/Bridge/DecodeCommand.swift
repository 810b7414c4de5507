import ArgumentParser
import BridgeConfig
import DeviceFamilies
import Foundation
import GardenCore
import HostSystem
import MQTTTypes
import PayloadJSON

struct DecodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decode",
    abstract: "Say what would be read from one message, and why not.",
    discussion: """
      The message goes through the config's own sensors, valves and thermostats. `-` reads the payload from standard input.
      Exits 0 when something was read, 1 when nothing was.

        loam decode zigbee2mqtt/Basil '{"soil_moisture":41,"temperature":21.2}'
        mosquitto_sub -t 'tele/+/SENSOR' -C 1 -F '%p' | loam decode tele/bed/SENSOR -
      """)

  @OptionGroup var config: ConfigOption
  @Argument(help: "The topic on which it arrived.") var topic: String
  @Argument(help: "The payload, or - for standard input.") var payload: String
  @Flag(help: "As if it came with the retain flag.") var retained = false
  @Flag(help: "Print JSON.") var json = false

  struct Finding: Encodable {
    var device: String
    var family: String
    var quantity: String?
    var value: Double?
    var raw: Double?
    var measured_at: Int64?
    var refused: String?
    var says: String?
  }

  func run() throws {
    let settings = try config.read()
    let bytes: [UInt8] =
      payload == "-" ? Array(FileHandle.standardInput.readDataToEndOfFile()) : Array(payload.utf8)
    let findings = try Self.findings(
      topic: topic, payload: bytes, wasRetained: retained, settings: settings,
      arrival: Timestamp(milliseconds: HostClock.now().wallMilliseconds))
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
      print(String(decoding: try encoder.encode(findings), as: UTF8.self))
    } else {
      Self.explain(findings, topic: topic)
    }
    if !findings.contains(where: { $0.refused == nil }) { throw ArgumentParser.ExitCode(1) }
  }

  static func findings(
    topic: String, payload: [UInt8], wasRetained: Bool, settings: BridgeSettings, arrival: Timestamp
  ) throws -> [Finding] {
    let reader = PayloadReader(bytesMax: 65_536)
    reader.load(payload.span)
    let context = DecodeContext(
      arrival: arrival, wasRetained: wasRetained, calendar: settings.plan.site.calendar)
    let sensors: [(String, FamilyName, any DeviceDecoder)] = try settings.sensors.map { binding in
      let id = settings.plan.sensors[Int(binding.sensor.position)].id
      return (id, binding.family, try Families.makeSensor(binding))
    }
    let actuators: [(String, FamilyName, any DeviceDecoder)] = try settings.actuators.map { binding in
      let id = settings.plan.actuators[Int(binding.actuator.position)].id
      return (id, binding.family, try Families.makeDriver(binding))
    }
    var findings: [Finding] = []
    for (id, family, var decoder) in sensors + actuators {
      for (index, source) in decoder.sources.enumerated() where source.filter.matches(topic) {
        var items: [DecodedItem] = []
        decoder.decode(reader, source: index, context: context, into: &items)
        findings += items.map { finding($0, device: id, family: family.rawValue) }
      }
    }
    return findings
  }

  private static func finding(_ item: DecodedItem, device: String, family: String) -> Finding {
    var finding = Finding(device: device, family: family)
    switch item {
    case .value(let quantity, let value, let raw, let measuredAt, _):
      finding.quantity = "\(quantity.name)"
      finding.value = value
      finding.raw = raw
      finding.measured_at = measuredAt?.seconds
      if !quantity.plausible.contains(value) { finding.refused = "\(Refusal.impossible.name)" }
    case .refused(let quantity, let refusal):
      finding.quantity = quantity.map { "\($0.name)" }
      finding.refused = "\(refusal.name)"
    case .online(let isOnline): finding.says = isOnline ? "online" : "offline"
    case .batteryLow(let isLow): finding.says = isLow ? "battery low" : "battery fine"
    case .valve(let report): finding.says = report.isOpen.map { $0 ? "open" : "closed" } ?? "valve report"
    case .setpoint(let value):
      finding.says = "setpoint"
      finding.value = value
    case .asks: finding.says = "asks the device for all it has"
    }
    return finding
  }

  private static func explain(_ findings: [Finding], topic: String) {
    if findings.isEmpty {
      print("Nothing: no configured device listens to \(topic), or the message is about another device.")
    }
    for finding in findings {
      let what = [finding.quantity, finding.says, finding.value.map { "\($0)" }].compactMap(\.self)
      let raw = finding.raw.map { " (raw \($0))" } ?? ""
      let refused = finding.refused.map { " — refused: \($0)" } ?? ""
      print("\(finding.device) [\(finding.family)]: \(what.joined(separator: " "))\(raw)\(refused)")
    }
  }
}
