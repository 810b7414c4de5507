package import DeviceFamilies
import GardenCore

/// A binding as it stands in the config, below its key.
enum BindingLines {
  static func of(_ binding: SensorBinding) -> [String] {
    var lines = ["    family: \(binding.family.rawValue)", "    topic: \(YAMLText.value(binding.topic))"]
    if let part = binding.part { lines.append("    part: \(YAMLText.value(part))") }
    if let unit = binding.temperatureUnit { lines.append("    temperature_unit: \(unit.rawValue)") }
    if !binding.select.isEmpty {
      let rows = binding.select.map { "\(YAMLText.value($0.path.text)): \(YAMLText.value($0.value))" }
      lines.append("    select: {\(rows.joined(separator: ", "))}")
    }
    if !binding.fields.isEmpty {
      lines.append("    fields:")
      for quantity in Quantity.allCases {
        let mappings = binding.fields.filter { $0.quantity == quantity }
        if mappings.count == 1 {
          lines.append("      \(quantity.name): \(mapping(mappings[0]))")
        } else if !mappings.isEmpty {
          lines.append("      \(quantity.name):")
          lines += mappings.map { "        - \(mapping($0))" }
        }
      }
    }
    return lines
  }

  static func of(_ binding: ActuatorBinding) -> [String] {
    ["    family: \(binding.family.rawValue)", "    topic: \(YAMLText.value(binding.topic))"]
      + (binding.part.map { ["    part: \(YAMLText.value($0))"] } ?? [])
  }

  static func mapping(_ mapping: FieldMapping) -> String {
    let path = mapping.path.steps.isEmpty ? nil : YAMLText.value(mapping.path.text)
    var keys = path.map { ["path: \($0)"] } ?? []
    if mapping.unit != .canonical { keys.append("unit: \(mapping.unit.rawValue)") }
    if let calibration = mapping.calibration {
      keys.append("calibration: \(CalibrationLines.points(calibration))")
    }
    if !mapping.noValue.isEmpty {
      keys.append("no_value: [\(mapping.noValue.map(YAMLText.number).joined(separator: ", "))]")
    }
    if keys.isEmpty { return "{unit: canonical}" }
    return path != nil && keys.count == 1 ? path ?? "" : "{\(keys.joined(separator: ", "))}"
  }
}

/// A calibrated field as it stands in the config.
package enum CalibrationLines {
  /// From `sensors:` down to the field. `mapping` has its calibration.
  package static func of(sensor key: String, _ mapping: FieldMapping) -> String {
    """
    sensors:
      \(key):
        fields:
          \(mapping.quantity.name): \(BindingLines.mapping(mapping))
    """
  }

  /// The value of the key `calibration`.
  package static func points(_ calibration: TwoPointCalibration) -> String {
    "{dry: \(YAMLText.number(calibration.dry)), wet: \(YAMLText.number(calibration.wet))}"
  }
}
