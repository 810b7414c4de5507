import GardenCore
package import MQTTTypes
package import PayloadJSON
import SparkplugPayload

/// Sensors of a Sparkplug B edge node or of a device behind one.
///
/// `topic` is `spBv1.0/<group>/<edge node>[/<device>]`. Messages: ``SparkplugSession``. Payload: protobuf, not retained;
/// metrics by name, or in data by the alias of the birth. `fields` names metrics: `DATA/soil_moisture`. Without it, in any case
/// and in any folder, and of several names for a quantity the first that is in the birth:
///
/// | metric | quantity | unit |
/// |---|---|---|
/// | `soil_moisture`, else `moisture` | moisture | % |
/// | `soil_temperature`, else `temperature` | temperature | °C |
/// | `humidity`, else `relative_humidity` | humidity | % |
/// | `illuminance`, else `light` | light | lx |
/// | `soil_conductivity`, else `conductivity` | conductivity | µS/cm |
/// | `battery`, else `battery_level` | battery | % |
/// | `battery_low`, else `low_battery`; `battery_ok` | battery flag | boolean |
///
/// | part of a metric | meaning |
/// |---|---|
/// | `datatype` | its own, else the birth's: sign and width of whole numbers |
/// | `is_null`; property `Quality` other than 192 | no value |
/// | `is_historical` | told afterwards: older, never the present value |
/// | `is_transient` | nothing to us: it only says that a historian need not keep it |
/// | `timestamp`, in data else the payload's | ms; measured at |
///
/// A metric that stands several times in a message: the last counts. Values of a birth without a time of their own may be cached.
/// Source: Sparkplug specification 3.0.0, chapter 6; format reference §11.
package struct SparkplugSensor: DeviceDecoder {
  private var session: SparkplugSession
  private let fields: MappedFields
  /// Beside ``MappedFields/mappings``, position by position.
  private var names: [SparkplugMetricName]
  /// Whether the mapping is the one that counts for its quantity.
  private var isChosen: [Bool]

  package var sources: [DeviceSource] { session.sources }
  package var question: MQTTPublication? { session.question }

  private static let fields = FamilyFields([
    .at(.moisture, "soil_moisture"), .at(.moisture, "moisture"), .at(.temperature, "soil_temperature"),
    .at(.temperature, "temperature"), .at(.humidity, "humidity"), .at(.humidity, "relative_humidity"),
    .at(.light, "illuminance"), .at(.light, "light"), .at(.conductivity, "soil_conductivity"),
    .at(.conductivity, "conductivity"), .at(.battery, "battery"), .at(.battery, "battery_level"),
    .at(.battery, "battery_low"), .at(.battery, "low_battery"), .at(.battery, "battery_ok"),
  ])

  init(_ binding: SensorBinding) throws(BindingProblem) {
    session = try SparkplugSession(binding.topic)
    fields = try Self.fields.of(binding).bare()
    names = []
    for (i, mapping) in fields.mappings.enumerated() {
      guard let name = mapping.path.metricName else { throw .badPath(mapping.quantity) }
      names.append(SparkplugMetricName(name, isLoose: i >= binding.fields.count, folder: "DATA/"))
    }
    isChosen = names.map { _ in true }
  }

  package mutating func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    if let heard = session.take(payload, source: source, context, into: &items) {
      if heard.isBirth {
        learn(from: heard.body.metrics)
      } else if session.isBorn {
        session.check(aliasesOf: heard.body)
      }
      read(heard, context, into: &items)
    }
    session.finish(context, into: &items)
  }

  private mutating func learn(from birth: [SparkplugMetric]) {
    var found: UInt = 0
    for i in names.indices {
      names[i].learn(from: birth)
      let bit: UInt = 1 << UInt(fields.mappings[i].quantity.rawValue)
      isChosen[i] = found & bit == 0 && names[i].born != nil
      if isChosen[i] { found |= bit }
    }
  }

  private mutating func read(
    _ heard: SparkplugSession.Heard, _ context: DecodeContext, into items: inout [DecodedItem]
  ) {
    // A retained birth is enough to find names in that very message, not to trust aliases in others.
    let isBorn = session.isBorn || heard.isBirth
    var decided: UInt = 0
    for i in names.indices where isChosen[i] || !isBorn {
      let bit: UInt = 1 << UInt(fields.mappings[i].quantity.rawValue)
      if decided & bit != 0 { continue }
      var last: SparkplugMetric?
      var wasHistorical = false
      for metric in heard.body.metrics where names[i].isMeant(metric, isBorn: isBorn) {
        if metric.isHistorical { wasHistorical = true } else { last = metric }
      }
      if wasHistorical { items.append(.refused(fields.mappings[i].quantity, .older)) }
      guard let last else { continue }
      decided |= bit
      items.append(item(last, at: i, heard, type: isBorn ? names[i].type : nil))
    }
  }

  private mutating func item(
    _ metric: SparkplugMetric, at i: Int, _ heard: SparkplugSession.Heard, type: SparkplugType?
  ) -> DecodedItem {
    let mapping = fields.mappings[i]
    if metric.isBad { return .refused(mapping.quantity, .noValue) }
    let own = MeasurementTime.read(sinceEpoch: metric.timestamp)
    let facts = MappedFields.Facts(
      measuredAt: own ?? (heard.isBirth ? nil : MeasurementTime.read(sinceEpoch: heard.body.timestamp)),
      mayBeCached: heard.isBirth && own == nil)
    let value = metric.value(bornAs: type)
    if mapping.rules != nil, let word = value.word {
      return fields.bare(FoundField(.word(word)), mapping, facts, nil) { NumberText.read(word) }
    }
    switch value {
    case .number(let number):
      guard number.isFinite else { return .refused(mapping.quantity, .notANumber) }
      return fields.item(.value(number, unit: nil), mapping, facts)
    case .text(let text): return fields.item(NumberText.read(text), mapping, facts)
    case .boolean(let isTrue):
      guard mapping.quantity == .battery, let low = BatteryFlag.lowWhen(names[i].asked) else {
        return .refused(mapping.quantity, .notANumber)
      }
      return .batteryLow(isTrue == low)
    case .time: return .refused(mapping.quantity, .notANumber)
    case .none: return .refused(mapping.quantity, .noValue)
    case .misfit: return .refused(mapping.quantity, .malformed)
    case .untyped:
      if !session.isBorn { session.miss() }
      return .refused(mapping.quantity, .malformed)
    }
  }
}

/// A boolean about a battery, by its name.
private enum BatteryFlag {
  /// Which of true and false means low; `nil`: the name does not say.
  static func lowWhen(_ name: String) -> Bool? {
    let name = name.lowercased()
    if name.contains("low") { return true }
    return name.hasSuffix("ok") || name.hasSuffix("good") ? false : nil
  }
}

extension SparkplugValue {
  /// As it would be written in a text; `nil`: it is no single value.
  fileprivate var word: String? {
    switch self {
    case .number(let number): number.isFinite ? DecimalText.of(number) : nil
    case .boolean(let isTrue): isTrue ? "true" : "false"
    case .text(let text): text
    case .time, .none, .misfit, .untyped: nil
    }
  }
}

extension FieldPath {
  /// The path as the name of a metric, in which dots may stand; `nil` for the empty path and for one that searches.
  var metricName: String? {
    var parts: [String] = []
    for step in steps {
      switch step {
      case .key(let key): parts.append(key)
      case .index(let index): parts.append(String(index))
      case .any, .which, .piece: return nil
      }
    }
    let name = parts.joined(separator: ".")
    return name.isEmpty ? nil : name
  }
}
