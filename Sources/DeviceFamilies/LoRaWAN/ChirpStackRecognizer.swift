import PayloadJSON

/// LoRaWAN probes by the uplink topic of ChirpStack.
enum ChirpStackRecognizer {
  static func candidates(_ piece: HeardPiece) -> [DeviceCandidate] {
    let levels = piece.levels
    guard levels.count == 6, levels[0] == "application", levels[2] == "device", levels[4] == "event",
      levels[5] == "up" || levels[5] == "status", let object = piece.object
    else { return [] }
    let name = object["deviceInfo"]?["deviceName"]?.text ?? levels[3]
    return [.sensor(.chirpstack, topic: piece.joined(0..<4), label: name)]
  }
}
