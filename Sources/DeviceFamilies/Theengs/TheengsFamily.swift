import GardenCore
import PayloadJSON

extension Family {
  package static let theengs = Family(
    name: "theengs",
    summary: "Bluetooth probes through Theengs Gateway or OpenMQTTGateway, heard by several gateways",
    topic: "the probe's MAC address: C4:7C:8D:65:B6:63; or the filter: home/+/BTtoMQTT/C47C8D65B663",
    example: Example(sensor: ["topic: C4:7C:8D:65:B6:63"]),
    options: [.select, .fields, .availability, .temperatureUnit, .time],
    quantities: [.moisture, .temperature, .humidity, .light, .conductivity, .battery],
    sensor: TheengsSensor.init, recognizer: Recognizer(.own, guesses: true, TheengsRecognizer.candidates),
    paths: "a key: moi")
}

/// Bluetooth probes by the `BTtoMQTT` level of the gateways' topics. Several gateways hear one probe: it is one device.
enum TheengsRecognizer {
  static func candidates(_ piece: HeardPiece) -> [DeviceCandidate] {
    let count = piece.levels.count
    if piece.levels[count - 1] == "BTtoMQTT", let object = piece.object { return inside(piece, object) }
    guard count >= 3, piece.levels[count - 2] == "BTtoMQTT", let object = piece.object else { return [] }
    let address = piece.levels[count - 1]
    guard address.utf8.count == 12, address.allSatisfy(\.isHexDigit),
      object.measures
    else { return [] }
    let isUsual = count == 4 && piece.levels[0] == "home" && address == address.uppercased()
    var filter = piece.levels
    if count >= 4 { filter[count - 3] = "+" }
    let model = object["model"]?.text ?? object["model_id"]?.text ?? "probe"
    return [
      .sensor(
        .theengs, topic: isUsual ? colons(address) : filter.joined(separator: "/"),
        identity: address.uppercased(), label: "\(model) \(address.suffix(6))")
    ]
  }

  /// A gateway that publishes all probes on one topic: the address is in the message.
  private static func inside(_ piece: HeardPiece, _ object: JSONValue) -> [DeviceCandidate] {
    guard let id = object["id"]?.text, object.measures else { return [] }
    let address = id.filter { $0 != ":" }.uppercased()
    let model = object["model"]?.text ?? object["model_id"]?.text ?? "probe"
    var filter = piece.levels
    if filter.count >= 3 { filter[filter.count - 2] = "+" }
    return [
      .sensor(
        .theengs, topic: filter.joined(separator: "/"),
        select: [FieldMatch(path: FieldPath([.key("id")]), value: id)], identity: address,
        label: "\(model) \(address.suffix(6))")
    ]
  }

  private static func colons(_ address: String) -> String {
    let digits = Array(address)
    return stride(from: 0, to: 12, by: 2).map { String(digits[$0...($0 + 1)]) }.joined(separator: ":")
  }
}
