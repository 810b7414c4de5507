internal import DeviceFamilies
internal import GardenCore

/// One entry of `interlocks`: a condition that keeps valves closed, read from a topic or from thermometers.
struct InterlockDraft {
  var id: Placed<String>
  var plan: InterlockPlan
  /// `nil`: it reads sensors, or is wrong.
  var binding: InterlockBinding?
  var topic: Placed<String>?

  init(_ id: Placed<String>, _ keys: Section, _ roster: Roster, _ places: [PlaceDraft]) {
    self.id = id
    let name = keys.optional(
      "name", .text(), example: "Rain", help: "Name that people read. Without it: the key above.")
    let words = InterlockWords(keys)
    let thermometers = InterlockTemperature(keys, roster, places)
    let keeps = keys.value(
      "hold", .duration(.seconds(0)...(.days(30))), default: .zero,
      help: "How long it goes on blocking after it has cleared: wet soil needs no water.")
    let silent = keys.value(
      "silent_after", .duration(.minutes(1)...(.days(60))), default: .hours(24),
      help: "After this long without a message its state is unknown, and no run starts by rule.")
    let ends = keys.value(
      "ends_runs", .flag, default: true,
      help: "Whether it also ends a run that is going on when it begins to block.")
    let strict = keys.value(
      "strict", .flag, default: false,
      help: "Whether it also stops people from watering, not only rules. An unknown state does the same.")
    let valves = keys.list(
      "valves", .name(of: "a valve"), default: [], help: "The valves that it keeps closed; none named: all.")
    let named = valves.compactMap { roster.valve($0) }
    let input: InterlockPlan.Input
    switch (words.topic, thermometers.isUsed) {
    case (_?, false):
      words.check(keys)
      input = .words(trustsRetained: words.trustsRetained.value)
    case (nil, true): input = thermometers.input(keys, words)
    case (let topic?, true):
      input = .words(trustsRetained: false)
      keys.problems.error(
        at: topic.position, "\(keys.place) has a topic and thermometers", help: "make two interlocks of it")
    case (nil, false):
      input = .words(trustsRetained: false)
      if !keys.isDescription, !words.isFaulty {
        keys.problems.error(
          at: keys.position, "\(keys.place) needs either 'topic', or 'sensors' or 'place'",
          help: "a topic says it in words; thermometers with 'below' or 'above'")
      }
    }
    topic = words.topic
    plan = InterlockPlan(
      id: id.value, name: name?.value, input: input, keepsFor: keeps.value, silentAfter: silent.value,
      endsRuns: ends.value, isStrict: strict.value,
      valves: valves.isEmpty ? roster.valves.indices.map { ActuatorIndex($0) } : named)
    if let topic, !thermometers.isUsed {
      binding = InterlockBinding(
        interlock: InterlockIndex(0), topic: topic.value, path: words.path?.value ?? FieldPath([]),
        blocks: words.blocks.map(\.value), clears: words.clears.map(\.value))
    }
  }
}

/// The keys of an interlock with a topic.
struct InterlockWords {
  let topic: Placed<String>?
  let path: Placed<FieldPath>?
  let blocks: [Placed<String>]
  let clears: [Placed<String>]
  let trustsRetained: Placed<Bool>
  /// A topic is there, and wrong: that was told.
  let isFaulty: Bool

  init(_ keys: Section) {
    topic = keys.optional(
      "topic", .topicFilter, example: "garden/rain",
      help: "Topic on which a rain sensor, a tank switch or a program reports the condition.")
    path = keys.optional(
      "path", .fieldPath, example: "state",
      help: "Where the word stands in the message. Without it: the whole payload.")
    blocks = keys.list(
      "blocks", .fieldTest, default: ["ON"],
      help: "Payloads or comparisons that block watering, such as 'true' or '>0'.")
    clears = keys.list(
      "clears", .fieldTest, default: ["OFF"],
      help: "Payloads or comparisons that allow watering. Anything else counts as unknown.")
    trustsRetained = keys.value(
      "trust_retained", .flag, default: false,
      help:
        "Whether a retained 'clears' of unknown age counts: for devices that publish only changes."
    )
    isFaulty = topic == nil && keys.entry("topic") != nil
  }

  func check(_ keys: Section) {
    for word in clears where blocks.contains(where: { $0.value == word.value }) {
      keys.problems.error(
        at: word.position, "\(keys.place): \(quoted(word.value)) stands under 'blocks' and under 'clears'",
        help: "one word cannot mean both")
    }
    for (list, key) in [(blocks, "blocks"), (clears, "clears")] where list.isEmpty {
      keys.problems.error(
        at: keys.entry(key)?.keyPosition ?? keys.position, "\(keys.place): '\(key)' names no word",
        help: key == "blocks" ? "without one it would never block" : "without one it would block for ever")
    }
  }
}

/// The keys of an interlock that reads thermometers.
struct InterlockTemperature {
  private let sensors: [Placed<String>]
  private let place: Placed<String>?
  private let below: Placed<Double>?
  private let above: Placed<Double>?
  private let deadband: Placed<Double>
  private let shares: [SensorShare]

  var isUsed: Bool { !sensors.isEmpty || place != nil }

  init(_ keys: Section, _ roster: Roster, _ places: [PlaceDraft]) {
    sensors = keys.list(
      "sensors", .name(of: "a sensor"), default: [],
      help: "Thermometers to go by instead of a topic, against frost. Their mean counts.")
    place = keys.optional(
      "place", .name(of: "a place"), example: "greenhouse",
      help: "Instead of sensors: the temperature of a place.")
    below = keys.optional(
      "below", .temperature(-40...60), example: "3°C", help: "It blocks watering below this temperature.")
    above = keys.optional(
      "above", .temperature(-40...60), example: "40°C", help: "It blocks watering above this temperature.")
    deadband = keys.value(
      "deadband", .difference(0...20), default: 1,
      help: "How far inside the limits the temperature must come back before water may flow again.")
    var shares: [SensorShare] = []
    for name in sensors {
      guard let index = roster.sensor(name) else { continue }
      if !roster.sensors[Int(index.position)].mayMeasure(.temperature) {
        keys.problems.error(
          at: name.position, "the sensor \(quoted(name.value)) measures no temperature",
          help: "what it measures follows from its family and its 'fields'")
      }
      shares.append(SensorShare(sensor: index, quantities: [.temperature]))
    }
    if let place {
      if let known = places.first(where: { $0.id.value == place.value }) {
        shares += known.plan.shares.map {
          SensorShare(sensor: $0.sensor, weight: $0.weight, quantities: [.temperature])
        }
      } else {
        let names = places.map(\.id.value)
        keys.problems.error(
          at: place.position, "\(place.path): no place is called \(quoted(place.value))",
          help: NearestName.help(for: place.value, among: names) ?? "add it under 'places'")
      }
    }
    self.shares = shares
  }

  func input(_ keys: Section, _ words: InterlockWords) -> InterlockPlan.Input {
    if !sensors.isEmpty, let place {
      keys.problems.error(
        at: place.position, "\(keys.place) has both 'sensors' and 'place'", help: "name one")
    }
    for key in ["path", "blocks", "clears", "trust_retained"] {
      guard let entry = keys.entry(key) else { continue }
      keys.problems.error(
        at: entry.keyPosition, "\(keys.place): '\(key)' belongs to a topic; this interlock reads thermometers"
      )
    }
    if let below, let above, below.value + deadband.value >= above.value - deadband.value {
      keys.problems.error(
        at: max(below.position, above.position),
        "\(keys.place): 'below' and 'above' leave no room between them")
    }
    if below == nil, above == nil, keys.entry("below") == nil, keys.entry("above") == nil {
      keys.problems.error(
        at: keys.position, "\(keys.place) needs 'below' or 'above'", help: "such as 'below: 3°C' for frost")
    }
    return .value(shares, .temperature, below: below?.value, above: above?.value, deadband: deadband.value)
  }
}
