package import GardenCore
import MQTTTypes
package import PayloadJSON

/// The raw value of one sensor's quantity, read by the sensor's own decoder.
package struct CalibrationProbe: Sendable {
  package let quantity: Quantity
  private let binding: SensorBinding
  private var decoder: any DeviceDecoder
  /// The field that the calibration belongs to, once it is known.
  package private(set) var mapping: FieldMapping?

  package init(_ binding: SensorBinding, quantity: Quantity) throws(BindingProblem) {
    mapping = binding.fields.first { $0.quantity == quantity }
    var binding = binding
    // Where no calibration is yet, any will do: the number before it is what is asked for.
    for i in binding.fields.indices where binding.fields[i].quantity == quantity {
      if binding.fields[i].calibration == nil {
        binding.fields[i].calibration = Calibration(dry: 0, wet: 100)
      }
    }
    self.binding = binding
    self.quantity = quantity
    decoder = try Families.makeSensor(binding)
  }

  package var filters: [String] { decoder.sources.map(\.filter.text) }

  /// The values of a message, before calibration where there is one.
  package mutating func read(
    _ payload: PayloadReader, topic: String, context: DecodeContext
  ) -> (values: [Double], refusal: Refusal?) {
    var items: [DecodedItem] = []
    for (source, place) in decoder.sources.enumerated() where place.filter.matches(topic) {
      decoder.decode(payload, source: source, context: context, into: &items)
    }
    var values: [Double] = []
    var refusal: Refusal?
    for item in items {
      switch item {
      case .value(quantity, let value, let raw, _, _): values.append(raw ?? value)
      case .refused(quantity, let reason), .refused(nil, let reason): refusal = reason
      default: break
      }
    }
    if mapping == nil, let value = values.last { mapping = field(of: value, payload, topic, context) }
    return (values, refusal)
  }

  /// Where the value stands, if the family found it by itself: the path with which the decoder finds the same number.
  private func field(
    of value: Double, _ payload: PayloadReader, _ topic: String, _ context: DecodeContext
  ) -> FieldMapping? {
    guard let root = payload.root else { return nil }
    for path in Self.paths(in: root, to: value) {
      let mapping = FieldMapping(
        quantity: quantity, path: path, calibration: Calibration(dry: value + 1, wet: value))
      var other = binding
      other.fields.append(mapping)
      guard var decoder = try? Families.makeSensor(other) else { continue }
      var items: [DecodedItem] = []
      for (source, place) in decoder.sources.enumerated() where place.filter.matches(topic) {
        decoder.decode(payload, source: source, context: context, into: &items)
      }
      let isSame = items.contains { item in
        if case .value(quantity, _, raw: value, _, _) = item { true } else { false }
      }
      if isSame { return FieldMapping(quantity: quantity, path: path) }
    }
    return nil
  }

  /// Keys down to the fourth level whose number this is; at most 16.
  private static func paths(in object: JSONValue, to value: Double) -> [FieldPath] {
    var found: [FieldPath] = []
    func search(_ object: JSONValue, _ path: [FieldPath.Step]) {
      object.forEachField { field in
        let here = path + [.key(field.name)]
        if case .value(value, _) = field.value.number { found.append(FieldPath(here)) }
        if field.value.kind == .object, here.count < 4 { search(field.value, here) }
        return found.count < 16
      }
    }
    search(object, [])
    return found
  }
}
