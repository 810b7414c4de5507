package import GardenCore

/// Why a family cannot be bound as the config says. The text is for the owner.
package enum BindingProblem: Error, Sendable, Hashable {
  /// No topic, or none that can be subscribed to; `+` and `#` only where the family allows them.
  case badTopic(String)
  /// A device is told things at one topic: no wildcards.
  case wildcardTopic(String)
  /// The family does not know where the quantity stands; `fields` has to say it.
  case needsField(String)
  /// Many devices share the topic; `select` has to say which one is meant.
  case needsSelect(String)
  /// The messages of this topic hold nothing to select by.
  case uselessSelect(String)
  case needsCalibration(Quantity)
  /// Dry and wet point are equal or not finite.
  case badCalibration(Quantity)
  case wrongUnit(Quantity, FieldUnit)
  /// An empty path, or one with a level that cannot be part of a topic.
  case badPath(Quantity)
  /// A path of a rule leads out of where the field's own path begins; what it would have to begin with.
  case otherOrigin(Quantity, String, String)
  /// One topic for the device: a field cannot have its own.
  case fieldTopic(Quantity)
  /// The family's messages are bare values: no other field can be asked.
  case noNeighbours(Quantity)
  /// A path of keys where the payload is a bare text.
  case needsJSON(String)
  /// The family's messages are bare values: their time comes on another topic.
  case needsTimeTopic
  case needsPart(String)
  case badPart(String, String)
  case needsTemplate(String)
  case needsCommandTopic(String)
  case needsPassword(String)
  case noSensors(Family)
  case noActuators(Family)
  /// The family has no such kind of actuator.
  case cannotDrive(Family, isValve: Bool)
}

extension BindingProblem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .badTopic(let topic): "'\(topic)' is no topic that can be subscribed to"
    case .wildcardTopic(let topic): "'\(topic)': a device that is told things needs a topic without + and #"
    case .needsField(let hint): "fields must say where the values are: \(hint)"
    case .needsSelect(let hint): "many devices share this topic; select must say which one is meant: \(hint)"
    case .uselessSelect(let hint): "select has nothing to look at: \(hint)"
    case .needsCalibration(let quantity): "\(quantity.name) with unit raw needs a calibration"
    case .badCalibration(let quantity):
      "the calibration of \(quantity.name) needs two different points, and values that only rise or only fall"
    case .wrongUnit(let quantity, let unit): "\(quantity.name) cannot be in \(unit.rawValue)"
    case .badPath(let quantity): "the path of \(quantity.name) leads nowhere"
    case .otherOrigin(let quantity, let path, let origin):
      "'\(path)' in a rule of \(quantity.name) does not begin with '\(origin)', as the field's own path does"
    case .fieldTopic(let quantity):
      "\(quantity.name) cannot have a topic of its own: the family sets the topics"
    case .noNeighbours(let quantity):
      "\(quantity.name) comes as a bare value: 'when', 'no_value_when' and 'unit_path' have nothing to look at"
    case .needsJSON(let path):
      "'\(path)' is a path into JSON, and the payload is a bare text: use form(...), column(...) or pattern(...)"
    case .needsTimeTopic:
      "a bare value has no time beside it: say the topic on which the time comes, such as time: {topic: garden/bed/time}"
    case .needsPart(let hint): "part must say which part of the device is meant: \(hint)"
    case .badPart(let part, let hint): "part '\(part)' is not known: \(hint)"
    case .needsTemplate(let hint): "the template is incomplete: \(hint)"
    case .needsCommandTopic(let hint): "command_topic must say where commands go: \(hint)"
    case .needsPassword(let hint): "password_file or password_env must lead to \(hint)"
    case .noSensors(let family): "\(family.name) has no sensors"
    case .noActuators(let family):
      "\(family.name) has no valves or thermostats" + (family.actuatorsInstead.map { ": \($0)" } ?? "")
    case .cannotDrive(let family, let isValve):
      "\(family.name) has no \(isValve ? "valves" : "thermostats")"
    }
  }
}
