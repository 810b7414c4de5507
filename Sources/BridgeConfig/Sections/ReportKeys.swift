internal import DeviceFamilies
internal import GardenCore

/// `report` of a valve: what its messages say, where the family does not know it or the owner knows better.
enum ReportKeys {
  static func read(_ keys: Section) -> [ReportMapping] {
    keys.several(
      "report", for: "topic", .topic, example: "{closed: {valve_work_state: idle}}",
      help:
        "What the valve's messages say, where the family does not know it or you know better: a mapping, or a list of them for several topics.",
      read: mapping
    ).compactMap { $0 }
  }

  private static func mapping(_ keys: Section) -> ReportMapping? {
    let topic = keys.optional(
      "topic", .topic, example: "garden/valve/position",
      help: "Topic of these messages. Without it: the valve's topic.")
    let closed = keys.conditions(
      "closed", example: "{valve_work_state: idle}",
      help:
        "Fields that prove that the valve is closed, each with the value that it has then. One match is enough. What the family would read no longer counts."
    )
    let open = keys.conditions(
      "open", example: "{position: '>0'}",
      help:
        "What says that the valve is open, written as in 'closed'. Without it: any other value in the fields of 'closed'."
    )
    let short = keys.conditions(
      "short_of_water", example: "{alarm: dry}",
      help: "What says that no water comes, written as in 'closed'. People are told, and the valve is closed."
    )
    let leaking = keys.conditions(
      "leaking", example: "{alarm: leak}",
      help:
        "What says that the valve leaks, written as in 'closed'. People are told, and the valve is closed.")
    let remaining = keys.optionalSection(
      "remaining", help: "How much of the run is left by the device's own timer.", read: remaining)
    let amounts = [
      amount("litres", .volume, "of the present run", keys), amount("flow", .flow, "at the moment", keys),
    ]
    let report = ReportMapping(
      topic: topic?.value, open: open, closed: closed, isShortOfWater: short, isLeaking: leaking,
      remaining: remaining ?? nil, amounts: amounts.compactMap { $0 })
    if !keys.isDescription, report == ReportMapping(topic: topic?.value),
      keys.entries?.count == (topic == nil ? 0 : 1)
    {
      keys.problems.error(
        at: keys.position, "\(keys.place) says nothing",
        help: "name what is reported: 'closed: {valve_work_state: idle}'")
    }
    return report
  }

  private static func remaining(_ keys: Section) -> ReportMapping.Remaining? {
    let path = keys.required(
      "path", .fieldPath, example: "countdown", help: "Where the number stands.")
    let unit = keys.value(
      "unit", .words("a unit of time", [("s", Duration.seconds(1)), ("min", .minutes(1)), ("h", .hours(1))]),
      default: .seconds(1), help: "Unit of the number.")
    return path.map { ReportMapping.Remaining(path: $0.value, unit: unit.value) }
  }

  private static func amount(
    _ name: String, _ quantity: Quantity, _ when: String, _ keys: Section
  ) -> FieldMapping? {
    keys.optionalSection(
      name, help: "The \(quantity.name) \(when), read as a field of a sensor is.",
      read: { FieldsKeys.mapping($0, quantity) }) ?? nil
  }
}
