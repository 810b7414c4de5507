import GardenCore
import MQTTTypes
package import PayloadJSON

/// Sensors of a Shelly of the second generation and later.
///
/// `topic` is the device's prefix, by default its id. How states travel: ``ShellyNotification``. `part` is the number `<n>`
/// of the components, 0 without it; from 100 on they belong to an add-on.
///
/// | component | key | quantity | unit |
/// |---|---|---|---|
/// | `temperature:<n>` | `tC`, else `tF` | temperature | °C, °F |
/// | `humidity:<n>` | `rh` | humidity | % |
/// | `illuminance:<n>` | `lux` | light | lx |
/// | `switch:<n>` | `apower` | power | W; not for an add-on |
/// | `devicepower:0` | `battery.percent` | battery | %; not for an add-on |
///
/// `fields` names others as `<component>:<n>.<key>`: `voltmeter:100.voltage` (an analogue soil probe, with its
/// calibration), `input:100.percent`, `bthomesensor:200.value`. `null` is no value.
///
/// `<prefix>/online` is `true` or `false` (will). A device on batteries connects for seconds every `wakeup_period` and is
/// nearly always `false`: it is heard only where every component is an add-on's, whose relay is on mains.
/// Source: Shelly Gen2+ API reference, "Temperature", "Humidity", "Illuminance", "DevicePower", "Voltmeter"; format
/// reference §8.
package struct ShellySensor: DeviceDecoder {
  package let sources: [DeviceSource]
  /// In the order of ``sources``, from the second on.
  private let components: [Component]
  private let availability: AvailabilityTopic?

  private struct Component: Sendable {
    let name: String
    let fields: MappedFields
  }

  init(_ binding: SensorBinding) throws(BindingProblem) {
    let number = try ShellyGeneration.number(
      binding.part, default: 0, "the number of the component: 0, or from 100 on for an add-on")
    let mappings = try MappedFields(Self.known(number), binding).mappings
    var components: [Component] = []
    var isAddOn = true
    for mapping in mappings {
      let name = try Self.component(mapping)
      if components.contains(where: { $0.name == name }) { continue }
      components.append(Component(name: name, fields: try Self.fields(of: name, mappings, binding)))
      isAddOn = isAddOn && Self.isAddOn(name)
    }
    let online =
      isAddOn
      ? try AvailabilityTopic(binding.topic + "/online", online: ["true"], offline: ["false"]) : nil
    availability = try AvailabilityTopic.of(binding, family: online)
    var filters = [try ShellyNotification.topic(binding.topic)]
    for component in components {
      filters.append(try ShellyNotification.topic(binding.topic, component: component.name))
    }
    if let availability { filters.append(availability.filter) }
    sources = filters.map { DeviceSource(filter: $0) }
    self.components = components
  }

  private static func known(_ number: Int) -> [FieldMapping] {
    let own: [FieldMapping] = [
      .at(.temperature, "temperature:\(number)", "tC"),
      .at(.temperature, "temperature:\(number)", "tF", unit: .fahrenheit),
      .at(.humidity, "humidity:\(number)", "rh"), .at(.light, "illuminance:\(number)", "lux"),
    ]
    let base: [FieldMapping] = [
      .at(.power, "switch:\(number)", "apower"), .at(.battery, "devicepower:0", "battery", "percent"),
    ]
    return number >= 100 ? own : own + base
  }

  private static func component(_ mapping: FieldMapping) throws(BindingProblem) -> String {
    guard case .key(let name) = mapping.path.steps.first, mapping.path.steps.count > 1, !name.isEmpty,
      !name.contains("/")
    else { throw .badPath(mapping.quantity) }
    return name
  }

  private static func isAddOn(_ component: String) -> Bool {
    guard let number = component.split(separator: ":").last.flatMap({ Int($0) }) else { return false }
    return number >= 100
  }

  /// The mappings of one component, from its status on.
  private static func fields(
    of component: String, _ mappings: [FieldMapping], _ binding: SensorBinding
  ) throws(BindingProblem) -> MappedFields {
    var own = binding
    own.fields = []
    for mapping in mappings where try Self.component(mapping) == component {
      var inner = mapping
      inner.path.steps.removeFirst()
      inner.rules = try mapping.rules.map { (rules) throws(BindingProblem) in
        try Self.rules(rules, within: component, mapping.quantity)
      }
      own.fields.append(inner)
    }
    return try MappedFields([], own)
  }

  /// Paths of rules begin where the field's own path does. A message may have this one component and no other, so they stay in it.
  private static func rules(
    _ rules: FieldRules, within component: String, _ quantity: Quantity
  ) throws(BindingProblem) -> FieldRules {
    func inner(_ path: FieldPath) throws(BindingProblem) -> FieldPath {
      guard path.firstKey == component, path.steps.count > 1 else {
        throw .otherOrigin(quantity, path.text, "\(component).")
      }
      return FieldPath(Array(path.steps.dropFirst()))
    }
    func inner(_ matches: [FieldMatch]) throws(BindingProblem) -> [FieldMatch] {
      var found: [FieldMatch] = []
      for match in matches { found.append(FieldMatch(path: try inner(match.path), values: match.values)) }
      return found
    }
    var rules = rules
    rules.when = try inner(rules.when)
    rules.noValueWhen = try inner(rules.noValueWhen)
    if let path = rules.unitPath { rules.unitPath = try inner(path) }
    return rules
  }

  package func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    if source > components.count {
      availability?.decode(payload, into: &items)
      return
    }
    guard let message = payload.document(orRefuseInto: &items) else { return }
    if source > 0 {
      components[source - 1].fields.decode(message, MappedFields.Facts(), into: &items)
      return
    }
    guard let notification = ShellyNotification(message, context) else { return }
    let facts = MappedFields.Facts(measuredAt: notification.measuredAt)
    for i in components.indices {
      guard let status = notification.components[components[i].name] else { continue }
      components[i].fields.decode(status, facts, into: &items)
    }
  }
}
