import GardenCore
import GardenWords
import LoamKit

/// The content of an activity for one reader, and how it ended for programs.
extension Renderer {
  func content(of snapshot: ActivitySnapshot, _ reader: Reader) -> ActivityContent {
    let progress = snapshot.progress.isFinite ? min(max(snapshot.progress, 0), 1) : 0
    return ActivityContent(
      emoji: emoji(of: snapshot), title: Shortening.name(title(of: snapshot, reader), 120),
      progress: (progress * 1000).rounded() / 1000)
  }

  private func emoji(of snapshot: ActivitySnapshot) -> String {
    switch snapshot.phase {
    case .opening, .running, .closing: snapshot.kind == .heating ? "🔥" : "💧"
    case .renewed: snapshot.kind == .heating ? "🔥" : snapshot.kind == .countdown ? "⏳" : "💧"
    case .counting: "⏳"
    case .finished, .targetReached: snapshot.overrun == nil ? "✅" : "⚠️"
    case .timeUp: "⏰"
    case .stopped: "🛑"
    case .interrupted, .failed, .unheated: "⚠️"
    case .unknown: "❓"
    }
  }

  private func title(of snapshot: ActivitySnapshot, _ reader: Reader) -> String {
    let words = reader.words
    let plant = snapshot.plant.map { shown($0.name, otherwise: $0.id) }
    var name: String?
    var why: String?
    switch snapshot.phase {
    case .stopped(let by): name = personName(by)
    case .interrupted(let reason):
      why = words(Self.text(reason), ["name": cause(of: snapshot)])
    default: break
    }
    if let warmth = snapshot.warmth {
      var values = values(of: warmth, reader, at: snapshot.at)
      (values["name"], values["why"]) = (name, why)
      return words(heating(snapshot.phase, isNamed: name != nil), values)
    }
    var values = ["plant": plant ?? "?", "name": name, "why": why]
    guard snapshot.kind == .countdown else {
      let key = watering(snapshot.phase, isNamed: name != nil)
      let litres = litres(snapshot.litres, words)
      guard let overrun = snapshot.overrun else {
        values["litres"] = litres
        return words(key, values)
      }
      let (time, planned) = Self.lengths(of: overrun, words)
      return words(
        overrun.isSeen ? .ranInstead : .ranUpTo,
        ["text": words(key, values), "time": time, "planned": planned, "litres": litres])
    }
    let title = words(countdown(snapshot.phase, isNamed: name != nil), values)
    return plant.map { words(.labelled, ["name": title, "value": $0]) } ?? title
  }

  func litres(_ litres: Double?, _ words: Phrasebook) -> String? {
    litres.map { words(.litresOf, ["value": words.number($0, digits: 1)]) }
  }

  /// How long it ran, and how long it was to; to the second where they would look alike.
  static func lengths(of overrun: ActivitySnapshot.Overrun, _ words: Phrasebook) -> (
    time: String, planned: String
  ) {
    let seconds = (overrun.ran.wholeSeconds, overrun.meant.wholeSeconds)
    let (time, planned) = (words.length(seconds: seconds.0), words.length(seconds: seconds.1))
    func exact(_ count: Int64) -> String { words(.secondsLong, ["count": "\(count)"]) }
    return time == planned ? (exact(seconds.0), exact(seconds.1)) : (time, planned)
  }

  /// What broke a run off, as people call it.
  func cause(of snapshot: ActivitySnapshot) -> String? {
    guard case .interrupted(let why) = snapshot.phase, let id = snapshot.cause else { return nil }
    switch why {
    case .interlock: return plan.interlocks.first { $0.id == id }.map { shown($0.name, otherwise: id) }
    case .master: return plan.actuators.first { $0.id == id }.map { shown($0.name, otherwise: id) }
    default: return nil
    }
  }

  private func watering(_ phase: ActivitySnapshot.Phase, isNamed: Bool) -> TextKey {
    switch phase {
    case .opening: .wateringOpening
    case .running, .renewed, .counting: .wateringRunning
    case .closing: .wateringClosing
    case .finished, .timeUp: .wateringFinished
    case .targetReached: .wateringTargetReached
    case .stopped: isNamed ? .wateringStoppedBy : .wateringStopped
    case .interrupted: .wateringInterrupted
    case .failed(.didNotOpen): .wateringDidNotOpen
    case .failed, .unheated: .wateringFailed
    case .unknown: .wateringUnknown
    }
  }

  /// What is said of a heating, in the reader's unit.
  func values(
    of warmth: ActivitySnapshot.Warmth, _ reader: Reader, at now: Timestamp
  ) -> [String: String?] {
    /// What is not as warm yet as is asked for does not read as if it were.
    func text(_ value: Double) -> String? {
      reader.texts(value, beside: max(value, warmth.to), .temperature).value
    }
    return [
      "place": shown(warmth.name), "device": shown(warmth.device), "from": text(warmth.from),
      "to": reader.temperature(warmth.to), "now": text(warmth.value),
      // An expectation: the minute that is not over by then.
      "end": reader.knowsTime ? warmth.warmAt.map { end($0 + .seconds(59), reader, at: now) } : nil,
    ]
  }

  private func heating(_ phase: ActivitySnapshot.Phase, isNamed: Bool) -> TextKey {
    switch phase {
    case .unheated(let failure): Self.spelled(failure).text
    case .opening: .heatingAsked
    case .finished, .targetReached, .timeUp: .heatingFinished
    case .stopped: isNamed ? .heatingStoppedBy : .heatingStopped
    case .interrupted: .heatingInterrupted
    case .running, .closing, .counting, .renewed, .failed, .unknown: .heatingRunning
    }
  }

  private func countdown(_ phase: ActivitySnapshot.Phase, isNamed: Bool) -> TextKey {
    switch phase {
    case .timeUp, .finished, .targetReached: .timeUp
    case .stopped: isNamed ? .countdownStoppedBy : .countdownStopped
    case .interrupted: .countdownInterrupted
    case .opening, .running, .closing, .counting, .renewed, .failed, .unheated, .unknown: .countdown
    }
  }

  /// The person whose device it is; `nil` where nobody in the plan has it.
  func personName(_ device: DeviceID?) -> String? {
    guard let device else { return nil }
    if let console = plan.console, console.id == device { return shown(console.name) }
    return plan.people.first { $0.devices.contains { $0.id == device } }.map { shown($0.name) }
  }

  /// How it ended, by whom and why.
  func ending(of snapshot: ActivitySnapshot) -> (ActivityEnding?, DeviceName?, String?) {
    switch snapshot.phase {
    case .opening, .running, .closing, .counting: (nil, nil, nil)
    case .finished, .timeUp: (.finished, nil, nil)
    case .targetReached: (.target, nil, nil)
    case .stopped(let by): (.stopped, by.flatMap { DeviceName($0) }, nil)
    case .interrupted(let why): (.interrupted, nil, why.word)
    case .failed(let trouble): (.failed, nil, Self.spelled(trouble).word)
    case .unheated(let failure): (.failed, nil, Self.spelled(failure).word)
    case .unknown: (.unknown, nil, nil)
    case .renewed: (.renewed, nil, nil)
    }
  }
}
