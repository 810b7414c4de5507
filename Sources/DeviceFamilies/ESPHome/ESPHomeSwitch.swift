package import GardenCore
package import MQTTTypes
package import PayloadJSON

/// A valve of an ESPHome node: a `switch`, or a `valve`.
///
/// `topic` is the node's topic prefix; `part` is `switch/<object id>`, `valve/<object id>`, or the object id of a switch. States are
/// retained, commands are not.
///
/// | `part` | command | report |
/// |---|---|---|
/// | `switch/<id>` | `<prefix>/switch/<id>/command` `ON`, `OFF` | `…/state` `ON`, `OFF` |
/// | `valve/<id>` | `<prefix>/valve/<id>/command` `OPEN`, `CLOSE` | `…/state` `open`, `opening`, `closed`; `closing` and `unknown` are neither; `…/position/state` 0…100, 0 is closed |
///
/// Neither has a timer of its own, so a node needs a script that closes after a time that it is sent. `command_topic` names the
/// topic on which the node listens for it; then to open is the whole seconds of the run there, and to close is as above and a `0`
/// there, to which the script answers with the state:
///
/// ```yaml
/// mqtt:
///   on_message:
///     - topic: greenhouse/bed/run            # command_topic
///       qos: 1
///       then:
///         - script.execute:
///             id: bed_run
///             seconds: !lambda "return atoi(x.c_str());"
/// script:
///   - id: bed_run
///     mode: restart                          # a repeated opening starts the time anew
///     parameters:
///       seconds: int
///     then:
///       - if:
///           condition:
///             lambda: "return seconds > 0;"
///           then:
///             - switch.turn_on: bed
///             - delay: !lambda "return 1000 * (uint32_t) std::min(seconds, 43200);"
///       - switch.turn_off: bed
///       - mqtt.publish:                      # the node keeps silent about a state that did not change
///           topic: greenhouse/switch/bed/state
///           payload: !lambda 'return id(bed).state ? "ON" : "OFF";'
///           retain: true
/// ```
///
/// Without that answer a stop that was missed while the bridge was away stays unproved: what is retained proves nothing.
/// `config/esphome-valve.yaml` has it in full, with `restore_mode: ALWAYS_OFF` and a bound for runs that somebody else starts.
/// Source: ESPHome documentation, "MQTT Client Component", "Switch Component", "Valve Component",
/// "Script Component"; format reference §3.
package struct ESPHomeSwitch: DeviceDriver {
  package let sources: [DeviceSource]
  /// Only a script on the node keeps the time.
  package var hasDeviceTimer: Bool { runTopic != nil }
  private let commandTopic: String
  private let runTopic: String?
  private let isValveComponent: Bool

  init(_ binding: ActuatorBinding) throws(BindingProblem) {
    let hint = "switch/<object id> or valve/<object id>"
    guard let part = binding.part, !part.isEmpty else { throw .needsPart(hint) }
    let levels = part.split(separator: "/", omittingEmptySubsequences: false)
    let path: String
    switch (levels.first, levels.count) {
    case (_, 1): path = "switch/\(part)"
    case ("switch", 2), ("valve", 2): path = part
    default: throw .badPart(part, hint)
    }
    guard levels.last != "" else { throw .badPart(part, hint) }
    isValveComponent = levels.count == 2 && levels.first == "valve"
    var names = ["\(binding.topic)/\(path)/state"]
    if isValveComponent { names.append("\(binding.topic)/\(path)/position/state") }
    var sources: [DeviceSource] = []
    for name in names { sources.append(DeviceSource(filter: try Topics.exact(name))) }
    self.sources = sources
    commandTopic = "\(binding.topic)/\(path)/command"
    runTopic = try binding.commandTopic.map { (text) throws(BindingProblem) in try Topics.exact(text).text }
    if runTopic == commandTopic {
      throw .needsCommandTopic("the topic of the node's script; ON and OFF go where 'topic' and 'part' say")
    }
  }

  package func publications(for action: ActuatorCommand.Action) -> [MQTTPublication] {
    switch action {
    case .open(let runs):
      [runTopic.map { text("\(RunTime.seconds(runs))", $0) } ?? command(isValveComponent ? "OPEN" : "ON")]
    case .close:
      [command(isValveComponent ? "CLOSE" : "OFF")] + (runTopic.map { [text("0", $0)] } ?? [])
    case .setpoint: []
    }
  }

  private func command(_ word: String) -> MQTTPublication { text(word, commandTopic) }

  private func text(_ text: String, _ topic: String) -> MQTTPublication {
    MQTTPublication(topic: topic, payload: Array(text.utf8))
  }

  package func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    guard isValveComponent else {
      items.append(ValveWord.item(payload, open: "ON", closed: "OFF", context))
      return
    }
    if source == 1 {
      items.append(ValvePosition.item(payload, context))
      return
    }
    if payload.textEquals("closing") { return }
    if payload.textEquals("unknown") {
      items.append(.refused(nil, .noValue))
    } else {
      let isOpening = payload.textEquals("opening")
      items.append(ValveWord.item(payload, open: isOpening ? "opening" : "open", closed: "closed", context))
    }
  }
}
