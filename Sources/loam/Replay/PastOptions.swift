import ArgumentParser
import Bridge
import BridgeConfig
import DeviceFamilies
import GardenCore
import GardenImport
import HostSystem
import Hub
import ProgramConfig

/// What of which history is meant: of the commands that read one.
struct PastOptions: ParsableArguments {
  @Option(help: "From this day or moment on, such as 2026-06-01 or 2026-06-01T08:00.") var since: PastDate?
  @Option(help: "Until this day or moment.") var until: PastDate?
  @Option(
    help: ArgumentHelp(
      "What a name of another program means, such as sensor.basil_humidity=basil-probe.moisture, and in which unit: basil-probe.moisture:fraction. May be repeated.",
      valueName: "name=sensor.quantity[:unit]"))
  var map: [String] = []

  var isAsked: Bool { since != nil || until != nil || !map.isEmpty }

  private typealias Mapped = (targets: [String: ImportTarget], units: [String: FieldUnit])

  /// - Throws: an exit code, after the reason was printed.
  private func mapped(in settings: BridgeSettings) throws -> Mapped {
    var mapped: Mapped = ([:], [:])
    let sensors = settings.plan.sensors.map(\.id)
    for pair in map {
      let equals = pair.lastIndex(of: "=") ?? pair.startIndex
      let parts = pair[equals...].dropFirst().split(
        separator: ":", maxSplits: 1, omittingEmptySubsequences: false
      ).map(String.init)
      guard equals != pair.startIndex, let target = ImportTarget(parts[0]) else {
        throw CommandEnd.saying("--map '\(pair)' is not of the form name=sensor.quantity", .usage)
      }
      guard sensors.contains(target.sensor) else {
        let help = NearestName.help(for: target.sensor, among: sensors).map { "; \($0)" } ?? ""
        throw CommandEnd.saying(
          "--map '\(pair)': the config has no sensor '\(target.sensor)'\(help)", .usage)
      }
      let name = String(pair[..<equals])
      mapped.targets[name] = target
      guard parts.count > 1 else { continue }
      let fitting = FieldUnit.fitting(target.quantity)
      guard let unit = FieldUnit(rawValue: parts[1]) ?? FieldUnit(spelled: parts[1]), fitting.contains(unit)
      else {
        let words = fitting.dropFirst().map(\.rawValue).joined(separator: ", ")
        throw CommandEnd.saying(
          "--map '\(pair)': \(target.quantity.name) is in \(words)", .usage)
      }
      mapped.units[name] = unit
    }
    return mapped
  }

  /// A history that another program keeps, and what of it is meant.
  func foreign(_ path: String, for settings: BridgeSettings) throws -> ForeignPast {
    let now = Timestamp(milliseconds: HostClock.now().wallMilliseconds)
    let calendar = Startup.calendar(of: settings, from: Timestamp(milliseconds: 0), to: now)
    let history: any ForeignHistory
    do throws(ForeignHistoryError) {
      history = try ForeignPast.open(path, calendar: calendar)
    } catch {
      throw CommandEnd.saying("\(error)", .noInput)
    }
    let mapped = try mapped(in: settings)
    let plan = PastImport(
      history.series, plan: settings.plan, map: mapped.targets, units: mapped.units,
      from: since?.moment(in: calendar) ?? Timestamp(milliseconds: 0),
      to: until?.moment(in: calendar) ?? now)
    return ForeignPast(history, plan: plan)
  }
}
