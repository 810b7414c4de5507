import GardenCore

/// Which of a gateway's probes a binding means, from its `part`.
struct EcowittProbe: Sendable, Hashable {
  enum Battery: Sendable, Hashable {
    /// Volts of one cell; at or below 1.2 V it is low (maker's "Data Exchange TCP Protocol", WH51, WN34).
    case volts
    /// `ON` or 1: low.
    case flag
  }

  static let hint = "soil1 to soil16, tf1 to tf16, air1 to air16, outdoor or indoor"

  let fields: [FieldMapping]
  /// The first that is there counts.
  let batteryKeys: [String]
  let battery: Battery

  /// `nil`: no such part.
  init?(_ part: String) {
    switch part {
    case "outdoor":
      fields = Self.air("temp", "humidity") + [.at(.light, "solarradiation_lux")]
      (batteryKeys, battery) = (["wh65batt", "wh26batt"], .flag)
      return
    case "indoor":
      fields = Self.air("tempin", "humidityin")
      (batteryKeys, battery) = (["wh25batt"], .flag)
      return
    default: break
    }
    let kind = part.prefix { !$0.isNumber }
    guard let channel = Int(part.dropFirst(kind.count)), (1...16).contains(channel),
      part == "\(kind)\(channel)"
    else { return nil }
    switch kind {
    case "soil":
      fields = [.at(.moisture, "soilmoisture\(channel)")]
      (batteryKeys, battery) = (["soilbatt\(channel)"], .volts)
    case "tf":
      fields = [.at(.temperature, "tf_ch\(channel)")]
      (batteryKeys, battery) = (["tf_batt\(channel)"], .volts)
    case "air":
      fields = Self.air("temp\(channel)", "humidity\(channel)")
      (batteryKeys, battery) = (["batt\(channel)"], .flag)
    default: return nil
    }
  }

  /// The upload's own name of a temperature ends in `f` and is °F whatever is configured (`--raw-data`).
  private static func air(_ temperature: String, _ humidity: String) -> [FieldMapping] {
    [
      .at(.temperature, temperature), .at(.temperature, temperature + "f", unit: .fahrenheit),
      .at(.humidity, humidity),
    ]
  }
}
