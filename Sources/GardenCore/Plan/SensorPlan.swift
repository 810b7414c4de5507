/// One probe. How its messages are read belongs to the families; here is what the rules need.
package struct SensorPlan: Sendable, Hashable {
  package var id: String
  /// What people call it; `nil`: by what it measures.
  package var name: String?
  /// After this long without a value a quantity is stale; `nil`: by its own rhythm. Evaluated per quantity.
  package var silentAfter: Duration?
  /// Battery at or below this percentage is low.
  package var batteryLowPercent: Double
  /// Accepted readings per minute and quantity; more are refused as ``Refusal/flood``.
  package var readingsPerMinuteMax: Int
  /// Its moisture is a word, dry or wet: the percentage behind it is its owner's, and may leap.
  package var saysWords = false
  /// It says so by a word of its own when it sleeps; who is offline is gone.
  package var saysSleep = false

  package init(
    id: String, name: String? = nil, silentAfter: Duration? = nil, batteryLowPercent: Double = 15,
    readingsPerMinuteMax: Int = 120
  ) {
    self.id = id
    self.name = name
    self.silentAfter = silentAfter
    self.batteryLowPercent = batteryLowPercent
    self.readingsPerMinuteMax = readingsPerMinuteMax
  }
}

/// A sensor's share in a plant's or place's fused value.
package struct SensorShare: Sendable, Hashable {
  package var sensor: SensorIndex
  /// > 0; shares are normalised over the sensors that are usable.
  package var weight: Double
  /// Which of the sensor's quantities count here.
  package var quantities: Set<Quantity>

  package init(
    sensor: SensorIndex, weight: Double = 1,
    quantities: Set<Quantity> = [.moisture, .temperature, .light, .conductivity]
  ) {
    self.sensor = sensor
    self.weight = weight
    self.quantities = quantities
  }
}

/// Where in the config file a rule stands, for `explain` and for "the slider wins until that line is edited".
package struct ConfigLine: Sendable, Hashable {
  package var line: Int
  /// Which file, where it is one that the config includes.
  package var file: String?
  package var key: String
  package init(line: Int, file: String? = nil, key: String) {
    self.line = line
    self.file = file
    self.key = key
  }
}
