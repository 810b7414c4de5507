package import GardenCore

/// How one configured sensor finds its values: what stands under `sensors:` in the config, checked.
package struct SensorBinding: Sendable, Hashable {
  package var sensor: SensorIndex
  package var family: FamilyName
  /// The device's place in the family's topic scheme: base topic, prefix, or filter, as the family's file says.
  package var topic: String
  /// The message must carry these values, all of them: one topic may carry many devices.
  package var select: [FieldMatch]
  /// Where quantities are found when the family does not know it by itself, or the owner knows better.
  package var fields: [FieldMapping]
  /// Overrides the family's own availability topic.
  package var availability: AvailabilityBinding?
  /// The unit of temperatures whose message does not say it, or says it wrongly. `nil`: as the family says.
  package var temperatureUnit: TemperatureUnit?
  /// Which of a device's or gateway's sensors is meant, where the family has several. `nil`: its usual one.
  package var part: String? = nil

  package init(
    sensor: SensorIndex, family: FamilyName, topic: String, select: [FieldMatch] = [],
    fields: [FieldMapping] = [], availability: AvailabilityBinding? = nil,
    temperatureUnit: TemperatureUnit? = nil
  ) {
    self.sensor = sensor
    self.family = family
    self.topic = topic
    self.select = select
    self.fields = fields
    self.availability = availability
    self.temperatureUnit = temperatureUnit
  }
}

/// How one configured valve or thermostat is driven and heard.
package struct ActuatorBinding: Sendable, Hashable {
  package var actuator: ActuatorIndex
  package var family: FamilyName
  package var topic: String
  package var isValve: Bool
  /// Relay number, ESPHome object id, Homie property, or JSON property, where the family has several. `nil`: its usual one.
  package var part: String?
  /// `template` family: topics and payloads in words; `{value}`, `{seconds}` and `{minutes}` are replaced.
  package var template: CommandTemplate?
  /// Where commands go, where that does not follow from `topic`.
  package var commandTopic: String? = nil
  /// What the device wants to see with each command.
  package var password: PasswordDigest? = nil

  package init(
    actuator: ActuatorIndex, family: FamilyName, topic: String, isValve: Bool, part: String? = nil,
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

/// Keys from the root of a JSON document to a value; written `uplink_message.decoded_payload.water_SOIL`, arrays by `[0]`.
package struct FieldPath: Sendable, Hashable {
  package enum Step: Sendable, Hashable {
    case key(String)
    case index(Int)
  }
  package var steps: [Step]
  package init(_ steps: [Step]) { self.steps = steps }
}

/// A field that must have this value (numbers compare by their text as JSON writes them, strings without quotes).
package struct FieldMatch: Sendable, Hashable {
  package var path: FieldPath
  package var value: String
  package init(path: FieldPath, value: String) {
    self.path = path
    self.value = value
  }
}

/// Where a quantity stands in a message and what its number means.
package struct FieldMapping: Sendable, Hashable {
  package var quantity: Quantity
  package var path: FieldPath
  package var unit: FieldUnit
  package var calibration: TwoPointCalibration?
  /// Numbers that mean "no value" (sentinels).
  package var noValue: [Double]

  package init(
    quantity: Quantity, path: FieldPath, unit: FieldUnit = .canonical,
    calibration: TwoPointCalibration? = nil, noValue: [Double] = []
  ) {
    self.quantity = quantity
    self.path = path
    self.unit = unit
    self.calibration = calibration
    self.noValue = noValue
  }
}

package enum FieldUnit: String, Sendable, Hashable, CaseIterable {
  /// The unit of ``Quantity``.
  case canonical
  case percent
  /// 0…1.
  case fraction
  case celsius
  case fahrenheit
  case kelvin
  /// Tenths of °C, or of a percent.
  case tenths
  case lux
  case microsiemensPerCentimetre = "uS/cm"
  /// mS/cm.
  case millisiemensPerCentimetre = "mS/cm"
  /// A raw probe value; needs a calibration.
  case raw
}

package enum TemperatureUnit: String, Sendable, Hashable, CaseIterable { case celsius, fahrenheit }

/// Raw value of the dry and the wet end (dry soil, saturated soil after draining); either may be the larger one.
package struct TwoPointCalibration: Sendable, Hashable {
  package var dry: Double
  package var wet: Double
  package init(dry: Double, wet: Double) {
    self.dry = dry
    self.wet = wet
  }

  /// Percent of the calibrated range: 0 at `dry`, 100 at `wet`; not clamped.
  package func percent(_ raw: Double) -> Double { (raw - dry) / (wet - dry) * 100 }
}

package struct AvailabilityBinding: Sendable, Hashable {
  package var topic: String
  package var onlineWord: String
  package var offlineWord: String
  package init(topic: String, onlineWord: String = "online", offlineWord: String = "offline") {
    self.topic = topic
    self.onlineWord = onlineWord
    self.offlineWord = offlineWord
  }
}
