import GardenCore
import PayloadJSON

/// Of which kind a number is, by most of those that were heard in its place: one odd message decides nothing.
enum NumberKind {
  /// The number that stands for all of them.
  static func typical(_ numbers: [Double], _ quantity: Quantity, isNamed: Bool) -> Double {
    guard !isNamed, [.moisture, .humidity, .battery].contains(quantity) else { return median(numbers) }
    let most = quantity.plausible(isCalibrated: false).upperBound
    let beyond = numbers.filter { $0 > most }
    if beyond.count * 3 > numbers.count { return median(beyond) }
    let ordinary = numbers.filter { $0 > 1 && $0 <= most }
    let parts = numbers.filter { $0 > 0 && $0 < 1 }
    // A zero and a one alone may be a flag's; beside others they are numbers as well.
    if !ordinary.isEmpty, ordinary.count >= parts.count { return median(ordinary) }
    return median(parts.isEmpty ? numbers : parts)
  }

  /// One that is far from all others.
  static func odd(_ numbers: [Double], typical: Double) -> Double? {
    numbers.first { abs($0) > 3 * abs(typical) + 50 }
  }

  private static func median(_ numbers: [Double]) -> Double {
    numbers.isEmpty ? 0 : numbers.sorted()[(numbers.count - 1) / 2]
  }
}

/// What a message says of the units in it beside the numbers themselves: °F where it is imperial, and tension where the soil's moisture
/// is a tension.
struct MeasureSystem {
  /// It names its units.
  private(set) var isImperialNamed = false
  /// Its numbers look so.
  private(set) var isImperialByNumbers = false
  private(set) var speaksOfTension = false
  /// A weather station's: its soil probes may say either.
  private(set) var isWeather = false
  private var isMetric = false
  /// Of temperatures without a unit.
  private var temperatures: ClosedRange<Double>?
  private static let depthMax = 4

  init() {}

  /// Of a number that has a topic of its own.
  init(_ levels: [String], beside heard: HeardMessages) {
    func isHeard(_ names: String...) -> Bool {
      names.contains { heard.hasHeard((levels.dropLast() + [$0]).joined(separator: "/")) }
    }
    speaksOfTension = levels.contains(where: QuantityWords.nameTension) || isHeard("usUnits", "leafWet1")
    isWeather = isHeard("barometer", "pressure", "outTemp", "windSpeed")
  }

  /// - Parameter names: what the message's topic says.
  init(_ root: JSONValue, names: [String]) {
    speaksOfTension = names.contains(where: QuantityWords.nameTension)
    look(root, 0)
    // weewx says what Davis' stations measure, and those measure centibar. Source: weewx, "Units", group_moisture.
    // Domoticz knows soil moisture in centibar alone. Source: Domoticz, "Sensor types".
    if root["dtype"]?.textEquals("Soil Moisture") == true { speaksOfTension = true }
    if isWeather, root["usUnits"] != nil || root["leafWet1"] != nil { speaksOfTension = true }
    // Both stand side by side where a device says each temperature twice.
    if Self.areImperial(temperatures) { isImperialByNumbers = true }
    if isMetric { (isImperialNamed, isImperialByNumbers) = (false, false) }
  }

  /// A number without a unit that is a temperature of something beside others.
  init(temperatures: ClosedRange<Double>?) { isImperialByNumbers = Self.areImperial(temperatures) }

  /// One is too hot to be °C, and none would be frost.
  private static func areImperial(_ range: ClosedRange<Double>?) -> Bool {
    range.map { $0.upperBound > 50 && $0.upperBound <= 140 && $0.lowerBound >= 34 } ?? false
  }

  func isImperial(_ number: Double) -> Bool { isImperialNamed || (isImperialByNumbers && number >= 34) }

  private mutating func look(_ object: JSONValue, _ depth: Int) {
    var system = self
    object.forEachField { field in
      let name = field.name
      let value = field.value.opened ?? field.value
      if value.kind == .object, depth < Self.depthMax {
        system.look(value, depth + 1)
      } else if let number = value.double {
        system.take(name, number)
      } else if let text = value.text {
        system.take(name, text, isOfAll: depth == 0 || !name.lowercased().hasSuffix("unit"))
      }
      return true
    }
    self = system
  }

  /// - Parameter isOfAll: it is no unit beside one value among several.
  private mutating func take(_ name: String, _ text: String, isOfAll: Bool) {
    if case .value(let number, unit: nil) = NumberText.read(text) { return take(name, number) }
    let word = text.lowercased()
    let isUnit = name.lowercased().contains("unit") || name.lowercased().contains("system")
    if !isOfAll || !isUnit {
      if QuantityWords.nameTension(text) { speaksOfTension = true }
      return
    }
    if ["f", "°f", "degf", "fahrenheit", "imperial", "us"].contains(word) { isImperialNamed = true }
    if ["c", "°c", "degc", "celsius", "metric", "si"].contains(word) { isMetric = true }
    if QuantityWords.nameTension(text) || QuantityWords.nameTension(name) { speaksOfTension = true }
  }

  private mutating func take(_ name: String, _ number: Double) {
    let letters = name.lowercased().filter(\.isLetter)
    if letters == "usunits" {
      if number == 1 { isImperialNamed = true } else { isMetric = true }
      isWeather = true
    }
    if letters.hasPrefix("barometer") || letters.hasPrefix("pressure") || letters.hasPrefix("baro") {
      isWeather = true
      if (25...32).contains(number) { isImperialByNumbers = true }
      if (850...1100).contains(number) { isMetric = true }
    }
    if letters.hasPrefix("wind") || letters.hasPrefix("rain") || letters.hasPrefix("outtemp") {
      isWeather = true
    }
    guard let meaning = QuantityWords.meaning(of: name), meaning.quantity == .temperature else { return }
    if meaning.unit == .fahrenheit { isImperialNamed = true }
    if meaning.unit == .celsius { isMetric = true }
    if meaning.unit == nil {
      let known = temperatures ?? number...number
      temperatures = min(known.lowerBound, number)...max(known.upperBound, number)
    }
  }
}
