import DeviceFamilies
package import GardenCore

/// Whose value a foreign series is: a sensor of the config, and what it measures.
package struct ImportTarget: Sendable, Hashable {
  package var sensor: String
  package var quantity: Quantity

  package init(sensor: String, quantity: Quantity) {
    self.sensor = sensor
    self.quantity = quantity
  }

  /// `basil-probe.moisture`; `nil`: it is not of that form. A sensor alone means its moisture.
  package init?(_ text: String) {
    guard let dot = text.lastIndex(of: ".") else {
      self.init(sensor: text, quantity: .moisture)
      return
    }
    let word = text[text.index(after: dot)...]
    guard let quantity = Quantity.allCases.first(where: { "\($0.name)" == word }) else { return nil }
    self.init(sensor: String(text[..<dot]), quantity: quantity)
  }
}

/// Which sensor of a garden a foreign name means, by its words alone.
///
/// `sensor.basil_soil_moisture` is the moisture of the sensor `basil`, `basil-probe` or the only moisture probe of the plant `basil`. Where two
/// would fit, none is taken.
package struct SeriesGuess {
  private let sensors: [(id: String, words: [String])]
  private let plants: [(words: [String], probes: [(sensor: String, quantities: Set<Quantity>)])]

  package init(_ plan: GardenPlan) {
    sensors = plan.sensors.map { ($0.id, Self.words($0.id)) }
    plants = plan.plants.map { plant in
      let probes = plant.shares.compactMap { share in
        let s = Int(share.sensor.position)
        return plan.sensors.indices.contains(s) ? (plan.sensors[s].id, share.quantities) : nil
      }
      return (Self.words(plant.id), probes)
    }
  }

  package func target(of series: String) -> ImportTarget? {
    let own = Self.own(series)
    let said = QuantityWords.quantity(of: own)
    if sensors.contains(where: { $0.id == series }) {
      return ImportTarget(sensor: series, quantity: said ?? .moisture)
    }
    if let known = ImportTarget(series), sensors.contains(where: { $0.id == known.sensor }) { return known }
    guard let quantity = said else { return nil }
    let words = Self.words(QuantityWords.place(in: own))
    guard !words.isEmpty else { return nil }
    // `bed-1-pot-2` and `bed-2-pot-1` have the same words.
    let alike = sensors.filter { $0.words.sorted() == words.sorted() }
    let named = alike.count > 1 ? alike.filter { $0.words == words } : alike
    if named.count == 1 { return ImportTarget(sensor: named[0].id, quantity: quantity) }
    let probes = plants.filter { $0.words.sorted() == words.sorted() }.flatMap(\.probes)
      .filter { $0.quantities.contains(quantity) || quantity == .battery }
    return probes.count == 1 ? ImportTarget(sensor: probes[0].sensor, quantity: quantity) : nil
  }

  /// The unit that a series' own name says: `basil_temp_f`.
  static func unit(of series: String) -> FieldUnit? { QuantityWords.unit(of: own(series)) }

  /// Behind the domain of Home Assistant and the path of a topic.
  private static func own(_ series: String) -> String {
    String(series.split { "/.".contains($0) }.last ?? "")
  }

  private static let filler: Set<String> = ["probe", "sensor", "plant", "soil"]

  /// `pot1`, `pot-1` and `Pot 1` are pot, 1. Words that tell nothing apart count where there are no others.
  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var last: Character = " "
    for character in text.lowercased() {
      defer { last = character }
      guard character.isLetter || character.isNumber else { continue }
      if last.isLetter && character.isLetter || last.isNumber && character.isNumber {
        words[words.count - 1].append(character)
      } else {
        words.append(String(character))
      }
    }
    let own = words.filter { !filler.contains($0) }
    return own.isEmpty ? words : own
  }
}
