import BridgeConfig
import DeviceFamilies
import GardenCore

/// `loam sniff --json`.
struct SniffDocument: Encodable {
  struct Device: Encodable {
    var name: String
    var family: String
    var kind: String
    var topic: String
    var guess: Bool
    /// What its owner has to check.
    var doubts: [String]
    /// The key that the printed config gives it; absent where it is bound already or said nothing of use.
    var key: String?
    var bound: Bool
    var values: [Value]
    var open: Bool?
    var setpoint: Double?
    var online: Bool?
  }
  struct Value: Encodable {
    var quantity: String
    var value: Double
    var raw: Double?
    var heard_at: Int64
    var measured_at: Int64?
    var retained: Bool
  }
  var messages: Int
  var dropped: Int
  var devices: [Device]
  var strangers: [String]
  var config: String?

  init(_ result: SniffResult, config: String?) {
    messages = result.heard.heardCount
    dropped = result.heard.droppedCount + result.recognition.droppedCount
    devices = result.recognition.devices.enumerated().map { position, device in
      Device(device, key: result.key(ofDevice: position))
    }
    strangers = result.recognition.strangers.map(\.topic)
    self.config = config
  }
}

extension SniffDocument.Device {
  init(_ device: RecognizedDevice, key: String?) {
    let (kind, topic) =
      switch device.candidate.role {
      case .sensor(let binding): ("sensor", binding.topic)
      case .valve(let binding): ("valve", binding.topic)
      case .thermostat(let binding): ("thermostat", binding.topic)
      }
    self.init(
      name: device.candidate.label, family: device.candidate.family.name, kind: kind, topic: topic,
      guess: device.candidate.isGuess, doubts: device.candidate.doubts.map(\.text), key: key,
      bound: device.boundBy != nil,
      values: device.values.map { value in
        SniffDocument.Value(
          quantity: "\(value.quantity.name)", value: value.value, raw: value.raw,
          heard_at: value.arrival.seconds, measured_at: value.measuredAt?.seconds, retained: value.wasRetained
        )
      }, open: device.isOpen, setpoint: device.setpoint, online: device.isOnline)
  }
}
