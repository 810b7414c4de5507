package import GardenCore
import DeviceFamilies

/// Why a foreign value does not become one of ours.
package enum ImportDrop: String, Sendable, Hashable, CaseIterable {
  /// No sensor of the config is meant by its name.
  case stranger = "of no sensor"
  /// The program itself had no value.
  case none = "unavailable or unknown"
  case notANumber = "not a number"
  case wrongUnit = "in a unit that the quantity cannot have"
  case impossible = "impossible for the quantity"
  /// Outside the time that is asked for, or in the future.
  case otherTime = "of another time"
}

/// Foreign values on their way into a history: whose they are, in our units, and what was left out and why.
package struct PastImport {
  /// A value of ours.
  package struct Taken: Sendable, Hashable {
    package var target: ImportTarget
    package var value: Double
    package var at: Timestamp
    package var kind: ForeignValue.Kind
  }

  /// By the foreign series.
  package let targets: [ImportTarget?]
  package private(set) var taken = 0
  /// Of them such as nothing was written for, since nothing changed.
  package private(set) var held = 0
  package private(set) var dropped: [ImportDrop: Int] = [:]
  private let from: Timestamp
  private let to: Timestamp

  /// - Parameters:
  ///   - map: of names whose meaning was said.
  ///   - from: of values before it nothing is taken, nor from `to` on.
  package init(
    _ series: [ForeignSeries], plan: GardenPlan, map: [String: ImportTarget], from: Timestamp, to: Timestamp
  ) {
    let guess = SeriesGuess(plan)
    targets = series.map { map[$0.name] ?? guess.target(of: $0) }
    self.from = from
    self.to = to
  }

  package mutating func take(_ value: ForeignValue) -> Taken? {
    switch judge(value) {
    case .success(let taken):
      self.taken += 1
      if taken.kind == .held { held += 1 }
      return taken
    case .failure(let drop):
      dropped[drop.why, default: 0] += 1
      return nil
    }
  }

  private struct Dropped: Error { var why: ImportDrop }

  private func judge(_ value: ForeignValue) -> Result<Taken, Dropped> {
    guard let target = targets[value.series] else { return .failure(Dropped(why: .stranger)) }
    guard from <= value.at, value.at < to else { return .failure(Dropped(why: .otherTime)) }
    switch value.content {
    case .none: return .failure(Dropped(why: .none))
    case .text: return .failure(Dropped(why: .notANumber))
    case .number(let number, let unit):
      let written = unit.flatMap { $0.isEmpty ? nil : $0 }
      let converted = written.map { FieldUnit(spelled: $0)?.value(number, of: target.quantity) } ?? number
      guard let converted else { return .failure(Dropped(why: .wrongUnit)) }
      guard target.quantity.plausible(isCalibrated: false).contains(converted) else {
        return .failure(Dropped(why: .impossible))
      }
      return .success(Taken(target: target, value: converted, at: value.at, kind: value.kind))
    }
  }
}
