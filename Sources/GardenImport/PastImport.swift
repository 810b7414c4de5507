package import DeviceFamilies
package import GardenCore

/// Why a foreign value does not become one of ours.
package enum ImportDrop: String, Sendable, Hashable, CaseIterable {
  /// No sensor of the config is meant by its name.
  case stranger = "of no sensor"
  /// The program itself had no value.
  case none = "unavailable or unknown"
  case notANumber = "not a number"
  case wrongUnit = "in a unit that the quantity cannot have"
  case impossible = "impossible for the quantity"
  /// Moisture of which no value says that it is percent.
  case fraction = "as percent or as a fraction of 1, nobody says which"
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
  /// By reason and series.
  package private(set) var dropped: [ImportDrop: [Int: Int]] = [:]
  /// What was said of a series, or what its name says.
  private let units: [FieldUnit?]
  /// Series whose unit was said, whatever they say themselves.
  private let said: Set<Int>
  private let from: Timestamp
  private let to: Timestamp
  /// Moisture without a unit, by series.
  private var scales: [Int: Scale] = [:]

  private enum Scale {
    /// So far all of it may be a fraction of 1.
    case open([Taken])
    case percent
    case fraction
  }
  private static let smallMax = 1.5
  private static let openMax = 5000

  /// - Parameters:
  ///   - map: of names whose meaning was said.
  ///   - units: of names whose unit was said.
  ///   - from: of values before it nothing is taken, nor from `to` on.
  package init(
    _ series: [String], plan: GardenPlan, map: [String: ImportTarget], units: [String: FieldUnit] = [:],
    from: Timestamp, to: Timestamp
  ) {
    let guess = SeriesGuess(plan)
    targets = series.map { map[$0] ?? guess.target(of: $0) }
    self.units = series.map { units[$0] ?? SeriesGuess.unit(of: $0) }
    said = Set(series.indices.filter { units[series[$0]] != nil })
    self.from = from
    self.to = to
  }

  /// - Parameter body: gets what becomes a value of ours, now or once another value of its series has shown what they are.
  package mutating func take(_ value: ForeignValue, _ body: (Taken) throws -> Void) rethrows {
    switch judge(value) {
    case .success(let (taken, isSure)):
      if isSure { return try hand(over: taken, body) }
      switch scales[value.series] ?? .open([]) {
      case .percent: try hand(over: taken, body)
      case .fraction: drop(value.series, .fraction)
      case .open(let waiting) where taken.value > Self.smallMax:
        scales[value.series] = .percent
        for taken in waiting + [taken] { try hand(over: taken, body) }
      case .open(var waiting):
        // Without the second owner of the list no value copies it.
        scales[value.series] = .fraction
        waiting.append(taken)
        if waiting.count < Self.openMax {
          scales[value.series] = .open(waiting)
        } else {
          drop(value.series, .fraction, waiting.count)
        }
      }
    case .failure(let drop): self.drop(value.series, drop.why)
    }
  }

  /// There is no more: what nothing has shown to be percent is none.
  package mutating func finish() {
    for case (let series, .open(let waiting)) in scales { drop(series, .fraction, waiting.count) }
    scales = [:]
  }

  private mutating func hand(over value: Taken, _ body: (Taken) throws -> Void) rethrows {
    taken += 1
    if value.kind == .held { held += 1 }
    try body(value)
  }

  private mutating func drop(_ series: Int, _ why: ImportDrop, _ count: Int = 1) {
    dropped[why, default: [:]][series, default: 0] += count
  }

  private struct Dropped: Error { var why: ImportDrop }

  private func judge(_ value: ForeignValue) -> Result<(taken: Taken, isSure: Bool), Dropped> {
    guard let target = targets[value.series] else { return .failure(Dropped(why: .stranger)) }
    guard from <= value.at, value.at < to else { return .failure(Dropped(why: .otherTime)) }
    switch value.content {
    case .none: return .failure(Dropped(why: .none))
    case .text: return .failure(Dropped(why: .notANumber))
    case .number(let number, let unit):
      let written = unit.flatMap { $0.isEmpty ? nil : $0 }
      let converted: Double?
      if let written, !said.contains(value.series) {
        converted = FieldUnit(spelled: written)?.value(number, of: target.quantity)
      } else if let unit = units[value.series] {
        converted = unit.value(number, of: target.quantity)
      } else {
        converted = number
      }
      guard let converted else { return .failure(Dropped(why: .wrongUnit)) }
      guard target.quantity.plausible(isCalibrated: false).contains(converted) else {
        return .failure(Dropped(why: .impossible))
      }
      let isSure = target.quantity != .moisture || written != nil || units[value.series] != nil
      return .success((Taken(target: target, value: converted, at: value.at, kind: value.kind), isSure))
    }
  }
}
