import GardenCore

/// A device that a message seems to come from, and how it would be bound. A candidate is a claim: only the family's own
/// decoder shows whether it holds.
package struct DeviceCandidate: Sendable, Hashable {
  package enum Role: Sendable, Hashable {
    case sensor(SensorBinding)
    case valve(ActuatorBinding)
    case thermostat(ActuatorBinding)
  }

  package var role: Role
  /// The same device within its family and role, by whatever message it is told.
  package var identity: String
  /// What people call it, as far as the message says.
  package var label: String
  /// Candidates with the same place stand at the same plant. Without a word of its own: the label.
  package var place: String
  /// Of two bindings of the same device the one with the higher preference is offered.
  package var preference = 0
  /// Taken from names and shapes, not from a family's own way of publishing.
  package var isGuess = false
  /// Its own program names its model.
  var isNamed = false
  /// Why it is offered as a comment only; `nil`: it is not.
  package var staysOut: String?
  /// Live messages on the topic on which it spoke most.
  var timesHeard = 0
  /// Its moisture as it changed.
  var moistures: [Double] = []
  /// What the owner must check before relying on it.
  package var doubts: [Doubt] = []

  package struct Doubt: Sendable, Hashable {
    /// The field that it is about; `nil`: the whole device.
    package var path: FieldPath?
    package var text: String
  }

  init(_ role: Role, identity: String, label: String, place: String? = nil) {
    self.role = role
    self.identity = identity
    self.label = label
    self.place = place ?? label
  }

  static func sensor(
    _ family: Family, topic: String, select: [FieldMatch] = [], fields: [FieldMapping] = [],
    doubt: String? = nil, identity: String? = nil, label: String, place: String? = nil
  ) -> DeviceCandidate {
    let binding = SensorBinding(
      sensor: SensorIndex(0), family: family, topic: topic, select: select, fields: fields)
    var candidate = DeviceCandidate(
      .sensor(binding), identity: identity ?? topic, label: label, place: place)
    let path = fields.first?.path
    candidate.doubts = [doubt].compactMap(\.self).map {
      Doubt(path: path?.steps.isEmpty == false ? path : nil, text: $0)
    }
    return candidate
  }

  static func valve(
    _ family: Family, topic: String, part: String? = nil, label: String, doubts: [String] = []
  ) -> DeviceCandidate {
    let binding = ActuatorBinding(
      actuator: ActuatorIndex(0), family: family, topic: topic, isValve: true, part: part)
    var candidate = DeviceCandidate(
      .valve(binding), identity: "\(topic) \(part ?? "")", label: label)
    candidate.doubts = doubts.map { Doubt(text: $0) }
    return candidate
  }

  static func thermostat(
    _ family: Family, topic: String, part: String? = nil, label: String
  ) -> DeviceCandidate {
    let binding = ActuatorBinding(
      actuator: ActuatorIndex(0), family: family, topic: topic, isValve: false, part: part)
    return DeviceCandidate(.thermostat(binding), identity: "\(topic) \(part ?? "")", label: label)
  }

  /// Changes how a sensor is bound.
  mutating func bind(_ change: (inout SensorBinding) -> Void) {
    guard case .sensor(var binding) = role else { return }
    change(&binding)
    role = .sensor(binding)
  }

  /// A valve of which nothing has to be made sure.
  package var isCertain: Bool { isNamed && !isGuess && doubts.isEmpty }

  package var isSensor: Bool {
    if case .sensor = role { true } else { false }
  }

  package var family: Family {
    switch role {
    case .sensor(let binding): binding.family
    case .valve(let binding), .thermostat(let binding): binding.family
    }
  }
}
