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
      help: "Where it says so. Without it: the valve's topic.")
    let closed = keys.conditions(
      "closed", example: "{valve_work_state: idle}",
      help:
        "Proves that the valve is closed: fields and what they say then; one that holds is enough. Its own word does not count any more."
    )
    let open = keys.conditions(
      "open", example: "{position: '>0'}",
      help: "Says that it is open, in the same way. Without it: anything else at the paths of 'closed'.")
    let short = keys.conditions(
      "short_of_water", example: "{alarm: dry}",
      help: "Says that no water comes: people are told, and it is closed.")
    let leaking = keys.conditions(
      "leaking", example: "{alarm: leak}", help: "Says that it leaks: people are told, and it is closed.")
    let remaining = keys.optionalSection(
      "remaining", help: "The run time that is left by the device's own clock.", read: remaining)
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
      default: .seconds(1), help: "What one of it is.")
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
