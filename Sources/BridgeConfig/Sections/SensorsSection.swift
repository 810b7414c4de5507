internal import DeviceFamilies
internal import GardenCore

/// One entry of `sensors`.
struct SensorDraft {
  var id: Placed<String>
  var plan: SensorPlan
  /// `nil`: so wrong that only its name is known.
  var binding: SensorBinding?
  var topic: Placed<String>?
  /// For problems that the family finds: where the key stands.
  var positions: [String: TextPosition]
  var isUsed = false
  /// `false`: a mistake in it was already told.
  var isSound = true

  static let families = FamilyName.allCases.map { (word: $0.rawValue, value: $0) }

  init(_ id: Placed<String>, _ keys: Section) {
    self.id = id
    let errorsBefore = keys.problems.errorCount
    defer { isSound = keys.problems.errorCount == errorsBefore }
    let family = keys.required(
      "family", .words("a family of devices", Self.families), example: "zigbee2mqtt",
      help: "Whose way of publishing this is.")
    topic = keys.required(
      "topic", .topicFilter, example: "zigbee2mqtt/Basil",
      help: "Where the device speaks. \(Self.topics { $0.hasSensors })")
    let part = keys.optional(
      "part", .text(upTo: 128), example: "soil1",
      help: "Which probe, component or root is meant, where the family has several.")
    let matches = Self.select(keys)
    let fields = FieldsKeys.read(keys)
    let availability = keys.optionalSection(
      "availability",
      help: "Where the device says whether it is there, if not where its family usually does.",
      read: Self.availability)
    let unit = keys.optional(
      "temperature_unit", .words("a unit", TemperatureUnit.allCases.map { (word: $0.rawValue, value: $0) }),
      example: "fahrenheit", help: "Unit of temperatures whose message does not say it, or says it wrongly.")
    plan = Self.plan(id, keys)
    positions = [:]
    for name in ["family", "topic", "part", "select", "fields", "availability", "temperature_unit"] {
      positions[name] = keys.entry(name)?.keyPosition
    }
    guard let family, let topic else { return }
    binding = SensorBinding(
      sensor: SensorIndex(0), family: family.value, topic: topic.value, select: matches, fields: fields,
      availability: availability ?? nil, temperatureUnit: unit?.value)
    binding?.part = part?.value
  }

  /// What `topic` means, family by family.
  static func topics(where isMeant: (Family) -> Bool) -> String {
    Families.all.filter(isMeant).map { "\($0.name.rawValue): \($0.topic)" }.joined(separator: "; ") + "."
  }

  /// Whether such a sensor may measure it. A sensor whose own entry is wrong may measure anything.
  func mayMeasure(_ quantity: Quantity) -> Bool {
    guard let binding, isSound else { return true }
    let family = Families.named(binding.family)
    if family.quantities.isEmpty, binding.fields.isEmpty { return true }
    return family.quantities(of: binding.part).contains(quantity)
      || binding.fields.contains { $0.quantity == quantity }
  }

  private static func plan(_ id: Placed<String>, _ keys: Section) -> SensorPlan {
    let silent = keys.value(
      "silent_after", .duration(.minutes(1)...(.days(30))), default: .hours(6),
      help: "A quantity without a value for this long is unknown, and somebody is told.")
    let battery = keys.value(
      "battery_low", .percent(0...100), default: 15, help: "At or below this the battery is low.")
    let rate = keys.value(
      "readings_per_minute_max", .integer(1...10_000, "a number"), default: 120,
      help: "Readings of one quantity beyond this are refused.")
    return SensorPlan(
      id: id.value, silentAfter: silent.value, batteryLowPercent: battery.value,
      readingsPerMinuteMax: rate.value)
  }

  private static func select(_ keys: Section) -> [FieldMatch] {
    let rows = keys.texts(
      "select", example: "{model: Fineoffset-WH51, id: 006b58}",
      help: "Fields that must have these values, where one topic carries many devices.")
    return rows.compactMap { row in
      guard let path = FieldPath(text: row.key) else {
        keys.problems.error(
          at: row.position, "\(keys.path(of: "select")) has no field path: \(quoted(row.key))")
        return nil
      }
      return FieldMatch(path: path, value: row.text)
    }
  }

  private static func availability(_ keys: Section) -> AvailabilityBinding? {
    let topic = keys.required(
      "topic", .topic, example: "garden/probe/status", help: "Topic of the device's own word.")
    let online = keys.value("online", .text(), default: "online", help: "The word for: it is there.")
    let offline = keys.value("offline", .text(), default: "offline", help: "The word for: it is gone.")
    if online.value == offline.value {
      keys.problems.error(at: offline.position, "\(keys.place) has the same word for online and offline")
    }
    guard let topic else { return nil }
    return AvailabilityBinding(topic: topic.value, onlineWord: online.value, offlineWord: offline.value)
  }
}
