import ArgumentParser
import Bridge
import BridgeConfig
import GardenCore
import GardenImport
import HostSystem

/// What of which history is meant: of the commands that read one.
struct PastOptions: ParsableArguments {
  @Option(help: "From this day or moment on, such as 2026-06-01 or 2026-06-01T08:00.") var since: PastDate?
  @Option(help: "Until this day or moment.") var until: PastDate?
  @Option(
    help: ArgumentHelp(
      "What a name of another program means, such as sensor.basil_humidity=basil-probe.moisture. May be repeated.",
      valueName: "name=sensor.quantity"))
  var map: [String] = []

  var isAsked: Bool { since != nil || until != nil || !map.isEmpty }

  /// - Throws: an exit code, after the reason was printed.
  func targets(in settings: BridgeSettings) throws -> [String: ImportTarget] {
    var targets: [String: ImportTarget] = [:]
    let sensors = settings.plan.sensors.map(\.id)
    for pair in map {
      guard let equals = pair.lastIndex(of: "="), equals != pair.startIndex,
        let target = ImportTarget(String(pair[pair.index(after: equals)...]))
      else { throw PastEnd.saying("--map '\(pair)' is not of the form name=sensor.quantity", ExitCode.usage) }
      guard sensors.contains(target.sensor) else {
        let help = NearestName.help(for: target.sensor, among: sensors).map { "; \($0)" } ?? ""
        throw PastEnd.saying(
          "--map '\(pair)': the config has no sensor '\(target.sensor)'\(help)", ExitCode.usage)
      }
      targets[String(pair[..<equals])] = target
    }
    return targets
  }

  func open(_ path: String, for settings: BridgeSettings) throws -> any ForeignHistory {
    let calendar = Startup.calendar(
      of: settings, from: Timestamp(milliseconds: 0),
      to: Timestamp(milliseconds: HostClock.now().wallMilliseconds))
    do throws(ForeignHistoryError) {
      return try ForeignPast.open(path, calendar: calendar)
    } catch {
      throw PastEnd.saying("\(error)", ExitCode.noInput)
    }
  }

  func foreign(_ history: any ForeignHistory, for settings: BridgeSettings) throws -> ForeignPast {
    let now = Timestamp(milliseconds: HostClock.now().wallMilliseconds)
    let calendar = Startup.calendar(of: settings, from: Timestamp(milliseconds: 0), to: now)
    let plan = PastImport(
      history.series, plan: settings.plan, map: try targets(in: settings),
      from: since?.moment(in: calendar) ?? Timestamp(milliseconds: 0),
      to: until?.moment(in: calendar) ?? now)
    return ForeignPast(history, plan: plan)
  }

  private typealias ExitCode = HostSystem.ExitCode
}
