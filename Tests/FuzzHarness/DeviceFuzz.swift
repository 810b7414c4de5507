import DeviceFamilies
import Foundation
import GardenCore
import MQTTTypes
import PayloadJSON

/// Sensors and drivers of every family that has fixtures.
///
/// Input: two bytes choose the fixture whose device it is; then messages, parted by ``mark``, each after a byte that
/// chooses the source.
enum DeviceFuzz {
  static let mark: [UInt8] = [0x1E, 0x1F]

  static let families = Families.all.filter { family in
    FixtureCase.all.contains { $0.family == family }
  }

  private struct Ready {
    var device: any DeviceDecoder
    var fixture: FixtureCase
    var context: DecodeContext
  }

  static func group(_ name: String, _ isWanted: (FixtureCase) -> Bool) -> FuzzGroup {
    var ready: [Ready] = []
    for one in FixtureCase.all where isWanted(one) {
      guard let device = try? one.device() else { continue }
      ready.append(Ready(device: device, fixture: one, context: one.context))
    }
    let devices = ready
    let reader = PayloadReader()
    return FuzzGroup(name: name, seeds: seeds(devices.map(\.fixture))) { bytes in
      guard bytes.count >= 3, !devices.isEmpty else { return nil }
      let chosen = devices[(Int(bytes[0]) | Int(bytes[1]) << 8) % devices.count]
      return evaluate(chosen, messages(bytes.dropFirst(2)), reader)
    }
  }

  /// Each fixture alone, and all of a device's in a row, for decoders that remember.
  private static func seeds(_ fixtures: [FixtureCase]) -> [[UInt8]] {
    var seeds: [[UInt8]] = []
    for (i, one) in fixtures.enumerated() {
      let head = [UInt8(i & 0xFF), UInt8(i >> 8)]
      seeds.append(head + [0] + one.payload)
      let neighbours = fixtures.filter { $0.family == one.family }.prefix(4)
      seeds.append(head + Array(neighbours.map { [0] + $0.payload }.joined(separator: mark)))
    }
    return seeds
  }

  private static func messages(_ bytes: ArraySlice<UInt8>) -> [[UInt8]] {
    var messages: [[UInt8]] = []
    var rest = bytes
    while messages.count < 7, let place = rest.firstRange(of: mark) {
      messages.append(Array(rest[..<place.lowerBound]))
      rest = rest[place.upperBound...]
    }
    return messages + [Array(rest)]
  }

  private static func evaluate(_ ready: Ready, _ messages: [[UInt8]], _ reader: PayloadReader) -> String? {
    guard let promise = promises[ready.fixture.family] else { return nil }
    var device = ready.device
    var context = ready.context
    var earlier: [UInt8] = []
    for message in messages {
      guard let first = message.first, !device.sources.isEmpty else { continue }
      let payload = Array(message.dropFirst())
      context.wasRetained = first & 0x80 != 0
      reader.load(payload.span)
      var twin = device
      var items: [DecodedItem] = []
      let source = Int(first & 0x7F) % device.sources.count
      device.decode(reader, source: source, context: context, into: &items)
      if let breach = promise.breach(
        items, of: payload, original: ready.fixture.original, earlier: earlier)
      {
        return "\(ready.fixture.name): \(breach)"
      }
      earlier += [UInt8(ascii: " ")] + payload
      if !items.isEmpty {
        var again: [DecodedItem] = []
        twin.decode(reader, source: source, context: context, into: &again)
        if again != items { return "\(ready.fixture.name): the same message twice gives two things" }
      }
      context.arrival = context.arrival + .seconds(Int64(first))
      if let breach = told(device, payload, isBinary: promise.isBinary) {
        return "\(ready.fixture.name): \(breach)"
      }
    }
    return nil
  }

  /// What a driver sends, for any number, is a publication that a broker takes.
  private static func told(_ device: any DeviceDecoder, _ bytes: [UInt8], isBinary: Bool) -> String? {
    guard let driver = device as? any DeviceDriver else { return nil }
    var word: UInt64 = 0
    for byte in bytes.prefix(8) { word = word << 8 | UInt64(byte) }
    let runs = Duration.milliseconds(Int64(word % (1 << 40)))
    let number = Double(bitPattern: word)
    for action in [ActuatorCommand.Action.open(runs: runs), .close, .setpoint(number)] {
      for publication in driver.publications(for: action) {
        if publication.isRetained || publication.topic.contains(where: { "+#\0".contains($0) }) {
          return "publishes \(publication)"
        }
        // The bytes of a number may spell any word.
        if isBinary { continue }
        let text = String(decoding: publication.payload, as: UTF8.self).lowercased()
        if text.contains("nan") || text.contains("inf") || text.utf8.count > 4096 { return "says \(text)" }
      }
    }
    return nil
  }

  private static let promises: [Family: DecodedPromise] = {
    var promises: [Family: DecodedPromise] = [:]
    for family in families { promises[family] = try? DecodedPromise(family: family) }
    return promises
  }()
}
