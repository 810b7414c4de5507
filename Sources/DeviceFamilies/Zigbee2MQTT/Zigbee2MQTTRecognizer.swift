import PayloadJSON

/// zigbee2mqtt's devices: a flat object under a base topic that is called `zigbee2mqtt…`, or that has a bridge, or with the
/// `linkquality` that zigbee2mqtt adds to each.
enum Zigbee2MQTTRecognizer {
  private static let sensorKeys = [
    "soil_moisture", "temperature", "humidity", "illuminance_lux", "illuminance", "flow", "power",
  ]
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
    if object["state"]?.kind == .string, valveKeys.contains(where: { object[$0] != nil }) {
      return [valve(piece.topic, object, label)]
    }
    guard sensorKeys.contains(where: { object[$0] != nil }) else { return [] }
    return [.sensor(.zigbee2mqtt, topic: piece.topic, label: label)]
  }

  /// `output: attribute`: a bare number on a topic for each property.
  private static func property(_ piece: HeardPiece, _ base: Int) -> [DeviceCandidate] {
    let last = piece.levels.count - 1
    guard last > base, piece.isNumber, sensorKeys.contains(piece.levels[last]) else { return [] }
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

  private static func valve(_ topic: String, _ object: JSONValue, _ label: String) -> DeviceCandidate {
    if object["irrigation_target"] != nil {
      return .valve(
        .zigbee2mqtt, topic: topic, part: "irrigation_target", label: label,
        remarks: ["GiEX QT06_1 counts minutes: then part: irrigation_target_minutes"])
    }
    let part = ["manual_default_settings", "timer"].first { object[$0] != nil }
    return .valve(.zigbee2mqtt, topic: topic, part: part, label: label)
  }
}
