package import DeviceFamilies
import GardenCore

/// A binding as it stands in the config, below its key.
enum BindingLines {
  static func of(_ binding: SensorBinding) -> [String] {
    var lines = ["    family: \(binding.family.name)", "    topic: \(YAMLText.value(binding.topic))"]
    let texts =
      [binding.topic] + binding.select.flatMap { [$0.path.text] + $0.values }
      + binding.fields.map(\.path.text)
      + [binding.time?.topic, binding.availability?.topic].compactMap(\.self)
    let braced = Set(texts.flatMap(Captures.names)).sorted()
    if !braced.isEmpty {
      // The device's own braces, so that the config does not ask what they stand for.
      let rows = braced.map { "\($0): \(YAMLText.value("{\($0)}"))" }
      lines.append("    captures: {\(rows.joined(separator: ", "))}")
    }
    if let part = binding.part { lines.append("    part: \(YAMLText.value(part))") }
    if let unit = binding.temperatureUnit { lines.append("    temperature_unit: \(unit.rawValue)") }
    if let time = binding.time {
      let place = time.topic.map { "{topic: \(YAMLText.value($0))}" } ?? YAMLText.value(time.path.text)
      lines.append("    time: \(place)")
    }
    if let availability = binding.availability {
      let usual = AvailabilityBinding(topic: availability.topic)
      var keys = ["topic: \(YAMLText.value(availability.topic))"]
      if !availability.path.steps.isEmpty { keys.append("path: \(YAMLText.value(availability.path.text))") }
      if availability.online != usual.online || availability.offline != usual.offline {
        keys += ["online: \(words(availability.online))", "offline: \(words(availability.offline))"]
      }
      lines.append("    availability: {\(keys.joined(separator: ", "))}")
    }
    if !binding.select.isEmpty {
      let rows = binding.select.map { "\(YAMLText.value($0.path.text)): \(words($0.values))" }
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
    ["    family: \(binding.family.name)", "    topic: \(YAMLText.value(binding.topic))"]
      + (binding.part.map { ["    part: \(YAMLText.value($0))"] } ?? [])
  }

  /// What a select wants to see: words that are meant as they stand.
  private static func words(_ values: [String]) -> String {
    let words = values.map { YAMLText.value($0) }
    return words.count == 1 ? words[0] : "[\(words.joined(separator: ", "))]"
  }

  static func mapping(_ mapping: FieldMapping) -> String {
    let path = mapping.path.steps.isEmpty ? nil : YAMLText.value(mapping.path.text)
    var keys = path.map { ["path: \($0)"] } ?? []
    if mapping.unit != .canonical { keys.append("unit: \(mapping.unit.rawValue)") }
    if let calibration = mapping.calibration {
      keys.append("calibration: \(CalibrationLines.points(calibration))")
    }
    if !mapping.noValue.isEmpty {
      keys.append("no_value: [\(mapping.noValue.map(Amount.text).joined(separator: ", "))]")
    }
    if let words = mapping.rules?.words, !words.isEmpty {
      let rows = words.map { "\(YAMLText.value($0.match.value)): \(Amount.text($0.value))" }
      keys.append("words: {\(rows.joined(separator: ", "))}")
    }
    if let low = mapping.rules?.low { keys.append("low: \(words(low.values))") }
    if let fine = mapping.rules?.fine { keys.append("fine: \(words(fine.values))") }
    if keys.isEmpty { return "{}" }
    return path != nil && keys.count == 1 ? path ?? "" : "{\(keys.joined(separator: ", "))}"
  }
}

/// A calibrated field as it stands in the config.
package enum CalibrationLines {
  /// From `sensors:` down to the field. `mapping` has its calibration.
  package static func of(sensor key: String, _ mapping: FieldMapping) -> String {
    let head = """
      sensors:
        \(key):
          fields:
            \(mapping.quantity.name):
      """
    guard mapping.rules != nil, let calibration = mapping.calibration else {
      return "\(head) \(BindingLines.mapping(mapping))"
    }
    return """
      \(head)
              # beside the keys that the field has already
              calibration: \(points(calibration))
      """
  }

  /// The value of the key `calibration`.
  package static func points(_ calibration: Calibration) -> String {
    if let dry = raw(calibration, of: 0), let wet = raw(calibration, of: 100), calibration.points.count == 2 {
      return "{dry: \(Amount.text(dry)), wet: \(Amount.text(wet))}"
    }
    let points = calibration.points.map { "\(Amount.text($0.raw)): \(Amount.text($0.value))" }
    return "{points: {\(points.joined(separator: ", "))}}"
  }

  private static func raw(_ calibration: Calibration, of value: Double) -> Double? {
    calibration.points.first { $0.value == value }?.raw
  }
}
