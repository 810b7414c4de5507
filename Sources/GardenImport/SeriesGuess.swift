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
  private let sensors: [(id: String, words: Set<String>)]
  private let plants: [(words: Set<String>, probes: [(sensor: String, quantities: Set<Quantity>)])]

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

  package func target(of series: ForeignSeries) -> ImportTarget? {
    let name = series.name.split(separator: "/").last.map(String.init) ?? series.name
    let own = name.split(separator: ".").last.map(String.init) ?? name
    if let known = ImportTarget(series.name), sensors.contains(where: { $0.id == known.sensor }),
      series.name.contains(".")
    {
      return known
    }
    guard let quantity = QuantityWords.quantity(of: own) else { return nil }
    let words = Self.words(QuantityWords.place(in: own))
    guard !words.isEmpty else { return nil }
    let named = sensors.filter { $0.words == words }
    if named.count == 1 { return ImportTarget(sensor: named[0].id, quantity: quantity) }
    let probes = plants.filter { $0.words == words }.flatMap(\.probes)
      .filter { $0.quantities.contains(quantity) || quantity == .battery }
    return probes.count == 1 ? ImportTarget(sensor: probes[0].sensor, quantity: quantity) : nil
  }

  private static let filler: Set<String> = ["probe", "sensor", "plant", "soil"]

  private static func words(_ text: String) -> Set<String> {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    return Set(words).subtracting(filler)
  }
}
