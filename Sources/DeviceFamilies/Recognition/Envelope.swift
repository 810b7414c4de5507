import GardenCore
import MQTTTypes
import PayloadJSON

/// A family's device in whose message the family itself finds no moisture: what the names in it say, below whatever envelope.
enum Envelope {
  /// The candidate as it is, or with the fields that it lacks; one for each probe where the message holds several.
  static func completed(_ candidate: DeviceCandidate, _ piece: HeardPiece) -> [DeviceCandidate] {
    guard case .sensor(let binding) = candidate.role, !candidate.isGuess, binding.fields.isEmpty,
      binding.family.recognizer?.guesses == true, let root = piece.payload.tree, root.kind == .object,
      let told = told(binding, piece), told[.moisture] != .known
    else { return [candidate] }
    let probes = GuessedFields(root, of: piece, namesSoil: SoilModel.isNamed(in: root)).probes
    let all = probes.map { probe in
      probe.fields.filter { field in
        switch told[field.quantity] {
        case .known: false
        case .fraction: field.unit == .fraction
        case .noNumber: field.rules == nil
        case nil: true
        }
      }
    }
    let useful = zip(probes, all).filter { _, fields in
      // zigbee2mqtt has one word for a temperature: whatever else is called so is of the device itself.
      let needsMoisture = told.values.contains { $0 != .noNumber } || binding.family == .zigbee2mqtt
      return fields.contains { needsMoisture ? $0.quantity == .moisture : $0.quantity != .battery }
    }
    if useful.isEmpty { return [candidate] }
    return useful.map { probe, fields in
      var one = candidate
      one.bind { $0.fields = fields }
      if useful.count > 1 {
        one.identity += " \(probe.name)"
        one.label += " \(probe.name)"
        one.place = one.label
      }
      let names = fields.map(\.path.text).joined(separator: ", ")
      one.doubts.append(DeviceCandidate.Doubt(text: "taken from what its fields are called: \(names)"))
      one.doubts += probe.doubts.filter { doubt in
        fields.contains { $0.path == doubt.path } || told[.temperature] != .known
      }
      return one
    }
  }

  private enum Told {
    case known
    /// Less than one percent: a part of 1 may be meant.
    case fraction
    /// The number may stand further inside.
    case noNumber
  }

  /// What the family reads by itself; `nil`: it cannot be bound.
  private static func told(_ binding: SensorBinding, _ piece: HeardPiece) -> [Quantity: Told]? {
    guard let context = piece.context, var decoder = try? Families.makeSensor(binding),
      let source = decoder.sources.firstIndex(where: { $0.filter.matches(piece.topic) })
    else { return nil }
    var items: [DecodedItem] = []
    decoder.decode(piece.payload, source: source, context: context, into: &items)
    var told: [Quantity: Told] = [:]
    for item in items {
      switch item {
      case .refused(let quantity?, .notANumber): told[quantity] = .noNumber
      case .value(.moisture, 0.000_1..<1, raw: nil, _, _): told[.moisture] = .fraction
      default: if let quantity = item.quantity { told[quantity] = .known }
      }
    }
    return told
  }
}
