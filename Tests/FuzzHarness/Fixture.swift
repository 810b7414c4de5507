import DeviceFamilies
import Foundation
import GardenCore
import MQTTTypes
import PayloadJSON
import Testing

/// One file of `Fixtures/<family>/<device>-<case>.json`.
struct Fixture: Decodable {
  var description: String
  var source: String
  var binding: SensorOptions?
  var actuator: ActuatorOptions?
  /// Messages that came earlier, oldest first; what they say is expected by no one.
  var before: [Earlier]?
  var topic: String?
  var payload_text: String?
  var payload_hex: String?
  var retained: Bool?
  var arrival: String?
  var offset_seconds: Int32?
  var expect: [Expected]?
  /// `false`: the family has nothing to do with that topic.
  var heard: Bool?
  var expect_failure: String?
  var commands: [Action]?

  struct Earlier: Decodable {
    var topic: String
    var payload_text: String?
    var payload_hex: String?
    var retained: Bool?
    /// Default: the arrival of the message itself.
    var arrival: String?
  }
  struct SensorOptions: Decodable {
    var topic: String
    var select: [String: Words]?
    var fields: [Field]?
    var availability: Availability?
    var temperature_unit: String?
    var part: String?
    var time: Time?
    /// Quantities that do not count.
    var excluded: [String]?
  }
  struct Field: Decodable {
    var quantity: String
    var path: Path
    var unit: String?
    var calibration: Calibration?
    var no_value: [Double]?
    var topic: String?
    var when: [String: Words]?
    var unit_path: String?
    var no_value_words: Words?
    var no_value_when: [String: Words]?
    var valid_raw: [Double]?
    var valid: [Double]?
    var low: Words?
    var fine: Words?
    /// What words mean; of several that hold, the first from the end of the alphabet.
    var words: [String: Double]?
  }
  struct Calibration: Decodable {
    var dry: Double?
    var wet: Double?
    var points: [[Double]]?
  }
  struct Availability: Decodable {
    var topic: String
    var path: String?
    var online: Words
    var offline: Words
  }
  /// `form`: auto, s, ms, us, ns or a pattern.
  struct Time: Decodable {
    var path: String?
    var topic: String?
    var form: String?
    var offset_minutes: Int?
  }
  /// One word or several.
  struct Words: Decodable {
    var list: [String]
    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      list = if let one = try? value.decode(String.self) { [one] } else { try value.decode([String].self) }
    }
  }
  /// The steps, or a text as the config has it.
  struct Path: Decodable {
    var path: FieldPath
    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let steps = try? value.decode([PathStep].self) {
        path = FieldPath(steps.map(\.step))
      } else {
        path = try FieldPath(text: value.decode(String.self))
      }
    }
  }
  enum PathStep: Decodable {
    case key(String)
    case index(Int)
    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let index = try? value.decode(Int.self) {
        self = .index(index)
      } else {
        self = .key(try value.decode(String.self))
      }
    }
  }
  struct ActuatorOptions: Decodable {
    var topic: String
    var valve: Bool
    var part: String?
    var template: Template?
    var command_topic: String?
    var password: String?
  }
  struct Template: Decodable {
    var command_topic: String?
    var open: String?
    var close: String?
    var setpoint: String?
    var closes_by_itself: Bool?
    var state_path: [PathStep]?
    var open_word: String?
    var closed_word: String?
    var port: Int?
  }
  struct Action: Decodable {
    var open: Double?
    var close: Bool?
    var setpoint: Double?
    var publish: [Publication]
  }
  struct Publication: Decodable {
    var topic: String
    var payload_text: String?
    var payload_hex: String?
  }
  struct ValveFields: Decodable {
    var open: Bool?
    var remaining: Double?
    var litres: Double?
    var litres_per_minute: Double?
    var short: Bool?
    var leaking: Bool?
  }
  /// One item; exactly one of the quantities or of the other keys.
  struct Expected: Decodable {
    var moisture, temperature, light, conductivity, battery, humidity, flow, volume, power: Double?
    var raw: Double?
    var at: String?
    var cached: Bool?
    var refused: String?
    var reason: String?
    var online: Bool?
    var battery_low: Bool?
    /// The quantity whose probe is broken, and the device's word for it.
    var fault: String?
    var word: String?
    /// The device's own alarm; `over`: none.
    var alarm: String?
    /// Fed from outside.
    var external: Bool?
    var valve: ValveFields?
    var setpoint: Double?
    var asks: Bool?
  }
}

extension Fixture.PathStep {
  var step: FieldPath.Step {
    switch self {
    case .key(let key): .key(key)
    case .index(let index): .index(index)
    }
  }
}

/// A fixture with its file, its bytes and the device that it is about.
struct FixtureCase: CustomTestStringConvertible, @unchecked Sendable {
  let name: String
  let family: Family
  let fixture: Fixture
  let payload: [UInt8]
  var testDescription: String { name }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "DeviceFamilyTests/Fixtures")

  static let all: [FixtureCase] = {
    var cases: [FixtureCase] = []
    for family in Families.all {
      let folder = folder.appending(path: family.name)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      for name in names.sorted() where name.hasSuffix(".json") {
        guard let one = try? FixtureCase(family, folder.appending(path: name)) else {
          fatalError("fixture \(family.name)/\(name) cannot be read")
        }
        cases.append(one)
      }
    }
    return cases
  }()

  init(_ family: Family, _ file: URL) throws {
    let data = try Data(contentsOf: file)
    name = "\(family.name)/\(file.deletingPathExtension().lastPathComponent)"
    self.family = family
    fixture = try JSONDecoder().decode(Fixture.self, from: data)
    let whole = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    if let object = whole?["payload"] {
      payload = Array(try JSONSerialization.data(withJSONObject: object, options: .sortedKeys))
    } else if let text = fixture.payload_text {
      payload = Array(text.utf8)
    } else {
      payload = Self.bytes(hex: fixture.payload_hex ?? "")
    }
  }

  static func bytes(hex: String) -> [UInt8] {
    let digits = hex.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
  }

  /// The decoder, or the driver where the fixture is about an actuator.
  func device() throws -> any DeviceDecoder {
    guard let binding = fixture.binding else { return try driver() }
    return try Families.makeSensor(sensorBinding(binding))
  }

  func driver() throws -> any DeviceDriver {
    guard let actuator = fixture.actuator else { throw FixtureError.noDevice }
    var binding = ActuatorBinding(
      actuator: ActuatorIndex(0), family: family, topic: actuator.topic, isValve: actuator.valve,
      part: actuator.part)
    binding.template = actuator.template.map { template in
      CommandTemplate(
        commandTopic: template.command_topic, open: template.open, close: template.close,
        setpoint: template.setpoint, closesByItself: template.closes_by_itself ?? false,
        statePath: FieldPath((template.state_path ?? []).map(\.step)),
        openWord: template.open_word ?? "ON", closedWord: template.closed_word ?? "OFF")
    }
    binding.template?.port = actuator.template?.port
    binding.commandTopic = actuator.command_topic
    binding.password = actuator.password.map { PasswordDigest(of: $0) }
    return try Families.makeDriver(binding)
  }

  var context: DecodeContext { context(arrival: nil, wasRetained: fixture.retained ?? false) }

  private func context(arrival: String?, wasRetained: Bool) -> DecodeContext {
    let rule = SiteCalendar.Rule(start: Timestamp(seconds: 0), offsetSeconds: fixture.offset_seconds ?? 0)
    return DecodeContext(
      arrival: timestamp(arrival ?? fixture.arrival ?? "2026-11-21T12:00:00Z"), wasRetained: wasRetained,
      calendar: SiteCalendar(rules: [rule]))
  }

  /// The payloads that came before, with blanks between.
  var earlierBytes: [UInt8] { (fixture.before ?? []).flatMap { [UInt8(ascii: " ")] + Self.bytes(of: $0) } }

  private static func bytes(of earlier: Fixture.Earlier) -> [UInt8] {
    earlier.payload_text.map { Array($0.utf8) } ?? bytes(hex: earlier.payload_hex ?? "")
  }

  /// The device, after the messages that came before.
  func deviceInItsState() throws -> any DeviceDecoder {
    var device = try device()
    let reader = PayloadReader()
    var items: [DecodedItem] = []
    for earlier in fixture.before ?? [] {
      let payload = Self.bytes(of: earlier)
      reader.load(payload.span)
      let context = context(arrival: earlier.arrival, wasRetained: earlier.retained ?? false)
      for (source, place) in device.sources.enumerated() where place.filter.matches(earlier.topic) {
        device.decode(reader, source: source, context: context, into: &items)
      }
    }
    return device
  }
}

enum FixtureError: Error { case noDevice }

func timestamp(_ text: String) -> Timestamp {
  let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
  guard let date = try? style.parse(text) else { fatalError("\(text) is no time") }
  return Timestamp(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
}
