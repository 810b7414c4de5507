package import DeviceFamilies
package import GardenCore

/// Why a foreign value does not become one of ours.
package enum ImportDrop: String, Error, Sendable, Hashable, CaseIterable, CustomStringConvertible {
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

  package var description: String { rawValue }
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
  /// Of moisture without a unit, by series: whether it is percent; absent: nobody knows yet.
  private var isPercent: [Int: Bool] = [:]
  /// What waits for that.
  private var waiting: [Int: [Taken]] = [:]
  private static let fractionMax = 1.5
  private static let waitingMax = 5000

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
    let judged: (taken: Taken, isSure: Bool)
    do throws(ImportDrop) { judged = try judge(value) } catch { return drop(value.series, error) }
    let series = value.series
    if judged.isSure || isPercent[series] == true { return try hand(over: judged.taken, body) }
    guard isPercent[series] == nil else { return drop(series, .fraction) }
    waiting[series, default: []].append(judged.taken)
    if judged.taken.value > Self.fractionMax {
      isPercent[series] = true
      for taken in waiting.removeValue(forKey: series) ?? [] { try hand(over: taken, body) }
    } else if waiting[series]?.count == Self.waitingMax {
      isPercent[series] = false
      drop(series, .fraction, waiting.removeValue(forKey: series)?.count ?? 0)
    }
  }

  /// There is no more: what nothing has shown to be percent is none.
  package mutating func finish() {
    for (series, values) in waiting { drop(series, .fraction, values.count) }
    waiting = [:]
  }

  private mutating func hand(over value: Taken, _ body: (Taken) throws -> Void) rethrows {
    taken += 1
    if value.kind == .held { held += 1 }
    try body(value)
  }

  private mutating func drop(_ series: Int, _ why: ImportDrop, _ count: Int = 1) {
    dropped[why, default: [:]][series, default: 0] += count
  }

  private func judge(_ value: ForeignValue) throws(ImportDrop) -> (taken: Taken, isSure: Bool) {
    guard let target = targets[value.series] else { throw .stranger }
    guard from <= value.at, value.at < to else { throw .otherTime }
    guard case .number(let number, let written) = value.content else {
      throw value.content == .none ? .none : .notANumber
    }
    let isNamed = !said.contains(value.series) && written?.isEmpty == false
    var converted: Double? = number
    if isNamed {
      converted = written.flatMap { FieldUnit(spelled: $0)?.value(number, of: target.quantity) }
    } else if let unit = units[value.series] {
      converted = unit.value(number, of: target.quantity)
    }
    guard let converted else { throw .wrongUnit }
    guard target.quantity.plausible(isCalibrated: false).contains(converted) else { throw .impossible }
    let isSure = target.quantity != .moisture || isNamed || units[value.series] != nil
    return (Taken(target: target, value: converted, at: value.at, kind: value.kind), isSure)
  }
}
