import ArgumentParser
import BridgeConfig
import DeviceFamilies
import GardenCore
import HostSystem
import MosquittoClient
import ProgramConfig

struct CalibrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Record what a raw probe reads in dry and in wet soil.",
    discussion: """
      Listens to the sensor as `loam run` does and shows its value before calibration. Hold the probe in dry soil (or air), then \
      in soaked soil that has drained (or water), and press Enter each time; a value counts when it has come to rest. At \
      the end the two points are printed as lines for the config; the file itself is not changed.

        loam calibrate basil-probe
        loam calibrate basil-probe --dry 720 --wet 260
        loam calibrate basil-probe --yes < /dev/null

      With both --dry and --wet it does not listen: it checks the pair and prints its lines. With --yes it asks nothing: \
      the wet end is the first value at rest that is far enough from the dry one. It exits 65 if the pair is of no use, and 75 if \
      no value came to rest in time.
      """)

  @OptionGroup var bridge: BridgeOptions
  @Argument(help: "The sensor's name in the config.") var sensor: String
  @Option(help: "The quantity to calibrate: moisture, light, …") var quantity = "moisture"
  @Option(parsing: .unconditional, help: "What it reads in dry soil, if you know it.") var dry: Double?
  @Option(parsing: .unconditional, help: "What it reads in wet soil, if you know it.") var wet: Double?
  @Option(help: "How long to wait for each value: 90s, 10min.") var wait = LengthOfTime.tenMinutes
  @Flag(help: "Ask no questions.") var yes = false

  func run() throws {
    let settings = try bridge.config.read(for: .bridge)
    guard let position = settings.plan.sensors.firstIndex(where: { $0.id == sensor }) else {
      let known = settings.plan.sensors.map(\.id).joined(separator: ", ")
      throw CommandEnd.saying("there is no sensor '\(sensor)' in \(bridge.config.path); it has: \(known)")
    }
    guard let quantity = Quantity.allCases.first(where: { "\($0.name)" == quantity && $0 != .raw }) else {
      throw ValidationError("'\(quantity)' is no quantity; most probably you mean moisture")
    }
    let probe: CalibrationProbe
    do throws(BindingProblem) {
      probe = try CalibrationProbe(settings.sensors[position], quantity: quantity)
    } catch {
      throw CommandEnd.saying("\(sensor): \(error)", .config)
    }
    let capture = Capture(probe: probe, calendar: settings.plan.site.calendar)
    let dryEnd: StableValue.Rest
    let wetEnd: StableValue.Rest
    if let dry, let wet {
      dryEnd = StableValue.Rest(median: dry, spread: 0, count: 0)
      wetEnd = StableValue.Rest(median: wet, spread: 0, count: 0)
    } else {
      let connection = try bridge.beside(settings).connection()
      try capture.connect(connection, configPath: bridge.config.path, timeout: .seconds(bridge.timeout))
      dryEnd = try known(dry) ?? capture.end("dry", Self.dryQuestion, asks: !yes, apartFrom: nil, wait)
      wetEnd = try known(wet) ?? capture.end("wet", Self.wetQuestion, asks: !yes, apartFrom: dryEnd, wait)
      capture.close()
    }
    try checkNeed(capture.mapping, quantity, dryEnd, wetEnd)
    try report(capture.mapping, quantity, dryEnd, wetEnd)
  }

  private static let dryQuestion = "Dry end: hold the probe in dry soil, or dry and clean in the air."
  private static let wetQuestion =
    "Wet end: put the probe into soaked soil that has drained, or into water up to its mark."

  /// A probe that says percent already has its own scale: two points on it stretch every value.
  private func checkNeed(
    _ mapping: FieldMapping?, _ quantity: Quantity, _ dry: StableValue.Rest, _ wet: StableValue.Rest
  ) throws {
    guard quantity.scale != nil, mapping?.unit.isRaw != true, mapping?.calibration == nil,
      max(dry.median, wet.median) <= 110
    else { return }
    let ends = "\(CalibrationWords.number(dry.median)) and \(CalibrationWords.number(wet.median))"
    if abs(dry.median - wet.median) < 20 {
      throw CommandEnd.saying(
        "of no use: \(sensor) says \(quantity.name) in percent already, and \(ends) are too near to each other to be dry and wet. "
          + "If its number is raw, write 'unit: raw' at its field first.", .dataError)
    }
    StandardError.write(
      "note: \(sensor) says \(quantity.name) in percent already; with this, \(ends) become 0 and 100 %.")
  }

  private func known(_ value: Double?) -> StableValue.Rest? {
    value.map { StableValue.Rest(median: $0, spread: 0, count: 0) }
  }

  private func report(
    _ mapping: FieldMapping?, _ quantity: Quantity, _ dry: StableValue.Rest, _ wet: StableValue.Rest
  ) throws {
    let pair: CalibrationPair
    do throws(CalibrationPair.Fault) {
      pair = try CalibrationPair(dry: dry, wet: wet)
    } catch {
      throw CommandEnd.saying(
        "of no use: dry \(CalibrationWords.number(dry.median)), wet \(CalibrationWords.number(wet.median)): \(error.text)",
        .dataError)
    }
    print("# dry \(CalibrationWords.rest(dry)); wet \(CalibrationWords.rest(wet))")
    guard var mapping else {
      print("# Add this to the field of \(quantity.name) of '\(sensor)' in \(bridge.config.path):")
      print("calibration: \(CalibrationLines.points(pair.calibration))")
      return
    }
    mapping.calibration = pair.calibration
    print("# In \(bridge.config.path), in place of what stands there for \(quantity.name) of '\(sensor)':")
    print(CalibrationLines.of(sensor: sensor, mapping))
  }
}

/// Raw values on a terminal.
enum CalibrationWords {
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "\(value)" }
    let rounded = (value * 1000).rounded() / 1000
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int64(rounded)) : String(rounded)
  }

  static func rest(_ rest: StableValue.Rest) -> String {
    rest.count == 0
      ? "\(number(rest.median)), as given"
      : "\(number(rest.median)) ± \(number(rest.spread)) of \(rest.count) values"
  }
}
