internal import GardenCore

/// `sensors` of a plant or place.
enum SharesKeys {
  static func read(
    _ keys: Section, _ roster: Roster, counting standard: [Quantity], help: String
  ) -> (shares: [SensorShare], positions: [TextPosition]) {
    let words = standard.map { (word: "\($0.name)", value: $0) }
    var seen: [String: TextPosition] = [:]
    let read = keys.several(
      "sensors", for: "sensor", .name(of: "a sensor"), example: "basil-probe", help: help
    ) { share in
      let name = share.required(
        "sensor", .name(of: "a sensor"), example: "basil-probe", help: "Its name under 'sensors'.")
      let weight = share.value(
        "weight", .number(0.001...1000), default: 1, help: "How much it counts beside the others.")
      let quantities = share.list(
        "quantities", .words("a quantity", words), default: standard,
        help: "Which of its quantities count here.")
      guard let name, let index = roster.sensor(name) else { return (SensorShare, TextPosition)?.none }
      if let first = seen[name.value] {
        keys.problems.error(
          at: name.position, "\(keys.place) names the sensor \(quoted(name.value)) twice",
          help: "it is first named in line \(first.line)")
      }
      seen[name.value] = name.position
      let draft = roster.sensors[Int(index.position)]
      for quantity in quantities where quantity.isWritten && !draft.mayMeasure(quantity.value) {
        keys.problems.error(
          at: quantity.position, "the sensor \(quoted(name.value)) measures no \(quantity.value.name)",
          help: "what it measures follows from its family and its 'fields'")
      }
      let counted = Set(quantities.map(\.value).filter(draft.mayMeasure))
      if counted.isEmpty, !quantities.contains(where: \.isWritten) {
        let wanted = standard.map { "\($0.name)" }.joined(separator: ", ")
        keys.problems.error(
          at: name.position, "the sensor \(quoted(name.value)) measures nothing that counts here (\(wanted))",
          help: "what it measures follows from its family and its 'fields'")
      }
      return (SensorShare(sensor: index, weight: weight.value, quantities: counted), name.position)
    }
    let found = read.compactMap { $0 }
    return (found.map(\.0), found.map(\.1))
  }
}
