import DeviceFamilies
import FoundationEssentials
import GardenCore

/// What `loam decode` prints for people.
enum DecodeText {
  static func lines(_ report: DecodeReport) -> [String] {
    if let unbound = report.unbound { return lines(unbound, report) }
    return report.devices.flatMap(lines)
  }

  private static func lines(_ device: DecodeReport.Device) -> [String] {
    var lines = ["\(device.device) [\(device.family)] on \(device.filter)"]
    for match in device.not_selected {
      let wanted = match.wanted.joined(separator: " or ")
      lines.append(
        "  select: \(match.path) is \(match.stood ?? "absent\(match.nearest.map { ", the nearest is \($0)" } ?? "")"), wanted \(wanted): not this device, or not this part"
      )
    }
    for time in device.times {
      let result =
        time.measured_at.map { "measured \(Date(timeIntervalSince1970: $0).ISO8601Format())" }
        ?? "no time that can be believed"
      lines.append("  time: \(time.path.map { "\($0) = " } ?? "")\(time.stood ?? "absent"): \(result)")
    }
    for field in device.fields { lines.append("  \(field.quantity): \(steps(field))") }
    if device.findings.isEmpty { lines.append("  nothing is read") }
    for finding in device.findings { lines.append("  = \(result(finding))") }
    return lines
  }

  /// `soil.raw = 412, a raw number, calibration 720 → 0, 260 → 100: 66.9`.
  private static func steps(_ field: DecodeReport.Field) -> String {
    let path = field.path.isEmpty ? "the payload" : field.path
    guard let stood = field.stood else {
      let nearest = field.nearest.map { ", the nearest is \($0)" } ?? ""
      return "\(path): \(field.why.map { "not asked, \($0)" } ?? "absent\(nearest)")"
    }
    var text = "\(path) = \(stood)"
    if let unit = field.unit.flatMap(FieldUnit.init(rawValue:)) { text += ", \(words(for: unit))" }
    if let calibration = field.calibration, field.number != nil { text += ", calibration \(calibration)" }
    if let why = field.why { text += ", \(why)" }
    return field.result.map { "\(text): \(result($0))" } ?? text
  }

  private static func words(for unit: FieldUnit) -> String {
    switch unit {
    case .raw: "a raw number"
    case .fraction: "as a fraction"
    case .zeroToTen: "on a scale from 0 to 10"
    case .celsius: "in °C"
    case .fahrenheit: "in °F"
    case .kelvin: "in K"
    case .lux: "in lx"
    case .microsiemensPerCentimetre: "in µS/cm"
    default: "in \(unit.rawValue)"
    }
  }

  private static func result(_ finding: DecodeReport.Finding) -> String {
    let what = [finding.quantity, finding.says, finding.value.map { "\($0)" }].compactMap(\.self)
    let raw = finding.raw.map { " (raw \($0))" } ?? ""
    let refused = finding.refused.map { "refused, \($0)" }
    let parts: [String?] = [what.joined(separator: " ") + raw, refused]
    return parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ": ")
  }

  private static func lines(_ unbound: DecodeReport.Unbound, _ report: DecodeReport) -> [String] {
    var lines = ["No sensor, valve or thermostat listens to \(report.topic)."]
    for neighbour in unbound.nearest {
      lines.append("  near: \(neighbour.device) listens to \(neighbour.filter)")
    }
    if unbound.values.isEmpty {
      return lines + ["The payload, \(report.bytes) bytes, holds nothing that can be read."]
    }
    lines.append("What stands in its payload, by the path that 'fields' would have:")
    for value in unbound.values {
      lines.append("  \(value.path.isEmpty ? "(the payload)" : value.path) = \(value.stood)")
    }
    if unbound.left_out > 0 { lines.append("  and more") }
    guard let config = unbound.config else {
      return lines + [
        "No name in it says that it measures a plant. If you know what it is, name it under 'fields': see `loam example json`."
      ]
    }
    return lines + ["To bind it, as `loam sniff` would:"]
      + config.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }
}
