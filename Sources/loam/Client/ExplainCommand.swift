import ArgumentParser
import FoundationEssentials
import GardenCore
import GardenStore
import GardenTerminal
import GardenWords
import LoamKit
import ProgramConfig
import StoreTypes

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain what the bridge thinks of a plant, or print every step of a watering.",
    discussion: """
      For a plant it prints the reading, the limit, how long it has been so, the health of every probe with what was refused and why, \
      the rule with its line in the config file, who was told and why the others were not, the channels that do not deliver, and the last \
      run of its valve.

      For a lease or a valve it prints who asked and why, which commands were sent, what was seen, and when. It reads the durable log on \
      the bridge's own machine, even while the bridge is down. A lease is named by its id or the end of it; see `loam leases`.

        loam explain basil
        loam explain bed-valve --last 3
        loam explain 7788abcd
      """)

  @OptionGroup var bridge: BridgeOptions
  @Argument(help: "A plant, a valve or a lease.") var subject: String
  @Option(help: "Print only the last runs of this plant or valve: how many, newest first.") var last: Int?
  @Flag(help: "Print JSON.") var json = false

  func validate() throws {
    if let last, !(1...1000).contains(last) { throw ValidationError("--last is 1 to 1000") }
  }

  func run() throws {
    if last != nil || UniqueID(subject.lowercased()) != nil {
      return try tellLeases(try LeaseLog.orExit(bridge))
    }
    guard let log = LeaseLog.ifHere(bridge) else { return try explainPlant(or: []) }
    if log.valves.contains(subject) { return try tellLeases(log) }
    let trails = try log.trails(for: subject, last: 1)
    // The end of an id, and no plant's name.
    if let trail = trails.first, trail.plant != subject { return try tellLeases(log) }
    do {
      try explainPlant(or: log.valves)
    } catch {
      if trails.isEmpty || json { throw error }
      StandardError.write("note: only the lease log can be told")
    }
    guard !trails.isEmpty, !json else { return }
    let isRefusal = trails[0].lines.contains { $0.event.kind == .refused }
    print(isRefusal ? "  water was last asked for:" : "  the last run of water:")
    log.tell(trails)
  }

  private func tellLeases(_ log: LeaseLog) throws {
    let trails = try log.trails(for: subject, last: last ?? 1)
    if trails.isEmpty {
      if !json, tellHeater() { return }
      let dropped = try log.reader.dropped()
      throw CommandEnd.saying(
        "nothing of '\(subject)' is in the lease log\(dropped > 0 ? "; \(dropped) older lines are no longer kept" : "")"
      )
    }
    if json { try PrettyJSON.print(trails.map(LeaseDocument.init)) } else { log.tell(trails) }
  }

  /// A heater that has not heated yet has no trail, but a state. `false`: it is none, or the bridge cannot be asked.
  private func tellHeater() -> Bool {
    guard let id = SubjectName(subject), let session = try? BridgeSession(bridge),
      let heater: HeaterState = session.document(.heater(id))
    else { return false }
    print("\(heater.name) (\(heater.id)): \(Self.words(heater))")
    print("  nothing of it is in the lease log yet")
    return true
  }

  static func words(_ heater: HeaterState) -> String {
    let words = Languages.english
    let trouble = heater.trouble.map { ". " + words($0.text) } ?? ""
    return "\(words(heater.state.text)), \(words(heater.reason.text))"
      + " since \(Words.date(heater.ts)); asked for \(Words.number(heater.setpoint)) °C\(trouble)"
  }

  /// - Parameter valves: what else could have been meant.
  private func explainPlant(or valves: Set<String>) throws {
    let plant = subject
    let session = try BridgeSession(bridge)
    guard let id = SubjectName(plant), let detail: PlantDetail = session.document(.detail(id)) else {
      throw NameTrouble.unknown("plant", plant, among: session.plants.map(\.name) + valves.sorted())
    }
    if json {
      print(String(decoding: try DocumentCodec.encode(detail), as: UTF8.self))
      return
    }
    let now = session.now
    print("\(detail.name) (\(detail.id))")
    print("  \(detail.because)")
    if let held = detail.watering?.held?.words({ Words.date($0) }) { print("  no water by rule: \(held)") }
    for evaluation in detail.evaluations { print("  " + line(evaluation, now: now.seconds)) }
    let last = detail.neverWatered == true ? "never" : Words.date(detail.last)
    print("  last watered: \(last); next: \(ExplainWords.next(detail.next, detail.nextBecause, now: now))")
    for hearing in heard(id, session) ?? [] { print("  \(hearing.words({ Words.date($0) }))") }
    let channels: ChannelsState? = session.document(.channels)
    for line in channels?.undelivered({ Self.name(of: $0, session) }) ?? [] { print("  \(line)") }
    for sensor in detail.sensors { explain(sensor, now: now.seconds) }
  }

  private static func name(of device: DeviceName, _ session: BridgeSession) -> String? {
    let state: DeviceState? = session.document(.device(device))
    return state?.name
  }

  /// Who was told, as it stands now; `nil`: the bridge cannot be asked.
  private func heard(_ plant: SubjectName, _ session: BridgeSession) -> [LoamKit.Hearing]? {
    guard session.isOnline, let reply = try? session.ask(.explain(ExplainRequest(plant: plant))),
      case .explain(let detail) = reply.content
    else { return nil }
    return detail.heard
  }

  private func line(_ evaluation: PlantDetail.Evaluation, now: Int64) -> String {
    let reason = evaluation.reason.map { " (\(Languages.english($0.text)))" } ?? ""
    let unit = ExplainWords.unit(evaluation.quantity)
    // As the document has it: rounded further it might stand on its limit.
    let value = evaluation.value.map { ", \(Words.measured($0, unit: unit))" } ?? ""
    let measured = evaluation.at.map { ", measured \(Words.ago(now - $0.seconds))" } ?? ""
    return
      "\(evaluation.quantity): \(evaluation.status.rawValue)\(reason) since \(Words.date(evaluation.since))\(value)\(measured)"
  }

  private func explain(_ sensor: PlantDetail.Sensor, now: Int64) {
    let online = sensor.online.map { $0 ? ", online" : ", offline" } ?? ""
    print("  probe \(sensor.id)\(online)")
    for value in sensor.values {
      let raw = value.raw.map { " (raw \(Words.number($0)))" } ?? ""
      let age = value.at.map { "measured \(Words.ago(now - $0.seconds))" } ?? "retained, of unknown age"
      let shown = Words.number(value.value, unit: ExplainWords.unit(value.quantity))
      print("    \(value.quantity) \(shown)\(raw), \(age)\(value.fresh ? "" : "; does not count")")
    }
    if sensor.values.isEmpty, sensor.refused.isEmpty { print("    nothing was heard from it yet") }
    for (name, count) in sensor.refused.sorted(by: { $0.key < $1.key }) {
      print("    left out \(count) time\(count == 1 ? "" : "s"): \(ExplainWords.refusal(name))")
    }
  }
}
