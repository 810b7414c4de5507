import BridgeConfig
import DeviceFamilies
import GardenCore
import MQTTTypes
import PayloadJSON
import Testing
@testable import FuzzHarness

/// All fixtures on one broker: the config that `loam sniff` prints decodes each message to the fixture's own values, or marks a doubt.
@Suite struct SniffedFixtureTests {
  private struct Sniffed {
    var settings: BridgeSettings
    var text: String
    /// Keys of the sensors below a mark of doubt.
    var doubted: Set<String>
    /// Topics that sniff lists as heard and not understood.
    let strangers: Set<String>
    /// Valves and thermostats stand as comments.
    private let printed: String
    private var decoders: [(key: String, decoder: any DeviceDecoder)]

    init(_ cases: [FixtureCase]) throws {
      var heard = HeardMessages(ownTree: "plants")
      let reader = PayloadReader(bytesMax: 65_536)
      for one in cases {
        for message in one.messages { heard.take(message, reader) }
      }
      #expect(heard.droppedCount == 0)
      let recognition = Recognition(heard, calendar: .utc)
      strangers = Set(recognition.strangers.map(\.topic))
      let found = FoundConfig(recognition.devices)
      printed = found.text(broker: FoundConfig.Broker(host: "localhost", port: 1883))
      _ = try Self.read(printed)
      // What is commented out as a doubt is read as well, and counts as doubted. What takes another entry's messages too is read
      // alone: both together are an error.
      var isDoubted = false
      var staysOut = false
      var lines: [String] = []
      var rivals: [[String]] = []
      for line in printed.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
        let isDoubt = line.hasPrefix("  " + FoundConfig.doubtMark)
        let isSentence = line.hasPrefix("  # ") && line.dropFirst(4).first?.isLetter == true
        let isOut = line.hasPrefix("  #") && !isDoubt && !isSentence
        let wasOut = staysOut
        staysOut = isDoubt ? staysOut || line.contains("takes the messages of") : staysOut && isOut
        guard isOut else {
          lines.append(line)
          continue
        }
        let uncommented = "  " + line.dropFirst(3)
        if !staysOut {
          lines.append(uncommented)
        } else if wasOut, Self.key(uncommented) == nil {
          rivals[rivals.count - 1].append(uncommented)
        } else {
          rivals.append([uncommented])
        }
      }
      text = lines.joined(separator: "\n")
      settings = try Self.read(text)
      doubted = []
      for line in lines {
        if line.contains(FoundConfig.doubtMark) {
          isDoubted = true
        } else if let key = Self.key(line) {
          if isDoubted { doubted.insert(key) }
          isDoubted = false
        }
      }
      decoders = try zip(settings.sensors, settings.plan.sensors).map { ($1.id, try Families.makeSensor($0)) }
      for rival in rivals {
        let key = try #require(Self.key(rival[0]))
        let alone = ["sensors:"] + rival + ["plants:", "  one: {name: One, sensors: \(key)}"]
        for sensor in try Self.read("broker: {host: localhost}\n" + alone.joined(separator: "\n")).sensors {
          decoders.append((key, try Families.makeSensor(sensor)))
        }
        doubted.insert(key)
      }
    }

    /// The key of an entry that begins on the line.
    private static func key(_ line: String) -> String? {
      guard line.hasPrefix("  "), !line.hasPrefix("   "), !line.hasPrefix("  #"), line.hasSuffix(":") else {
        return nil
      }
      return String(line.dropFirst(2).dropLast())
    }

    private static func read(_ text: String) throws -> BridgeSettings {
      try ConfigFile.read(
        text: text, fileName: "loam.yaml", environment: [:],
        readSecret: { _ in .failure(FileUnreadable("no secrets here")) }
      ).get()
    }

    /// Whether somebody who reads the print learns that the topic spoke: an entry binds it, or it is listed as not understood.
    func names(_ topic: String) -> Bool {
      strangers.contains(topic)
        || decoders.contains { $0.decoder.sources.contains { $0.filter.matches(topic) } }
        || printed.contains("topic: \(topic)\n")
    }

    /// The topic of a sensor that is all of its device; `nil`: it is one part of it.
    func topic(_ key: String) -> String? {
      let binding = zip(settings.sensors, settings.plan.sensors).first { $0.1.id == key }?.0
      return binding?.select.isEmpty == true && binding?.part == nil ? binding?.topic : nil
    }

    /// What the sensors of the config read from the fixture's last message, by key.
    func values(_ one: FixtureCase) throws -> [(key: String, quantity: Quantity, value: Double)] {
      var values: [(String, Quantity, Double)] = []
      let reader = PayloadReader(bytesMax: 65_536)
      for (key, made) in decoders {
        let topic = one.fixture.topic ?? ""
        guard made.sources.contains(where: { $0.filter.matches(topic) }) else { continue }
        var decoder = made
        for (at, message) in one.messages.enumerated() {
          reader.load(message.payload.span)
          let context = DecodeContext(
            arrival: message.arrival, wasRetained: message.wasRetained, calendar: one.context.calendar)
          var items: [DecodedItem] = []
          for (source, place) in decoder.sources.enumerated() where place.filter.matches(message.topic) {
            decoder.decode(reader, source: source, context: context, into: &items)
          }
          guard at == one.messages.count - 1 else { continue }
          for case .value(let quantity, let value, _, _, _) in items {
            values.append((key, quantity, value))
          }
        }
      }
      return values
    }
  }

  /// What was compared, for the summary.
  private struct Tally {
    var equal = 0
    var doubted: [String] = []
    /// Not offered, though their topic is named.
    var silent: [String] = []
    /// Neither offered nor named.
    var unnamed: [String] = []
    var wrong: [String] = []
  }

  @Test func `what sniff prints for all fixtures at once is their own values, or is marked as doubt`() throws
  {
    let cases = FixtureCase.all.filter { $0.fixture.topic != nil && $0.fixture.heard != false }
    let sniffed = try Sniffed(cases)
    var tally = Tally()
    for one in cases where one.fixture.binding != nil {
      try compare(one, sniffed, &tally)
    }
    print(
      "sniff: \(cases.count) messages, \(sniffed.settings.sensors.count) sensors; \(tally.equal) values equal, "
        + "\(tally.doubted.count) doubted, \(tally.silent.count) not offered")
    #expect(tally.wrong.isEmpty, "\n\(tally.wrong.joined(separator: "\n"))")
    #expect(tally.unnamed.isEmpty, "\n\(tally.unnamed.joined(separator: "\n"))")
    #expect(tally.equal >= 330)
    #expect(tally.silent.count <= 111, "\n\(tally.silent.joined(separator: "\n"))")
  }

  private func compare(_ one: FixtureCase, _ sniffed: Sniffed, _ tally: inout Tally) throws {
    let expected = (one.fixture.expect ?? []).flatMap(\.quantityValues)
    let read = try sniffed.values(one)
    let doubt = read.contains { sniffed.doubted.contains($0.key) }
    for (quantity, value) in expected {
      let own = read.filter { $0.quantity == quantity }
      let name = "\(one.name): \(quantity.name) \(value)"
      if own.contains(where: { abs($0.value - value) < 0.01 }) {
        tally.equal += 1
      } else if doubt {
        tally.doubted.append(name)
      } else if own.isEmpty {
        let isNamed = sniffed.names(one.fixture.topic ?? "")
        if isNamed { tally.silent.append(name) } else { tally.unnamed.append(name) }
      } else {
        tally.wrong.append("\(name), sniff's config reads \(own)")
      }
    }
    // Nothing is told of the device that the fixture does not know. A message with several devices tells of the others too.
    // What its owner does not want is theirs to know.
    guard one.isAlone, one.fixture.binding?.excluded == nil else { return }
    for found in read
    where !sniffed.doubted.contains(found.key) && sniffed.topic(found.key) == one.fixture.binding?.topic {
      let isKnown = expected.contains { $0.0 == found.quantity && abs($0.1 - found.value) < 0.01 }
      if !isKnown, !expected.contains(where: { $0.0 == found.quantity }) {
        tally.wrong.append("\(one.name): sniff's config reads \(found), the fixture nothing")
      }
    }
  }
}

extension FixtureCase {
  /// The message is about one device, as its family knows it.
  fileprivate var isAlone: Bool {
    let binding = fixture.binding
    return binding?.select == nil && binding?.part == nil && binding?.fields == nil
  }

  /// What came before, and the message itself.
  var messages: [HeardMessage] {
    let earlier = (fixture.before ?? []).map { earlier in
      HeardMessage(
        topic: earlier.topic,
        payload: earlier.payload_text.map { Array($0.utf8) } ?? Self.bytes(hex: earlier.payload_hex ?? ""),
        wasRetained: earlier.retained ?? false,
        arrival: earlier.arrival.map(timestamp) ?? context.arrival)
    }
    return earlier + [
      HeardMessage(
        topic: fixture.topic ?? "", payload: payload, wasRetained: context.wasRetained,
        arrival: context.arrival)
    ]
  }
}

extension Fixture.Expected {
  fileprivate var quantityValues: [(Quantity, Double)] {
    let values: [(Quantity, Double?)] = [
      (.moisture, moisture), (.temperature, temperature), (.light, light), (.conductivity, conductivity),
      (.battery, battery), (.humidity, humidity), (.flow, flow), (.volume, volume), (.power, power),
    ]
    return values.compactMap { pair in pair.1.map { (pair.0, $0) } }
  }
}
