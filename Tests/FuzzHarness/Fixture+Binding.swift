import DeviceFamilies
import GardenCore

extension FixtureCase {
  func sensorBinding(_ options: Fixture.SensorOptions) throws -> SensorBinding {
    var binding = SensorBinding(
      sensor: SensorIndex(0), family: family, topic: options.topic, select: try matches(options.select),
      fields: try (options.fields ?? []).compactMap(mapping),
      availability: try options.availability.map {
        AvailabilityBinding(
          topic: $0.topic, path: try $0.path.map { try FieldPath(text: $0) } ?? FieldPath([]),
          online: $0.online.list, offline: $0.offline.list)
      }, temperatureUnit: options.temperature_unit.flatMap { TemperatureUnit(rawValue: $0) },
      time: try options.time.map(time))
    binding.part = options.part
    binding.excluded = Set(Quantity.allCases.filter { options.excluded?.contains("\($0.name)") == true })
    return binding
  }

  /// The payload where an independent reader can tell a damaged one from it: not where fields are pieces of a text, nor words.
  var original: [UInt8] {
    let readsWords = fixture.binding?.fields?.contains { $0.words != nil } ?? false
    return readsPieces || readsWords ? [] : payload
  }

  /// Whether a field is a piece of a text that is neither JSON nor a number.
  var readsPieces: Bool {
    let paths = (fixture.binding?.fields ?? []).map(\.path.path)
    return family == .plain
      && paths.contains { path in path.steps.contains { if case .piece = $0 { true } else { false } } }
  }

  private func mapping(_ field: Fixture.Field) throws -> FieldMapping? {
    guard let quantity = Quantity.allCases.first(where: { "\($0.name)" == field.quantity }) else {
      return nil
    }
    let rules = FieldRules(
      topic: field.topic, when: try matches(field.when),
      unitPath: try field.unit_path.map { try FieldPath(text: $0) }, noValue: words(field.no_value_words),
      noValueWhen: try matches(field.no_value_when), validRaw: field.valid_raw.map { $0[0]...$0[1] },
      valid: field.valid.map { $0[0]...$0[1] }, low: words(field.low), fine: words(field.fine),
      words: (field.words ?? [:]).sorted { $0.key > $1.key }.map { FieldMeaning($0.key, means: $0.value) })
    return FieldMapping(
      quantity: quantity, path: field.path.path,
      unit: field.unit.flatMap { FieldUnit(rawValue: $0) } ?? .canonical,
      calibration: field.calibration.map(calibration), noValue: field.no_value ?? [],
      rules: rules == FieldRules() ? nil : rules)
  }

  private func calibration(_ written: Fixture.Calibration) -> Calibration {
    guard let points = written.points else {
      return Calibration(dry: written.dry ?? 0, wet: written.wet ?? 0)
    }
    return Calibration(points.map { Calibration.Point(raw: $0[0], value: $0[1]) })
  }

  private func words(_ words: Fixture.Words?) -> FieldMatch? {
    words.map { FieldMatch(path: FieldPath([]), values: $0.list) }
  }

  private func matches(_ written: [String: Fixture.Words]?) throws -> [FieldMatch] {
    try (written ?? [:]).sorted { $0.key < $1.key }.map {
      FieldMatch(path: try FieldPath(text: $0.key), values: $0.value.list)
    }
  }

  private func time(_ written: Fixture.Time) throws -> TimeMapping {
    let units: [String: Int64] = ["s": 1_000_000_000, "ms": 1_000_000, "us": 1000, "ns": 1]
    let form: TimeMapping.Form =
      switch written.form {
      case nil, "auto": .automatic
      case .some(let text):
        if let unit = units[text] {
          .sinceEpoch(nanoseconds: unit)
        } else {
          .pattern(try TimePattern(text))
        }
      }
    return TimeMapping(
      path: try written.path.map { try FieldPath(text: $0) } ?? FieldPath([]), topic: written.topic,
      form: form, offsetMinutes: written.offset_minutes)
  }
}
