import GardenCore
import LoamKit

/// The content of an activity for one reader, and how it ended for programs.
extension Renderer {
  func content(of picture: ActivityPicture, _ reader: Reader) -> ActivityContent {
    let progress = picture.progress.isFinite ? min(max(picture.progress, 0), 1) : 0
    return ActivityContent(
      emoji: emoji(of: picture), title: Shortening.name(title(of: picture, reader), 120),
      progress: (progress * 1000).rounded() / 1000)
  }

  private func emoji(of picture: ActivityPicture) -> String {
    switch picture.phase {
    case .opening, .running, .closing: "💧"
    case .renewed: picture.kind == .countdown ? "⏳" : "💧"
    case .counting: "⏳"
    case .finished, .targetReached: "✅"
    case .timeUp: "⏰"
    case .stopped: "🛑"
    case .interrupted, .failed: "⚠️"
    case .unknown: "❓"
    }
  }

  private func title(of picture: ActivityPicture, _ reader: Reader) -> String {
    let plant = picture.plant.map { shown($0.name, otherwise: $0.id) }
    guard picture.kind == .watering else {
      return reader.words.countdown(plant, countdownWords(picture.phase))
    }
    return reader.words.watering(plant ?? "?", wateringWords(picture.phase))
  }

  private func wateringWords(_ phase: ActivityPicture.Phase) -> WateringWords {
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

  private func countdownWords(_ phase: ActivityPicture.Phase) -> CountdownWords {
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
  func ending(of picture: ActivityPicture) -> (ActivityEnding?, DeviceName?, String?) {
    switch picture.phase {
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
