import GardenCore

/// The decoded objects of LoRaWAN probes, whichever server carries them.
///
/// | key | quantity | unit | device |
/// |---|---|---|---|
/// | `water_SOIL` | moisture | % | Dragino LSE01: text until decoder 1.1.4, number from 1.2.1 |
/// | `moisture` | moisture | % | Milesight EM500-SMTC, in steps of 0.5 or 0.01 |
/// | `temp_SOIL` | temperature | °C | Dragino |
/// | `temperature` | temperature | °C | Milesight |
/// | `conduct_SOIL` | conductivity | µS/cm | Dragino |
/// | `electricity`, `ec` | conductivity | µS/cm | Milesight: the code writes the first, its README the second |
/// | `battery` | battery | % | Milesight |
///
/// Volts (`Bat` `"3.39 V"`, `BatV`) are not read: the maker documents no percentage for them. The second probe of an
/// LSE01 (`TempC_DS18B20`, `temp_DS18B20`) is read through `fields`; 3276.7 is a probe that is not fitted.
/// Source: makers' payload formatters; format reference §9.
enum LoRaWANProbes {
  private static let keys: [(Quantity, String)] = [
    (.moisture, "water_SOIL"), (.moisture, "moisture"), (.temperature, "temp_SOIL"),
    (.temperature, "temperature"), (.conductivity, "conduct_SOIL"), (.conductivity, "electricity"),
    (.conductivity, "ec"), (.battery, "battery"),
  ]

  /// - Parameter path: Where the decoded object stands in the message.
  static func fields(at path: [String]) -> [FieldMapping] {
    keys.map { quantity, key in
      FieldMapping(quantity: quantity, path: FieldPath((path + [key]).map { .key($0) }))
    }
  }
}
