import GardenCore
import MQTTTypes
package import PayloadJSON

/// One probe of an Ecowitt gateway through ecowitt2mqtt.
///
/// Topic: one per gateway, chosen with `--mqtt-topic`; one flat JSON object with all probes, not retained unless
/// `--mqtt-retain`. Keys of absent probes are absent. `part` says which probe is meant:
///
/// | `part` | device | keys | quantity | unit |
/// |---|---|---|---|---|
/// | `soil1`… | WH51 | `soilmoisture1`; `soilbatt1` | moisture; battery low | %; V, low at 1.2 |
/// | `tf1`… | WN34, WN35 | `tf_ch1`; `tf_batt1` | temperature; battery low | °F; V, low at 1.2 |
/// | `air1`… | WN31 | `temp1`, `humidity1`; `batt1` | temperature, humidity; battery low | °F, %; `ON` = low |
/// | `outdoor` | WH65, WH26 | `temp`, `humidity`, `solarradiation_lux`; `wh65batt`, `wh26batt` | and light | °F, %, lx |
/// | `indoor` | gateway | `tempin`, `humidityin`; `wh25batt` | temperature, humidity | °F, % |
///
/// Units are nowhere in the message: temperatures are °F unless `temperature_unit` says celsius (`--output-unit-system
/// metric`). With `--raw-data` the upload's names `tempf`, `tempinf`, `temp1f` are °F always. Without `part`, or for a raw
/// value (`soilad1`), `fields` names the keys. Volts are no percentage: they only say low or not. There is no time.
/// Source: ecowitt2mqtt documentation, "Configuration", "Battery Configurations"; uploads of GW1100B, GW2000A and HP2550;
/// format reference §7.
package struct Ecowitt2MQTTSensor: DeviceDecoder {
  private let topic: MessageTopic
  private let fields: MappedFields
  private let probe: EcowittProbe?
  package var sources: [DeviceSource] { topic.sources }

  private static let cellVoltsMin = 1.2

  init(_ binding: SensorBinding) throws(BindingProblem) {
    topic = try MessageTopic(try Topics.filter(binding.topic), binding)
    if let part = binding.part {
      guard let probe = EcowittProbe(part) else { throw .badPart(part, EcowittProbe.hint) }
      self.probe = probe
    } else if binding.fields.isEmpty {
      throw .needsPart(EcowittProbe.hint)
    } else {
      probe = nil
    }
    fields = try MappedFields(probe?.fields ?? [], binding)
  }

  package func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    guard let message = topic.message(payload, source: source, into: &items) else { return }
    let isLive = fields.decode(message, MappedFields.Facts(temperatureUnit: .fahrenheit), into: &items)
    guard isLive, let probe else { return }
    for i in probe.batteryKeys.indices {
      guard let value = message[probe.batteryKeys[i]] else { continue }
      if let isLow = Self.isLow(value, probe.battery) { items.append(.batteryLow(isLow)) }
      return
    }
  }

  /// Which of a word and a number it is depends on `--battery-override`; a percentage says nothing here.
  private static func isLow(_ value: JSONValue, _ battery: EcowittProbe.Battery) -> Bool? {
    if value.textEqualsIgnoringCase("on") { return true }
    if value.textEqualsIgnoringCase("off") { return false }
    guard case .value(let number, unit: nil) = value.number else { return nil }
    switch battery {
    case .volts: return number > 0 && number < 4 ? number <= cellVoltsMin : nil
    case .flag: return number == 0 ? false : number == 1 ? true : nil
    }
  }
}
