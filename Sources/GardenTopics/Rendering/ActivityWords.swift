import GardenCore
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
    case .opening, .running, .closing: "💧"
    case .renewed: snapshot.kind == .countdown ? "⏳" : "💧"
    case .counting: "⏳"
    case .finished, .targetReached: "✅"
    case .timeUp: "⏰"
    case .stopped: "🛑"
    case .interrupted, .failed: "⚠️"
    case .unknown: "❓"
    }
  }

  private func title(of snapshot: ActivitySnapshot, _ reader: Reader) -> String {
    let plant = snapshot.plant.map { shown($0.name, otherwise: $0.id) }
    guard snapshot.kind == .watering else {
      return reader.words.countdown(plant, countdownWords(snapshot.phase))
    }
    return reader.words.watering(plant ?? "?", wateringWords(snapshot.phase))
  }

  private func wateringWords(_ phase: ActivitySnapshot.Phase) -> WateringWords {
    switch phase {
    case .opening: .opening
    case .running, .renewed, .counting: .running
    case .closing: .closing
    case .finished, .timeUp: .finished
    case .targetReached: .moistEnough
    case .stopped(let by): .stopped(by: personName(by))
    case .interrupted(let why): .interrupted(why)
    case .failed(.didNotOpen): .didNotOpen
    case .failed: .failed
    case .unknown: .unknown
    }
  }

  private func countdownWords(_ phase: ActivitySnapshot.Phase) -> CountdownWords {
    switch phase {
    case .timeUp, .finished, .targetReached: .timeUp
    case .stopped(let by): .stopped(by: personName(by))
    case .interrupted(let why): .interrupted(why)
    case .opening, .running, .closing, .counting, .renewed, .failed, .unknown: .counting
    }
  }

  /// The person whose device it is; `nil` where nobody in the plan has it.
  private func personName(_ device: DeviceID?) -> String? {
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
    case .interrupted(let why): (.interrupted, nil, word("\(why)"))
    case .failed(let trouble): (.failed, nil, word("\(trouble)"))
    case .unknown: (.unknown, nil, nil)
    case .renewed: (.renewed, nil, nil)
    }
  }

  /// `didNotClose` as it is written in documents: `did_not_close`.
  private func word(_ name: String) -> String {
    name.reduce(into: "") { text, letter in
      if letter.isUppercase { text += "_" }
      text += letter.lowercased()
    }
  }
}
