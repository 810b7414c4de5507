package import GardenCore

/// One way of publishing: what it is called, and how its devices are made and recognised. Each family has one, in its own folder.
///
/// A class, so that each of thousands of bindings only points to it.
package final class Family: Sendable {
  package typealias MakeSensor = @Sendable (SensorBinding) throws(BindingProblem) -> any DeviceDecoder
  package typealias MakeDriver = @Sendable (ActuatorBinding) throws(BindingProblem) -> any DeviceDriver

  /// What of a binding the family uses beside `topic`.
  package enum Option: String, Sendable, Hashable, CaseIterable {
    case select, fields, availability, temperatureUnit, time, part, template
    case sensorPart, commandTopic, password
  }

  /// The word in the config.
  package let name: String
  /// Its row in the README.
  package let summary: String
  /// What `topic` means, with an example.
  package let topic: String
  /// What ``block`` shows.
  let example: Example
  package let options: Set<Option>
  /// What its sensors may carry, beside what `fields` names.
  package let quantities: [Quantity]
  private let sensor: MakeSensor?
  private let valve: MakeDriver?
  private let thermostat: MakeDriver?
  /// How `loam sniff` knows its devices; `nil`: nothing in their messages is the family's.
  let recognizer: Recognizer?
  /// What one part of a gateway may carry, where the parts differ; `nil`: no such part.
  private let quantitiesOfPart: (@Sendable (String) -> [Quantity]?)?
  /// What to do about a valve that does not close by itself; `nil`: to take another device.
  package let closesByItself: String?
  /// How to drive its devices, where the family itself cannot.
  let actuatorsInstead: String?
  /// Where paths of `fields` and of their rules begin, with an example.
  package let paths: String
  /// Its messages are values alone, in which no time of their own stands.
  private let hasBareValues: Bool
  /// Its devices say by a word of their own that they sleep. Of others who goes offline soon after a report may be asleep.
  package let saysSleep: Bool

  init(
    name: String, summary: String, topic: String, example: Example, options: Set<Option>,
    quantities: [Quantity],
    sensor: MakeSensor? = nil, valve: MakeDriver? = nil, thermostat: MakeDriver? = nil,
    recognizer: Recognizer?, quantitiesOfPart: (@Sendable (String) -> [Quantity]?)? = nil,
    closesByItself: String? = nil, actuatorsInstead: String? = nil,
    paths: String = "the root of the message: soil.moisture", hasBareValues: Bool = false,
    saysSleep: Bool = false
  ) {
    self.name = name
    self.summary = summary
    self.topic = topic
    self.example = example
    self.options = options
    self.quantities = quantities
    self.sensor = sensor
    self.valve = valve
    self.thermostat = thermostat
    self.recognizer = recognizer
    self.quantitiesOfPart = quantitiesOfPart
    self.closesByItself = closesByItself
    self.actuatorsInstead = actuatorsInstead
    self.paths = paths
    self.hasBareValues = hasBareValues
    self.saysSleep = saysSleep
  }

  package var hasSensors: Bool { sensor != nil }
  package var hasValves: Bool { valve != nil }
  package var hasThermostats: Bool { thermostat != nil }

  /// ``quantities`` of one `part`.
  package func quantities(of part: String?) -> [Quantity] {
    guard let part, let own = quantitiesOfPart?(part) else { return quantities }
    return own
  }

  package func makeSensor(_ binding: SensorBinding) throws(BindingProblem) -> any DeviceDecoder {
    guard let sensor else { throw .noSensors(self) }
    var made: any DeviceDecoder = UsualWords(try sensor(binding))
    if let time = binding.time {
      if time.topic == nil, hasBareValues { throw .needsTimeTopic }
      made = try TimedSensor(made, time)
    }
    return binding.excluded.isEmpty ? made : NarrowedSensor(made, without: binding.excluded)
  }

  package func makeDriver(_ binding: ActuatorBinding) throws(BindingProblem) -> any DeviceDriver {
    guard hasValves || hasThermostats else { throw .noActuators(self) }
    guard let make = binding.isValve ? valve : thermostat else {
      throw .cannotDrive(self, isValve: binding.isValve)
    }
    let made = try make(binding)
    return binding.reports.isEmpty ? made : try MappedReportDriver(made, binding)
  }
}

extension Family: Hashable, CustomStringConvertible {
  package static func == (one: Family, other: Family) -> Bool { one === other }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  package var description: String { name }
}
