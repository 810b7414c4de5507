package import GardenCore

/// How one configured valve or thermostat is driven and heard.
package struct ActuatorBinding: Sendable, Hashable {
  package var actuator: ActuatorIndex
  package var family: Family
  package var topic: String
  package var isValve: Bool
  /// Relay number, ESPHome object id, Homie property, or JSON property, where the family has several. `nil`: its usual one.
  package var part: String?
  /// `template` family: topics and payloads in words; `{value}`, `{seconds}` and `{minutes}` are replaced.
  package var template: CommandTemplate?
  /// Where commands go, where that does not follow from `topic`.
  package var commandTopic: String? = nil
  /// What its messages say beside, or instead of, what the family knows.
  package var reports: [ReportMapping] = []
  /// What the device wants to see with each command.
  package var password: PasswordDigest? = nil

  package init(
    actuator: ActuatorIndex, family: Family, topic: String, isValve: Bool, part: String? = nil,
    template: CommandTemplate? = nil
  ) {
    self.actuator = actuator
    self.family = family
    self.topic = topic
    self.isValve = isValve
    self.part = part
    self.template = template
  }
}

package struct CommandTemplate: Sendable, Hashable {
  /// Where commands go; `nil` = the binding's topic.
  package var commandTopic: String?
  package var open: String?
  package var close: String?
  package var setpoint: String?
  /// The open payload holds `{seconds}` or `{minutes}` and the device keeps to it.
  package var closesByItself: Bool
  /// Path of the reported state or setpoint in the state message; empty = the whole payload.
  package var statePath: FieldPath
  package var openWord: String
  package var closedWord: String
  static let closingAdvice =
    "where the device ends a run itself, put {seconds} or {minutes} into 'open' and set closes_by_itself: true"
  /// LoRaWAN port of the downlink; `nil`: 1.
  package var port: Int? = nil

  package init(
    commandTopic: String? = nil, open: String? = nil, close: String? = nil, setpoint: String? = nil,
    closesByItself: Bool = false, statePath: FieldPath = FieldPath([]), openWord: String = "ON",
    closedWord: String = "OFF"
  ) {
    self.commandTopic = commandTopic
    self.open = open
    self.close = close
    self.setpoint = setpoint
    self.closesByItself = closesByItself
    self.statePath = statePath
    self.openWord = openWord
    self.closedWord = closedWord
  }
}
