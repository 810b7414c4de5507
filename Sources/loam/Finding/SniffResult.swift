import BridgeConfig
import DeviceFamilies
import FoundationEssentials
import GardenCore
import GardenTerminal
import HostSystem

/// What `loam sniff` prints at the end: comments and config, so that all of it can be pasted.
struct SniffResult {
  let recognition: Recognition
  private let found: FoundConfig
  private let collector: MessageCollector
  private let settings: BridgeSettings?
  private let path: String
  private let broker: FoundConfig.Broker?
  private let place: String
  private let seconds: Int64
  private let showsAll: Bool
  private static let strangersMax = 12

  init(
    collector: MessageCollector, recognition: Recognition, settings: BridgeSettings?, path: String,
    broker: FoundConfig.Broker?,
    place: String, seconds: Int64, showsAll: Bool
  ) {
    self.collector = collector
    self.recognition = recognition
    self.settings = settings
    self.path = path
    self.broker = broker
    self.place = place
    self.seconds = seconds
    self.showsAll = showsAll
    found = FoundConfig(
      recognition.devices, taken: settings.map { FoundConfig.Taken($0.plan) } ?? FoundConfig.Taken())
  }

  func write(json: Bool) throws {
    if json {
      try PrettyJSON.print(SniffDocument(self, config: config))
    } else {
      print(
        (heading + table + bound + strangers).map { $0.isEmpty ? "#" : "# " + TextWidth.harmless($0) }.joined(
          separator: "\n"))
      if let config { print("\n" + config, terminator: "") }
    }
  }

  /// Without a config: a whole file. With one: what is missing in it.
  private var config: String? {
    found.isEmpty ? nil : found.text(broker: settings == nil ? broker : nil)
  }

  /// The key that a device has been given.
  func key(ofDevice position: Int) -> String? { found.entries.first { $0.device == position }?.key }

  var heard: HeardMessages { collector.heard }

  private var heading: [String] {
    let heard = collector.heard
    var lines = [
      "Heard by loam sniff at \(place) in \(seconds) s: \(heard.heardCount) messages, "
        + "\(recognition.devices.count) devices."
    ]
    if heard.droppedCount + recognition.droppedCount > 0 {
      lines.append(
        "\(heard.droppedCount) messages and \(recognition.droppedCount) devices more than can be remembered: narrow it with --topic."
      )
    }
    if recognition.devices.contains(where: { $0.values.contains(where: \.wasRetained) }) {
      lines.append("\"kept\": the broker had the value already; how old it is cannot be known.")
    }
    if found.doubtCount > 0 {
      let marks = found.doubtCount == 1 ? "1 doubt is" : "\(found.doubtCount) doubts are"
      lines.append(
        "\(marks) marked with '\(FoundConfig.doubtMark)' below: look at them before you rely on it.")
    }
    if let untold = settings?.untold { lines.append("\(path): \(untold).") }
    if found.isEmpty {
      lines.append(
        recognition.devices.isEmpty
          ? "Nothing that measures a plant. Probes on a battery may speak once in hours: try --for 2h."
          : "Nothing to add to the config.")
    } else if settings != nil {
      lines.append("Missing in \(path): add these entries to its sections.")
    } else {
      lines.append("Save it as loam.yaml, rename what you like, then: loam check, loam run.")
    }
    return lines
  }

  private var table: [String] {
    let now = HostClock.now().wallMilliseconds / 1000
    let rows = recognition.devices.map { device -> [String] in
      let family = device.candidate.family.name + (device.candidate.isGuess ? "?" : "")
      return [device.candidate.label, family, FoundValues.text(device), SniffAge.text(device, now: now)]
    }
    return rows.isEmpty ? [] : [""] + Words.lines(["device", "family", "values", "age"], rows)
  }

  private var bound: [String] {
    guard let settings else { return [] }
    let plan = settings.plan
    let names = recognition.devices.compactMap { device -> String? in
      guard let position = device.boundBy else { return nil }
      if position < plan.sensors.count { return plan.sensors[position].id }
      let place = position - plan.sensors.count
      return plan.actuators.indices.contains(place) ? plan.actuators[place].id : nil
    }
    return names.isEmpty
      ? [] : ["", "In the config already: \(Set(names).sorted().joined(separator: ", "))."]
  }

  private var strangers: [String] {
    let topics = recognition.strangers.sorted { $0.promise > $1.promise }
    let shown = showsAll ? topics[...] : topics.filter { $0.promise > 0 }.prefix(Self.strangersMax)
    var lines =
      shown.isEmpty ? [] : ["", "Topics that no family knows:"] + Words.lines(nil, shown.map(\.row))
    if shown.count < topics.count {
      lines += ["", "\(topics.count - shown.count) more topics with other things in them: --all lists them."]
    }
    return lines
  }
}

extension StrangerTopic {
  /// How likely it is something that the owner would like to bind.
  fileprivate var promise: Int {
    switch look {
    case .number: 2
    case .json(let numbers): numbers.isEmpty ? 0 : 1
    case .word, .binary: 0
    }
  }

  fileprivate var row: [String] {
    switch look {
    case .number(let value): [topic, "a number, \(FoundValues.number(value))"]
    case .json(let numbers):
      [topic, numbers.isEmpty ? "JSON" : "JSON with \(numbers.joined(separator: ", "))"]
    case .word(let word): [topic, "a word, \(word.prefix(40))"]
    case .binary: [topic, "binary"]
    }
  }
}
