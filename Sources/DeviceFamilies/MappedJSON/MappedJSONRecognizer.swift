import GardenCore
import PayloadJSON

/// A guess: a JSON object with numbers whose keys name quantities, down to the third level. Two of one quantity are two
/// probes, told apart by the rest of the key: `soilmoisture1`, `soilmoisture2`.
enum MappedJSONRecognizer {
  private static let depthMax = 3
  private static let fieldsMax = 64

  private struct Found {
    var rest: String
    var mapping: FieldMapping
    var remark: String?
  }

  static func candidates(_ piece: HeardPiece) -> [DeviceCandidate] {
    guard let object = piece.object, piece.levels.last != "set", piece.levels.last != "get" else { return [] }
    var found: [Found] = []
    collect(object, at: [], into: &found)
    let shared = found.filter { $0.rest.isEmpty }
    var order: [String] = []
    for one in found where !order.contains(one.rest) && !one.rest.isEmpty { order.append(one.rest) }
    // Without two of a kind, all belongs to one device, whatever the keys are called.
    let isOne = Set(found.map(\.mapping.quantity)).count == found.count
    let groups =
      isOne
      ? [found] : (shared.isEmpty ? [] : [shared]) + order.map { name in found.filter { $0.rest == name } }
    return groups.compactMap { candidate(piece, $0, isOne ? "" : $0.first?.rest ?? "") }
  }

  private static func candidate(_ piece: HeardPiece, _ group: [Found], _ rest: String) -> DeviceCandidate? {
    guard group.contains(where: { $0.mapping.quantity != .battery }) else { return nil }
    var fields: [FieldMapping] = []
    for one in group where !fields.contains(where: { $0.quantity == one.mapping.quantity }) {
      fields.append(one.mapping)
    }
    var levels = piece.levels
    if ["state", "data", "json", "status", "SENSOR"].contains(levels.last), levels.count > 1 {
      levels.removeLast()
    }
    let name = levels.joined(separator: "/")
    var candidate = DeviceCandidate.sensor(
      .json, topic: piece.topic, fields: fields, identity: "\(piece.topic) \(rest)",
      label: rest.isEmpty ? name : "\(name) \(rest)")
    candidate.isGuess = true
    candidate.remarks = group.compactMap(\.remark)
    return candidate
  }

  private static func collect(_ object: JSONValue, at path: [FieldPath.Step], into found: inout [Found]) {
    var collected = found
    object.forEachField { field in
      if collected.count >= fieldsMax { return false }
      let name = field.name
      let here = path + [.key(name)]
      if field.value.kind == .object, here.count < depthMax {
        collect(field.value, at: here, into: &collected)
      } else if case .value(let number, _) = field.value.number {
        if let one = read(name, number, FieldPath(here)) { collected.append(one) }
      }
      return true
    }
    found = collected
  }

  private static func read(_ name: String, _ number: Double, _ path: FieldPath) -> Found? {
    var meaning = QuantityWords.meaning(of: name)
    if meaning == nil || ["value", "raw"].contains(name), case .key(let parent)? = path.steps.dropLast().last
    {
      meaning = ["value", "raw", "percent"].contains(name) ? QuantityWords.meaning(of: parent) : meaning
    }
    guard let meaning else { return nil }
    if meaning.quantity == .moisture, number > 110 {
      return Found(rest: meaning.rest, mapping: RawProbe.mapping(path, seen: number), remark: RawProbe.remark)
    }
    let unit: FieldUnit = meaning.isFahrenheit ? .fahrenheit : .canonical
    return Found(
      rest: meaning.rest, mapping: FieldMapping(quantity: meaning.quantity, path: path, unit: unit))
  }
}
