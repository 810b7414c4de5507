/// Sparkplug's edge nodes and devices by their topics. A device counts where a birth or a value named a quantity.
enum SparkplugRecognizer {
  static func candidates(_ piece: HeardPiece) -> [DeviceCandidate] {
    let levels = piece.levels
    guard let family = FamilyName(rawValue: "sparkplug"), (4...5).contains(levels.count),
      levels[0] == "spBv1.0",
      ["NBIRTH", "NDATA", "DBIRTH", "DDATA", "NDEATH", "DDEATH"].contains(levels[2])
    else { return [] }
    let device = [levels[0], levels[1]] + levels[3...]
    return [
      .sensor(
        family, topic: device.joined(separator: "/"), label: device.dropFirst(2).joined(separator: " "))
    ]
  }
}
