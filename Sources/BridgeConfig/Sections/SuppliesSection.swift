internal import GardenCore

/// One entry of `supplies`: a pipe, pump or tank that valves share.
struct SupplyDraft {
  var id: Placed<String>
  var plan: SupplyPlan
  var valves: [Placed<String>]
  var master: Placed<String>?

  private static let orders: [(word: String, value: SupplyPlan.Order)] = [
    ("master_first", .masterFirst), ("valve_first", .valveFirst),
  ]

  init(_ id: Placed<String>, _ keys: Section, _ roster: Roster) {
    self.id = id
    let name = keys.optional(
      "name", .text(), example: "Garden tap", help: "Name that people read. Without it: the key above.")
    let named = keys.several(
      "valves", for: "valve", .name(of: "a valve"), example: "drip-line",
      help: "The valves that share it."
    ) { $0.required("valve", .name(of: "a valve"), example: "drip-line", help: "Its name under 'valves'.") }
    let valves = named.compactMap { $0 }
    let atOnce = keys.value(
      "at_once", .integer(1...100, "a number"), default: 1, help: "How many of them may be open at a time.")
    master = keys.optional(
      "master", .name(of: "a valve"), example: "main-tap",
      help: "The valve or pump, also under 'valves', that opens with each of them.")
    let order = keys.value(
      "order", .words("an order", Self.orders), default: .masterFirst,
      help:
        "master_first: a tap, open before the valve and closed after it. valve_first: a pump, which must not press against a closed valve."
    )
    let lead = keys.value(
      "lead", .duration(.seconds(0)...(.minutes(5))), default: .zero,
      help: "How long the first of the two is open before the second. The run's own time begins after it.")
    let lag = keys.value(
      "lag", .duration(.seconds(0)...(.minutes(5))), default: .zero,
      help: "How long a tap stays open after its last valve closed. A pump stops with the valve.")
    if valves.isEmpty, keys.entry("valves") == nil, !keys.isDescription {
      keys.problems.error(
        at: keys.position, "\(keys.place) needs the key 'valves'", help: "the valves that share it")
    }
    if master == nil, keys.entry("master") == nil {
      let idle = [
        ("order", order.value == .masterFirst), ("lead", lead.value == .zero), ("lag", lag.value == .zero),
      ]
      for (key, isDefault) in idle {
        guard !isDefault, let entry = keys.entry(key) else { continue }
        keys.problems.error(
          at: entry.keyPosition, "\(keys.place): '\(key)' means nothing without a 'master'")
      }
    } else if order.value == .valveFirst, lag.value > .zero {
      keys.problems.error(
        at: lag.position, "\(keys.place): 'lag' belongs to the order master_first",
        help: "with valve_first the pump stops when the valve closes, so that it presses against nothing")
    }
    self.valves = valves
    plan = SupplyPlan(
      id: id.value, name: name?.value, valves: valves.compactMap { roster.valve($0) }, atOnce: atOnce.value,
      master: master.flatMap { roster.valve($0) }, order: order.value, lead: lead.value, lag: lag.value)
  }
}
