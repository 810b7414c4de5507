internal import DeviceFamilies
internal import GardenCore
internal import MQTTTypes

/// Topics that would bring messages to the wrong place.
struct TopicChecks {
  let language: ConfigLanguage
  let problems: Problems

  func run() {
    checkOwnTree()
    checkActuators()
    checkSensors()
  }

  private func checkSensors() {
    let sensors = language.roster.sensors
    var earlier = FilterTree<Int>()
    for (i, second) in sensors.enumerated() {
      let filters = Self.topics(second).compactMap { TopicFilter($0) }
      let near = Set(filters.flatMap { earlier.overlapping($0) }).sorted()
      for filter in filters { earlier.insert(i, at: filter) }
      guard let topic = second.topic, let first = near.first(where: { isSame(sensors[$0], second) }) else {
        continue
      }
      problems.error(
        at: topic.position,
        "the sensors \(quoted(sensors[first].id.value)) and \(quoted(second.id.value)) read the same messages",
        help:
          "tell them apart by \(Self.tellingApart(second)); \(quoted(sensors[first].id.value)) is in \(problems.line(sensors[first].id.position))"
      )
    }
  }

  /// What ``isSame(_:_:)`` holds against the topics of another.
  private static func topics(_ draft: SensorDraft) -> Set<String> {
    guard let binding = draft.binding else { return [] }
    if binding.fields.isEmpty { return [binding.topic] }
    return Set(binding.fields.map { $0.rules?.topic ?? binding.topic })
  }

  /// Two names for one relay would be two leases on one valve.
  private func checkActuators() {
    var first: [[MQTTPublication]: ActuatorDraft] = [:]
    for draft in language.roster.actuators {
      guard let binding = draft.binding else { continue }
      let device = binding.restingCommands
      guard !device.isEmpty, let earlier = first[device] else {
        if !device.isEmpty { first[device] = draft }
        continue
      }
      problems.error(
        at: draft.positions["topic"] ?? draft.id.position,
        "\(quoted(earlier.id.value)) and \(quoted(draft.id.value)) are the same device",
        help:
          "tell them apart by \(Self.tellingApart(binding)); \(quoted(earlier.id.value)) is in \(problems.line(earlier.id.position))"
      )
    }
  }

  private static func tellingApart(_ draft: SensorDraft) -> String {
    guard let binding = draft.binding else { return "'topic'" }
    let options = binding.family.options
    let keys: [(Family.Option, String)] = [
      (.sensorPart, "part"), (.select, "select"), (.fields, "fields"),
    ]
    let names = ["'topic'"] + keys.filter { options.contains($0.0) }.map { "'\($0.1)'" }
    return names.count == 1
      ? names[0] : names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }

  /// What of an actuator's keys says which device is meant: only what its family looks at.
  private static func tellingApart(_ binding: ActuatorBinding) -> String {
    let options = binding.family.options
    if options.contains(.part) { return "'topic' or 'part'" }
    return options.contains(.template) ? "'topic', or 'command_topic' and payloads of 'template'" : "'topic'"
  }

  /// What we publish must not come back as a reading.
  private func checkOwnTree() {
    // With `site.id` the other gardens' topics below the same levels are people's as well.
    let base = language.bridge.baseTopic.value
    let shared =
      language.site.id == nil ? base : base.split(separator: "/").dropLast().joined(separator: "/") + "/+"
    let tree = "\(shared)/v1/#"
    guard let own = TopicFilter(tree) else { return }
    for draft in language.roster.sensors {
      guard let topic = draft.topic, draft.listensTo.contains(where: { $0.overlaps(own) }) else { continue }
      problems.error(
        at: topic.position, "\(topic.path) also matches the bridge's own topics, '\(tree)'",
        help: "make the filter narrower, or move ours with bridge.base_topic")
    }
    for draft in language.interlocks {
      guard let topic = draft.topic, let filter = TopicFilter(topic.value), filter.overlaps(own) else {
        continue
      }
      problems.error(
        at: topic.position, "\(topic.path) is among the bridge's own topics, '\(tree)'",
        help: "make the filter narrower, or move ours with bridge.base_topic")
    }
    for draft in language.roster.actuators { checkCommands(of: draft, own, tree) }
    for draft in language.roster.actuators {
      guard let binding = draft.binding, let filter = TopicFilter(binding.topic), filter.overlaps(own) else {
        continue
      }
      problems.error(
        at: draft.positions["topic"] ?? draft.id.position,
        "\(draft.id.path).topic is among the bridge's own topics, '\(tree)'")
    }
  }

  /// A command that is sent to ourselves would be a person's, and one to the broker its owner's.
  private func checkCommands(of draft: ActuatorDraft, _ own: TopicFilter, _ tree: String) {
    guard let binding = draft.binding, let driver = try? Families.makeDriver(binding) else { return }
    let actions: [ActuatorCommand.Action] = [.open(runs: .seconds(60)), .close, .setpoint(20)]
    let topics =
      actions.flatMap { driver.publications(for: $0).map(\.topic) }
      + [binding.commandTopic].compactMap(\.self)
    let key = binding.template?.commandTopic == nil ? "topic" : "template"
    for topic in Set(topics).sorted() {
      let isBrokers = topic.hasPrefix("$")
      guard isBrokers || TopicFilter(topic).map({ $0.overlaps(own) }) ?? false else { continue }
      let whose = isBrokers ? "the broker's own topics" : "the bridge's own topics, '\(tree)'"
      problems.error(
        at: draft.positions["command_topic"] ?? draft.positions[key] ?? draft.id.position,
        "\(draft.id.path) would send its commands to \(quoted(topic)), which is among \(whose)",
        help: "name the topic on which the device listens")
    }
  }

  /// Whether some message would be read by both, for the same quantity.
  private func isSame(_ a: SensorDraft, _ b: SensorDraft) -> Bool {
    guard let a = a.binding, let b = b.binding, a.family == b.family else { return false }
    if a.part != b.part || Self.areToldApart(a.select, b.select) { return false }
    if a.fields.isEmpty || b.fields.isEmpty {
      return a.fields.isEmpty == b.fields.isEmpty && Self.overlap(a.topic, b.topic)
    }
    return a.fields.contains { field in
      b.fields.contains { other in
        other.quantity == field.quantity && other.path == field.path
          && Self.overlap(field.rules?.topic ?? a.topic, other.rules?.topic ?? b.topic)
          && !Self.areToldApart(field.rules?.when ?? [], other.rules?.when ?? [])
      }
    }
  }

  private static func overlap(_ a: String, _ b: String) -> Bool {
    guard let a = TopicFilter(a), let b = TopicFilter(b) else { return false }
    return a.overlaps(b)
  }

  /// Whether no message can satisfy both.
  private static func areToldApart(_ a: [FieldMatch], _ b: [FieldMatch]) -> Bool {
    a.contains { match in b.contains { match.excludes($0) } }
  }
}
