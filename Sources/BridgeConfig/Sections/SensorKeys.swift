internal import DeviceFamilies
internal import GardenCore
internal import MQTTTypes

/// How a device publishes: the keys that sensors and formats have in common.
struct SensorKeys {
  var topic: Placed<String>?
  /// `nil`: family or topic is missing or wrong.
  var binding: SensorBinding?
  /// For problems that the family finds: where the key stands.
  var positions: [String: TextPosition] = [:]

  private static let familyHelp = "Device family: how it publishes."

  init(_ keys: Section, isFormat: Bool) {
    let families = ValueType.words("a family of devices", SensorDraft.families)
    let topicHelp =
      "Where the device speaks; `loam example` says what it is in each family. {bed} stands for a value of 'captures', {quantity} for the field's name."
    let family: Placed<Family>?
    if isFormat {
      family = keys.optional("family", families, example: "json", help: Self.familyHelp)
      topic = keys.optional("topic", .topicFilter, example: "garden/{bed}/state", help: topicHelp)
    } else {
      family = keys.required(
        "family", families, example: "zigbee2mqtt", broughtBy: "format", help: Self.familyHelp)
      topic = keys.required(
        "topic", .topicFilter, example: "zigbee2mqtt/Basil", broughtBy: "format", help: topicHelp)
    }
    let part = keys.optional(
      "part", .text(upTo: 128), example: "soil1",
      help: "Which probe, component or root is meant, where the family has several.")
    let matches = keys.conditions(
      "select", example: "{model: Fineoffset-WH51, id: 006b58}",
      help:
        "Fields that must have these values, where one topic carries many devices: a word, a list of words, '!=word', '>5', '*' for any value, '!*' for an absent field."
    )
    var (fields, excluded) = FieldsKeys.read(keys)
    let availability = keys.optionalSection(
      "availability",
      help: "Where the device reports that it is online, where that differs from its family's.",
      read: Self.availability)
    let unit = keys.optional(
      "temperature_unit", .words("a unit", TemperatureUnit.allCases.map { (word: $0.rawValue, value: $0) }),
      example: "fahrenheit", help: "Unit of temperatures whose message does not say it, or says it wrongly.")
    let time = Self.time(keys)
    for option in ["family", "topic", "part", "select", "fields", "availability", "temperature_unit", "time"]
    {
      positions[option] = keys.entry(option)?.keyPosition
    }
    guard let family, let topic else { return }
    Self.nameTopics(of: &fields, topic, keys)
    binding = SensorBinding(
      sensor: SensorIndex(0), family: family.value, topic: topic.value.replacing("{quantity}", with: "+"),
      select: matches, fields: fields, availability: availability ?? nil, temperatureUnit: unit?.value,
      time: time)
    binding?.part = part?.value
    binding?.excluded = excluded
  }

  /// `{quantity}` in a topic becomes each field's name.
  private static func nameTopics(of fields: inout [FieldMapping], _ topic: Placed<String>, _ keys: Section) {
    let isNamed = topic.value.contains("{quantity}")
    if isNamed, fields.isEmpty {
      keys.problems.error(
        at: topic.position, "\(topic.path) uses {quantity}, and there are no fields that would name it",
        help: "add 'fields:' with a quantity for each topic")
    }
    for i in fields.indices {
      let own = fields[i].rules?.topic
      guard let text = own ?? (isNamed ? topic.value : nil) else { continue }
      var rules = fields[i].rules ?? FieldRules()
      rules.topic = text.replacing("{quantity}", with: "\(fields[i].quantity.name)")
      fields[i].rules = rules
    }
  }

  private static func time(_ keys: Section) -> TimeMapping? {
    let times = keys.several(
      "time", for: "path", .fieldPath, example: "ts",
      help:
        "Where the message says when it was measured. Without it: in JSON a key as ts, time or lastupdated, else the arrival."
    ) { keys in
      let path = keys.optional(
        "path", .fieldPath, example: "ts",
        help: "Where the time stands, from the root of the message. Without it: the whole payload of 'topic'."
      )
      let topic = keys.optional(
        "topic", .topic, example: "garden/{bed}/time",
        help: "The topic on which the time comes alone. Without it: the time stands in each message.")
      let form = keys.value(
        "form", .timeForm, default: .automatic,
        help:
          "How it is written: auto is ISO 8601 or a number since 1970 of any unit; s, ms, us, ns are numbers since 1970; else a pattern of yyyy yy MMM MM M dd d HH H hh h a mm ss SSS Z."
      )
      let zone = keys.value(
        "zone", .writtenZone, default: .site, help: "Zone of times that name none.")
      var offset: Int?
      if case .minutes(let minutes) = zone.value { offset = minutes }
      if path == nil, topic == nil, !keys.isDescription, keys.entry("path") == nil {
        keys.problems.error(
          at: keys.position, "\(keys.place) needs the key 'path', or 'topic' where the time comes alone",
          help: "a field path such as 'path: ts'")
      }
      guard path != nil || topic != nil else { return nil as TimeMapping? }
      return TimeMapping(
        path: path?.value ?? FieldPath([]), topic: topic?.value, form: form.value, offsetMinutes: offset)
    }
    if times.count > 1, let entry = keys.entry("time") {
      keys.problems.error(at: entry.value.position, "\(keys.path(of: "time")) is one time, here is a list")
    }
    return times.first ?? nil
  }

  static func plan(_ id: Placed<String>, _ keys: Section) -> SensorPlan {
    let name = keys.optional(
      "name", .text(upTo: 64), example: "Pot by the window",
      help: "Name in notifications about it. Without it: the plant or place that it measures.")
    let silent = keys.optional(
      "silent_after", .duration(.minutes(1)...(.days(30))), example: "2h",
      help:
        "A quantity without a value for this long is unknown, and somebody is told. Without it: three of its longest usual pauses, which are learned; until then 6h."
    )
    let battery = keys.value(
      "battery_low", .percent(0...100), default: 15, help: "At or below this the battery is low.")
    let rate = keys.value(
      "readings_per_minute_max", .integer(1...10_000, "a number"), default: 120,
      help: "Readings of one quantity beyond this are refused.")
    return SensorPlan(
      id: id.value, name: name?.value, silentAfter: silent?.value, batteryLowPercent: battery.value,
      readingsPerMinuteMax: rate.value)
  }

  private static func availability(_ keys: Section) -> AvailabilityBinding? {
    let topic = keys.required(
      "topic", .topic, example: "garden/probe/status",
      help: "Topic on which the device reports whether it is online.")
    let path = keys.optional(
      "path", .fieldPath, example: "status.link",
      help: "Where the word stands in a JSON message. Without it: the whole payload, or its 'state'.")
    let online = keys.list(
      "online", .text(), default: ["online"], help: "Payload that means online. Several in a list.")
    let offline = keys.list(
      "offline", .text(), default: ["offline"], help: "Payload that means offline. Several in a list.")
    let there = Set(online.map(\.value))
    if let same = offline.first(where: { there.contains($0.value) }) {
      keys.problems.error(at: same.position, "\(keys.place) has the same word for online and offline")
    }
    guard let topic else { return nil }
    return AvailabilityBinding(
      topic: topic.value, path: path?.value ?? FieldPath([]), online: online.map(\.value),
      offline: offline.map(\.value))
  }
}
