package import GardenCore
package import MQTTTypes
package import PayloadJSON

/// A valve that is a station of an OpenSprinkler controller.
///
/// `topic` is the controller's publish topic, by default `opensprinkler`; `part` the number of the station, from 0.
/// `command_topic` is its subscribe topic, which the owner chooses in the controller. Commands are the HTTP interface's text,
/// with the MD5 of the device password, which comes from `password_file` or `password_env`:
///
/// | deed | payload |
/// |---|---|
/// | open | `cm?pw=<md5>&sid=0&en=1&t=600`, `t` in seconds, 1…64800: the controller closes by itself |
/// | close | `cm?pw=<md5>&sid=0&en=0` |
///
/// | topic below `topic` | payload | report |
/// |---|---|---|
/// | `station/<n>` | `{"state":1,"duration":600}` | open, remaining = `duration` s, planned; missing if open-ended |
/// | `station/<n>` | `{"state":0,"duration":600,"flow":12.34}` | closed; `duration` is what it was; `flow` of the run, L/min |
/// | `system` | `{"state":"started","cause":1}` | closed: a controller that has started waters nothing |
/// | `availability` | `online`, `offline`, retained | there or not |
///
/// The others are not retained; nothing is published between start and stop. `raindelay` and `sensor1` do not hold back a
/// station that is started by hand or by a command, and `sensor/flow` counts for the whole controller: they are not heard.
/// Source: OpenSprinkler support, "How to use MQTT"; firmware API 2.2.1, "Manual station run"; format reference §12.
package struct OpenSprinklerStation: DeviceDriver {
  package let sources: [DeviceSource]
  package let hasDeviceTimer = true
  private let commandTopic: String
  private let station: Int
  private let password: PasswordDigest
  private let availability: AvailabilityTopic

  private static let stationSource = 0
  private static let systemSource = 1
  private static let secondsMax: Int64 = 64_800

  init(_ binding: ActuatorBinding) throws(BindingProblem) {
    let hint = "the number of the station, from 0"
    guard let part = binding.part else { throw .needsPart(hint) }
    guard let station = Int(part), (0...199).contains(station), part == "\(station)" else {
      throw .badPart(part, hint)
    }
    guard let commandTopic = binding.commandTopic else {
      throw .needsCommandTopic("the controller's subscribe topic")
    }
    guard let password = binding.password else { throw .needsPassword("the controller's device password") }
    _ = try Topics.exact(commandTopic)
    self.commandTopic = commandTopic
    self.station = station
    self.password = password
    availability = try AvailabilityTopic(binding.topic + "/availability")
    sources = [
      DeviceSource(filter: try Topics.exact("\(binding.topic)/station/\(station)")),
      DeviceSource(filter: try Topics.exact(binding.topic + "/system")),
      DeviceSource(filter: availability.filter),
    ]
  }

  package func publications(for deed: ActuatorCommand.Deed) -> [MQTTPublication] {
    let run: String
    switch deed {
    case .open(let runs): run = "en=1&t=\(min(RunTime.seconds(runs), Self.secondsMax))"
    case .close: run = "en=0"
    case .setpoint: return []
    }
    let text = "cm?pw=\(password.revealed)&sid=\(station)&\(run)"
    return [MQTTPublication(topic: commandTopic, payload: Array(text.utf8))]
  }

  package func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    guard source <= Self.systemSource else {
      availability.decode(payload, into: &items)
      return
    }
    guard let message = payload.document(orRefuseInto: &items), let state = message["state"] else { return }
    if source == Self.systemSource {
      if state.textEquals("started") {
        items.append(.valve(ValveReport(isOpen: false, wasRetained: context.wasRetained)))
      }
      return
    }
    guard let word = state.integer, word == 0 || word == 1 else {
      items.append(.refused(nil, .malformed))
      return
    }
    items.append(.valve(report(isOpen: word == 1, message, context)))
  }

  private func report(isOpen: Bool, _ message: JSONValue, _ context: DecodeContext) -> ValveReport {
    var report = ValveReport(isOpen: isOpen, wasRetained: context.wasRetained)
    if isOpen, !context.wasRetained, let seconds = message["duration"]?.double, seconds > 0, seconds < 1e6 {
      report.remaining = .milliseconds(Int64(seconds * 1000))
    }
    if let flow = message["flow"]?.double, flow >= 0, flow < 1e6 { report.litresPerMinute = flow }
    return report
  }
}
