import PayloadJSON

/// LoRaWAN probes by the uplink topic of The Things Stack.
enum TheThingsStackRecognizer {
  static func candidates(_ piece: HeardPiece) -> [DeviceCandidate] {
    let levels = piece.levels
    guard levels.count == 5, levels[0] == "v3", levels[2] == "devices", levels[4] == "up",
      piece.object?["uplink_message"]?["decoded_payload"] != nil
    else { return [] }
    return [.sensor(.theThingsStack, topic: piece.topic, label: levels[3])]
  }
}
