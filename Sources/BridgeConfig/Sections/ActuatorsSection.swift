internal import DeviceFamilies
internal import GardenCore

/// One entry of `valves` or `thermostats`, or the relay of one of `heaters`.
struct ActuatorDraft {
  var id: Placed<String>
  var plan: ActuatorPlan
  var binding: ActuatorBinding?
  var positions: [String: TextPosition]
  /// Of a valve.
  var safety: SafetyDraft?
  /// Of a valve that may be opened at the device itself.
  var manualOpening: Placed<Bool>?
  var isUsed = false
  /// `false`: a mistake in it was already told.
  var isSound = true

  /// `valves`.
  static func valve(
    _ id: Placed<String>, _ keys: Section, _ surroundings: ConfigSurroundings
  ) -> ActuatorDraft {
    let errorsBefore = keys.problems.errorCount
    let name = name(id, keys, example: "Drip line")
    var binding = binding(keys, isValve: true, topic: "zigbee2mqtt/Valve")
    readCommand(keys, surroundings, into: &binding)
    let reports = ReportKeys.read(keys)
    binding?.reports = reports
    let answer = answer(keys)
    let safety = SafetyKeys.read(valve: keys)
    let limits = ValveLimitKeys.read(keys, safety)
    let byHand = keys.optional(
      "manual_opening", .words("the word allowed", [("allowed", true)]), example: "allowed",
      help:
        "Whether the valve may be opened at the device itself. Without it, one that is open without a run is closed at once; with it, only the device itself or a hold ends that."
    )
    let plan = ActuatorPlan(
      id: id.value, name: name, kind: .valve(hasDeviceTimer: false), answerWithin: answer,
      allowsManualOpening: byHand?.value ?? false, limits: limits)
    return ActuatorDraft(
      id: id, plan: plan, binding: binding, positions: positions(keys), safety: safety,
      manualOpening: byHand, isSound: keys.problems.errorCount == errorsBefore)
  }

  /// `thermostats`.
  static func thermostat(_ id: Placed<String>, _ keys: Section) -> ActuatorDraft {
    let errorsBefore = keys.problems.errorCount
    let name = name(id, keys, example: "Greenhouse heater")
    let binding = binding(keys, isValve: false, topic: "zigbee2mqtt/Heater")
    let answer = answer(keys)
    let fallback = keys.optional(
      "fallback", .temperature(-20...60), example: "8°C",
      help:
        "Setpoint sent to the device when the bridge stops; at the next start the former one is sent. Without it: the device keeps what it has."
    )
    let setpoint = keys.optional(
      "setpoint", .temperature(-20...60), example: "18°C",
      help: "What the device is set to at first; a slider that is moved wins until this line is edited.")
    let range = SliderKeys.temperature(keys)
    SliderKeys.check(setpoint, within: range.range, keys.problems)
    SliderKeys.check(fallback, within: range.range, keys.problems)
    let plan = ActuatorPlan(
      id: id.value, name: name, kind: .thermostat(range: range.range, step: range.step, line: setpoint?.line),
      answerWithin: answer, setpoint: setpoint?.value, fallback: fallback?.value)
    return ActuatorDraft(
      id: id, plan: plan, binding: binding, positions: positions(keys),
      isSound: keys.problems.errorCount == errorsBefore)
  }

  /// The relay of one of `heaters`: driven as a valve is.
  static func heater(
    _ id: Placed<String>, _ keys: Section, _ surroundings: ConfigSurroundings
  ) -> ActuatorDraft {
    let name = name(id, keys, example: "Frost guard")
    var binding = binding(keys, isValve: true, topic: "zigbee2mqtt/Heater-Plug")
    readCommand(keys, surroundings, into: &binding)
    let plan = ActuatorPlan(
      id: id.value, name: name, kind: .heater(hasDeviceTimer: false), answerWithin: answer(keys))
    return ActuatorDraft(
      id: id, plan: plan, binding: binding, positions: positions(keys), safety: SafetyKeys.read(heater: keys)
    )
  }

  /// How a valve or a relay is commanded, where its topic alone does not say it.
  private static func readCommand(
    _ keys: Section, _ surroundings: ConfigSurroundings, into binding: inout ActuatorBinding?
  ) {
    let topic = keys.optional(
      "command_topic", .topic, example: "OS-0A1B2C3D4E5F",
      help:
        "Where commands go, where that does not follow from 'topic': OpenSprinkler's subscribe topic, the topic of an ESPHome node's script."
    )
    let password = PasswordKeys.read(keys, surroundings)
    binding?.commandTopic = topic?.value
    binding?.password = password.map { PasswordDigest(of: $0.value.revealed) }
  }

  private static func name(_ id: Placed<String>, _ keys: Section, example: String) -> String {
    keys.optional(
      "name", .text(), example: example, help: "Name that people read. Without it: the key above.")?.value
      ?? id.value
  }

  private static func answer(_ keys: Section) -> Duration {
    keys.value(
      "answer_within", .duration(.seconds(1)...(.minutes(30))), default: .seconds(30),
      help: "The device's own report must come within this time after a command."
    ).value
  }

  private static func positions(_ keys: Section) -> [String: TextPosition] {
    var positions: [String: TextPosition] = [:]
    for name in [
      "family", "topic", "part", "template", "command_topic", "report", "password_file", "password_env",
    ] {
      positions[name] = keys.entry(name)?.keyPosition
    }
    return positions
  }

  private static func binding(_ keys: Section, isValve: Bool, topic example: String) -> ActuatorBinding? {
    let family = keys.required(
      "family", .words("a family of devices", SensorDraft.families), example: "zigbee2mqtt",
      help: "Device family: how it publishes.")
    let topic = keys.required(
      "topic", .topic, example: example,
      help:
        "Where the device speaks and listens; `loam example` says what it is in each family."
    )
    let part = keys.optional(
      "part", .text(upTo: 128), example: isValve ? "on_time" : "occupied_heating_setpoint",
      help: "Relay, object or property of the device, where it has several; or its model.")
    let template = keys.optionalSection(
      "template",
      help:
        "Topics and payloads of a device that no family knows; for LoRaWAN, what is sent and where the state is reported.",
      read: TemplateKeys.read)
    guard let family, let topic else { return nil }
    return ActuatorBinding(
      actuator: ActuatorIndex(0), family: family.value, topic: topic.value, isValve: isValve,
      part: part?.value, template: template)
  }
}

/// `template` of a valve or thermostat.
enum TemplateKeys {
  static func read(_ keys: Section) -> CommandTemplate {
    let payload = ValueType<String>.text("a payload", upTo: 1024)
    let command = keys.optional(
      "command_topic", .topic, example: "garden/valve/set", help: "Where commands go. Without it: 'topic'.")
    let open = keys.optional(
      "open", payload, example: "'ON {seconds}'",
      help: "Payload that opens; {seconds} and {minutes} stand for the length of the run.")
    let close = keys.optional("close", payload, example: "'OFF'", help: "Payload that closes.")
    let setpoint = keys.optional(
      "setpoint", payload, example: "'{value}'", help: "Payload that moves the setpoint; {value} is in °C.")
    let closes = keys.value(
      "closes_by_itself", .flag, default: false,
      help: "Whether the device itself ends the run after the time in 'open'.")
    let state = keys.optional(
      "state_path", .fieldPath, example: "state",
      help: "Where the report on 'topic' says the state. Without it: the whole payload.")
    let openWord = keys.value(
      "open_word", .fieldTest, default: "ON",
      help:
        "The report's word for open, or a comparison such as '>0', where a position or a flow is reported.")
    let closedWord = keys.value(
      "closed_word", .fieldTest, default: "OFF",
      help:
        "The report's word for closed, or a comparison. Without it, where 'open_word' is a comparison: any other number."
    )
    let port = keys.optional(
      "port", .integer(1...223, "a port"), example: "10",
      help: "LoRaWAN: port of the downlink. Without it: 1.")
    let hasTime = open.map { $0.value.contains("{seconds}") || $0.value.contains("{minutes}") } ?? false
    if closes.value, !hasTime {
      keys.problems.error(
        at: closes.position, "\(closes.path) is true, but 'open' holds neither {seconds} nor {minutes}",
        help: "a device can only keep to a time that it is told")
    }
    if openWord.value == closedWord.value {
      keys.problems.error(at: closedWord.position, "\(keys.place) has the same word for open and closed")
    }
    var template = CommandTemplate(
      commandTopic: command?.value, open: open?.value, close: close?.value, setpoint: setpoint?.value,
      closesByItself: closes.value, statePath: state?.value ?? FieldPath([]), openWord: openWord.value,
      closedWord: closedWord.value)
    template.port = port?.value
    return template
  }
}
