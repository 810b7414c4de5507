package import GardenCore
package import MQTTTypes
package import PayloadJSON

/// A valve that is a station of an OpenSprinkler controller.
///
/// `topic` is the controller's publish topic, by default `opensprinkler`; `part` the number of the station, from 0.
/// `command_topic` is its subscribe topic, which the owner chooses in the controller. Commands are the HTTP interface's text,
/// with the MD5 of the device password, which comes from `password_file` or `password_env`:
///
/// | command | payload |
/// |---|---|
/// | open | `cm?pw=<md5>&sid=0&en=1&t=600`, `t` in seconds, 1…64800: the controller closes by itself |
/// | close | `cm?pw=<md5>&sid=0&en=0` |
///
/// A station that runs or waits is not opened again: the repeated command is refused and changes nothing, so no run is longer than
/// `t`. A station that is the controller's master cannot be opened. In a sequential group a station waits for the others and only
/// then runs for `t`, even if nobody wants it any more: put what the bridge waters into the group Parallel.
///
/// | topic below `topic` | payload | report |
/// |---|---|---|
/// | `station/<n>` | `{"state":1,"duration":600}` | open, remaining = `duration` s, planned; missing if open-ended |
/// | `station/<n>` | `{"state":0,"duration":600,"flow":12.34}` | closed; litres = `duration` s · `flow` L/min, both of the run that is over |
/// | `system` | `{"state":"started","cause":1}` | closed: a controller that has started waters nothing |
/// | `availability` | `online`, `offline`, retained | there or not |
///
/// `flow` is in what the owner gave the controller per pulse of the meter; litres are assumed. The others are not retained;
/// nothing is published between start and stop, and a stop that was missed
/// is not said again: it stays unproved until the next.
///
/// What else the controller says holds nothing back that is started by a command, and speaks for all stations, so it is no report
/// of a station. It stands on topics of its own, for whoever asks there:
///
/// | topic below `topic` | payload | meaning |
/// |---|---|---|
/// | `raindelay` | `{"state":1}` | 1: the owner or the weather holds programmes back; 0: no longer |
/// | `sensor1`, `sensor2` | `{"state":1}` | 1: the rain or soil sensor is active; a flow meter says nothing here |
/// | `sensor/flow` | `{"count":12,"volume":3.40}` | pulses and volume since the last time all stations were closed: no counter |
/// | `station/<n>/alert/flow` | `{"flow_rate":…,"duration":…,"alert_setpoint":…}` | more than the station's name allows; after the run |
/// | `weather` | `{"water level":75}` | percent of the programmes' times |
///
/// They are sent on change only and not retained: after a start they are unknown until they change.
/// Source: OpenSprinkler support, "How to use MQTT"; firmware API 2.2.1, "Manual station run"; its source, `server_change_manual`
/// and `notifier.cpp`; format reference §12.
package struct OpenSprinklerStation: DeviceDriver {
  package let sources: [DeviceSource]
  package let hasDeviceTimer = true
  package let timerMax: Duration? = .seconds(secondsMax)
  /// Only when the run is over: what flows is not said.
  package let canReportFlow = false
  private let commandTopic: String
  private let station: Int
  private let password: PasswordDigest
  private let availability: AvailabilityTopic

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

  package func publications(for action: ActuatorCommand.Action) -> [MQTTPublication] {
    let run: String
    switch action {
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
    if !isOpen, let flow = message["flow"]?.amount, flow < 1e6,
      let seconds = message["duration"]?.amount, seconds < 1e6
    {
      report.litres = flow * seconds / 60
    }
    return report
  }
}
