import DeviceFamilies
import Foundation
import GardenCore
@testable import FuzzHarness

/// Items as lines, so that a difference is readable.
enum ItemText {
  static func line(_ item: DecodedItem) -> String {
    switch item {
    case .value(let quantity, let value, let raw, let time, let isCached):
      return reading(quantity: "\(quantity.name)", value, raw, time, isCached)
    case .refused(let quantity, let refusal):
      return "\(quantity.map { "\($0.name)" } ?? "message") refused: \(refusal.name)"
    case .online(let isOnline): return "online \(isOnline)"
    case .batteryLow(let isLow): return "battery low \(isLow)"
    case .fault(let quantity, let word): return "\(quantity.name) fault: \(word.text)"
    case .alarm(let word): return "alarm \(word?.text ?? "over")"
    case .said(let word): return "said \(word.text.text)"
    case .supply(let isExternal): return "external \(isExternal)"
    case .valve(let report):
      let seconds = report.remaining.map { Double($0.milliseconds) / 1000 }
      return valve(
        report.isOpen, seconds, report.litres, report.litresPerMinute, report.isShortOfWater,
        report.isLeaking,
        report.wasRetained)
    case .setpoint(let value): return "setpoint \(number(value))"
    case .interlock(let blocks): return "interlock \(blocks.map { $0 ? "blocks" : "clear" } ?? "unknown")"
    case .asks: return "asks"
    }
  }

  static func line(_ expected: Fixture.Expected, wasRetained: Bool) -> String {
    let quantities: [(String, Double?)] = [
      ("moisture", expected.moisture), ("temperature", expected.temperature), ("light", expected.light),
      ("conductivity", expected.conductivity), ("battery", expected.battery), ("humidity", expected.humidity),
      ("flow", expected.flow), ("volume", expected.volume), ("power", expected.power),
    ]
    for (name, value) in quantities {
      if let value {
        return reading(
          quantity: name, value, expected.raw, expected.at.map { timestamp($0) }, expected.cached ?? false)
      }
    }
    if let fault = expected.fault { return "\(fault) fault: \(expected.word ?? "?")" }
    if let alarm = expected.alarm { return "alarm \(alarm)" }
    if let isExternal = expected.external { return "external \(isExternal)" }
    if let refused = expected.refused { return "\(refused) refused: \(expected.reason ?? "?")" }
    if let online = expected.online { return "online \(online)" }
    if let isLow = expected.battery_low { return "battery low \(isLow)" }
    if expected.asks == true { return "asks" }
    if let setpoint = expected.setpoint { return "setpoint \(number(setpoint))" }
    guard let report = expected.valve else { return "an expectation without content" }
    return valve(
      report.open, report.remaining, report.litres, report.litres_per_minute, report.short, report.leaking,
      wasRetained)
  }

  private static func reading(
    quantity: String, _ value: Double, _ raw: Double?, _ time: Timestamp?, _ isCached: Bool
  ) -> String {
    var line = "\(quantity) \(number(value))"
    if let raw { line += " raw \(number(raw))" }
    if let time { line += " at \(time.milliseconds)" }
    return isCached ? line + " cached" : line
  }

  private static func valve(
    _ isOpen: Bool?, _ remaining: Double?, _ litres: Double?, _ flow: Double?, _ isShort: Bool?,
    _ isLeaking: Bool?, _ wasRetained: Bool
  ) -> String {
    func part(_ name: String, _ value: Bool?) -> String { value.map { " \(name) \($0)" } ?? "" }
    func part(_ name: String, _ value: Double?) -> String { value.map { " \(name) \(number($0))" } ?? "" }
    return "valve" + part("open", isOpen) + part("remaining", remaining) + part("litres", litres)
      + part("flow", flow) + part("short", isShort) + part("leaking", isLeaking)
      + (wasRetained ? " retained" : "")
  }

  private static func number(_ value: Double) -> String { String(format: "%.9g", value) }
}
