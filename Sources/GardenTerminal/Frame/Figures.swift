import LoamKit

/// Values with as many decimals as their step has, at most two.
enum Figures {
  static func text(_ value: Double, step: Double) -> String {
    let bounded = min(max(value, -1e9), 1e9)
    if step == step.rounded() { return String(Int(bounded.rounded())) }
    let scale: Int64 = step * 10 == (step * 10).rounded() ? 10 : 100
    let scaled = Int64((bounded * Double(scale)).rounded())
    let rest = String(scale + abs(scaled % scale)).dropFirst()
    return "\(scaled < 0 ? "-" : "")\(abs(scaled / scale)).\(rest)"
  }

  /// With its unit, as notifications write it: `35%`, `21.5 °C`.
  static func text(_ value: Double, step: Double, unit: String) -> String {
    text(value, step: step) + (unit == "%" ? "" : " ") + unit
  }
}

/// Lengths of time in two units at most.
enum Span {
  static func text(_ seconds: Int64) -> String {
    let s = max(0, seconds)
    if s < 60 { return "\(s) s" }
    if s < 3600 { return "\(s / 60) min" }
    if s < 86_400 { return s % 3600 < 60 ? "\(s / 3600) h" : "\(s / 3600) h \(s % 3600 / 60) min" }
    return s % 86_400 < 3600 ? "\(s / 86_400) d" : "\(s / 86_400) d \(s % 86_400 / 3600) h"
  }
}

extension Span {
  /// The largest unit alone.
  static func short(_ seconds: Int64) -> String {
    let s = max(0, seconds)
    if s < 3600 { return text(s) }
    return s < 172_800 ? "\(s / 3600) h" : "\(s / 86_400) d"
  }

  /// `in 1–4 d`: from one moment to a later one, in one unit.
  static func between(_ first: Int64, _ last: Int64) -> String {
    let (unit, name): (Int64, String) = last < 172_800 ? (3600, "h") : (86_400, "d")
    let (from, to) = ((first + unit / 2) / unit, (last + unit / 2) / unit)
    return from == to ? "in \(to) \(name)" : "in \(from)–\(to) \(name)"
  }
}

/// Weekday and time of day.
enum Clock {
  static func text(_ time: EpochSeconds, offsetSeconds: Int) -> String {
    let local = Int(time.seconds) + offsetSeconds
    let day = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][local / 86_400 % 7]
    let minute = local % 86_400 / 60
    return "\(day) \(two(minute / 60)):\(two(minute % 60))"
  }

  private static func two(_ n: Int) -> String { n < 10 ? "0\(n)" : "\(n)" }
}
