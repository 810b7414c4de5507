import GardenCore
import PayloadJSON

extension Family {
  package static let zigbee2mqtt = Family(
    name: "zigbee2mqtt",
    summary:
      "Zigbee through zigbee2mqtt: soil probes, valves (Sonoff SWV, GiEX, Lidl), thermostats; whole states or a topic per property",
    topic: "base topic and friendly name: zigbee2mqtt/bed 1",
    example: Example(
      sensor: ["topic: zigbee2mqtt/Bed probe"],
      valve: ["topic: zigbee2mqtt/Bed valve", "part: SWV  # its model"]),
    options: [.select, .fields, .availability, .temperatureUnit, .part, .time],
    quantities: [.moisture, .temperature, .humidity, .light, .flow, .power, .battery],
    sensor: Zigbee2MQTTSensor.init, valve: Zigbee2MQTTValve.init, thermostat: Zigbee2MQTTThermostat.init,
    recognizer: Recognizer(
      .shared, guesses: true, list: ("/bridge/devices", Zigbee2MQTTRecognizer.listed),
      Zigbee2MQTTRecognizer.candidates),
    paths: "a property: soil_moisture")
}

/// zigbee2mqtt's devices: a flat object under a base topic that is called `zigbee2mqtt…`, or that has a bridge, or with the
/// `linkquality` that zigbee2mqtt adds to each.
enum Zigbee2MQTTRecognizer {
  private static let valveKeys = [
    "current_device_status", "real_time_irrigation_volume", "irrigation_target", "water_consumed",
    "valve_work_state", "on_time", "time_left", "timer",
  ]

  static func candidates(_ piece: HeardPiece) -> [DeviceCandidate] {
    guard let base = baseLevels(piece), piece.levels.count > base, piece.levels[base] != "bridge",
      !["availability", "set", "get"].contains(piece.levels.last ?? "")
    else { return [] }
    let label = piece.joined(base..<piece.levels.count)
    guard let object = piece.object else { return property(piece, base) }
    if let property = setpoint(object) {
      return [.thermostat(.zigbee2mqtt, topic: piece.topic, part: property, label: label)]
    }
    // A model that is no valve's tells nothing here.
    let model = piece.heard.models[piece.topic].flatMap { timer(of: $0) == nil ? nil : $0 }
    if object["state"]?.kind == .string, valveKeys.contains(where: { object[$0] != nil }) {
      return [valve(piece.topic, object, label, model)]
    }
    if let model { return [valve(piece.topic, object, label, model)] }
    if isWater(object, label) {
      var candidate = DeviceCandidate.valve(
        .zigbee2mqtt, topic: piece.topic, label: label,
        doubts: ["it switches and measures water, or is called so: make sure that it is a valve"])
      candidate.isGuess = true
      return [candidate]
    }
    guard object.measures else { return [] }
    return [sensor(piece.topic, object, label)]
  }

  /// What `bridge/devices` says: an array of objects.
  static func listed(_ payload: PayloadReader) -> [Recognizer.Listed] {
    var devices: [Recognizer.Listed] = []
    while devices.count < 4000, let device = payload.root?[devices.count] {
      let definition = device["definition"]
      let model = device["disabled"]?.bool == true ? nil : definition?["model"]?.text
      var exposes = 0
      var measuresSoil = false
      while let exposed = definition?["exposes"]?[exposes], !measuresSoil {
        measuresSoil = exposed["property"]?.textEquals("soil_moisture") == true
        exposes += 1
      }
      devices.append(
        Recognizer.Listed(
          name: device["friendly_name"]?.text ?? "", model: model ?? "",
          isForPlants: model != nil && (measuresSoil || timer(of: model) != nil)))
    }
    return devices
  }

  private static func timer(of model: String?) -> ValveTimer? {
    model.flatMap { try? ValveTimer(word: $0) }
  }

  /// A valve before its own keys were heard: the device has not told its state since it joined.
  private static func isWater(_ object: JSONValue, _ label: String) -> Bool {
    guard let state = object["state"], SwitchWord.isOn(state) != nil || state.isNull else { return false }
    if object["flow"] != nil { return true }
    let words = ["valve", "irrigation", "sprinkler", "ventil"]
    return words.contains { label.lowercased().contains($0) } && object["soil_moisture"] == nil
  }

  /// Some probes call the soil's moisture `humidity`. The decoder knows them where it can; else the message may name the model.
  private static func sensor(_ topic: String, _ object: JSONValue, _ label: String) -> DeviceCandidate {
    var candidate = DeviceCandidate.sensor(.zigbee2mqtt, topic: topic, label: label)
    guard object["humidity"]?.double != nil, object["soil_moisture"]?.double == nil else { return candidate }
    if SoilModel.isNamed(in: object) {
      candidate = .sensor(
        .zigbee2mqtt, topic: topic,
        fields: [FieldMapping(quantity: .moisture, path: FieldPath([.key("humidity")]), unit: .percent)],
        label: label)
    } else if object["soil_moisture"] != nil || QuantityWords.nameSoil(label) {
      candidate.doubts = [
        DeviceCandidate.Doubt(
          text:
            "it has no soil_moisture, but a humidity: if that is the soil's, add fields: {moisture: humidity}"
        )
      ]
    }
    return candidate
  }

  /// `output: attribute`: a bare number on a topic for each property.
  private static func property(_ piece: HeardPiece, _ base: Int) -> [DeviceCandidate] {
    let last = piece.levels.count - 1
    guard last > base, piece.isNumber, QuantityWords.isMeasured(piece.levels[last]) else { return [] }
    return [.sensor(.zigbee2mqtt, topic: piece.joined(0..<last), label: piece.joined(base..<last))]
  }

  /// How many levels the base topic has; `nil`: not zigbee2mqtt's.
  private static func baseLevels(_ piece: HeardPiece) -> Int? {
    if let at = piece.levels.firstIndex(where: { $0.lowercased().hasPrefix("zigbee2mqtt") }) { return at + 1 }
    for count in 1..<max(2, min(piece.levels.count, 6))
    where piece.heard.word(at: piece.joined(0..<count) + "/bridge/state") != nil {
      return count
    }
    return piece.object?["linkquality"] != nil ? max(0, piece.levels.count - 1) : nil
  }

  private static func setpoint(_ object: JSONValue) -> String?? {
    if object["current_heating_setpoint"] != nil { return .some(nil) }
    return object["occupied_heating_setpoint"] != nil ? "occupied_heating_setpoint" : nil
  }

  /// The device's own model tells the length of a run best, and that it is a valve at all.
  private static func valve(
    _ topic: String, _ object: JSONValue, _ label: String, _ model: String?
  ) -> DeviceCandidate {
    let property = ["irrigation_target", "manual_default_settings", "timer"].first { object[$0] != nil }
    let isUnsure = model == nil && property == "irrigation_target"
    var valve = DeviceCandidate.valve(
      .zigbee2mqtt, topic: topic, part: model ?? property, label: label,
      doubts: isUnsure ? ["GiEX QT06_1 counts minutes: then part: irrigation_target_minutes"] : [])
    valve.identity = topic
    valve.preference = model != nil ? 2 : property != nil ? 1 : 0
    valve.isNamed = model != nil
    return valve
  }
}
