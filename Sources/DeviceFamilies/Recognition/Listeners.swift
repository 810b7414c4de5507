import GardenCore
import MQTTTypes
import PayloadJSON

/// The decoders of all candidates, and of what a config binds already, with the topics on which they listen.
struct Listeners {
  /// Those whose binding holds; positions are those of the devices.
  private(set) var candidates: [DeviceCandidate] = []
  private var decoders: [any DeviceDecoder] = []
  private let bound: Recognition.Bound
  /// By exact topic, and those with wildcards: who listens with which source.
  private var exact: [String: [(listener: Int, source: Int)]] = [:]
  private var wild: [(filter: TopicFilter, listener: Int, source: Int)] = []
  /// For each candidate: the existing bindings that read a quantity of theirs in a message in which it read one too. Bridges,
  /// gateways and nodes speak for all behind them: who hears nothing but the same word of theirs is no rival.
  private var rivals: [[Int: Meeting]]

  init(_ claims: [DeviceCandidate], _ bound: Recognition.Bound) {
    self.bound = bound
    rivals = []
    for claim in claims {
      if let decoder = Self.decoder(claim.role) {
        candidates.append(claim)
        add(decoder)
      } else if !claim.isSensor {
        // Only its owner can complete it: it is offered, and read by nobody.
        candidates.append(claim)
        add(Deaf())
      }
    }
    rivals = Array(repeating: [:], count: candidates.count)
    for binding in bound.sensors {
      if let decoder = try? Families.makeSensor(binding) { add(decoder) } else { add(Deaf()) }
    }
    for binding in bound.actuators {
      if let decoder = try? Families.makeDriver(binding) { add(decoder) } else { add(Deaf()) }
    }
  }

  /// Stands where a binding makes no decoder, so that positions stay.
  private struct Deaf: DeviceDecoder {
    let sources: [DeviceSource] = []
    func decode(
      _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
    ) {}
  }

  private static func decoder(_ role: DeviceCandidate.Role) -> (any DeviceDecoder)? {
    switch role {
    case .sensor(let binding): try? Families.makeSensor(binding.showingRaw)
    case .valve(let binding), .thermostat(let binding): try? Families.makeDriver(binding)
    }
  }

  private mutating func add(_ decoder: any DeviceDecoder) {
    let listener = decoders.count
    decoders.append(decoder)
    for (source, place) in decoder.sources.enumerated() {
      if place.filter.hasWildcard {
        wild.append((place.filter, listener, source))
      } else {
        exact[place.filter.text, default: []].append((listener, source))
      }
    }
  }

  /// Lets everybody who listens read the message. `false`: nobody could.
  mutating func decode(
    _ message: HeardMessage, _ reader: PayloadReader, _ context: DecodeContext,
    into devices: inout [RecognizedDevice]
  ) -> Bool {
    var listening = exact[message.topic] ?? []
    for (filter, listener, source) in wild where filter.matches(message.topic) {
      listening.append((listener, source))
    }
    var read: [(candidate: Int, told: [Told])] = []
    var taken: [(binding: Int, told: [Told])] = []
    var isHeard = false
    var items: [DecodedItem] = []
    for (listener, source) in listening {
      items.removeAll(keepingCapacity: true)
      decoders[listener].decode(reader, source: source, context: context, into: &items)
      if items.isEmpty { continue }
      if devices.indices.contains(listener) {
        for item in items { devices[listener].take(item, message) }
        read.append((listener, items.compactMap(\.told)))
        isHeard = true
      } else {
        taken.append((listener - devices.count, items.compactMap(\.told)))
        isHeard = isHeard || items.contains(where: \.isUseful)
      }
    }
    for (candidate, told) in read where !told.isEmpty {
      for (binding, other) in taken where !other.isEmpty {
        rivals[candidate][binding, default: Meeting()].take(told, other)
      }
    }
    return isHeard
  }

  /// The existing binding that reads the device already; `nil`: none does.
  func boundBy(_ position: Int, _ device: RecognizedDevice) -> Int? {
    for (rival, meeting) in rivals[position].sorted(by: { $0.key < $1.key }) {
      let place = rival - bound.sensors.count
      switch device.candidate.role {
      case .sensor(let binding):
        if place < 0, bound.sensors[rival].mayBe(binding) ?? meeting.isAgreed { return rival }
      case .valve(let binding), .thermostat(let binding):
        if place >= 0, bound.actuators[place].mayBe(binding) { return rival }
      }
    }
    switch device.candidate.role {
    case .sensor: return nil
    case .valve(let binding), .thermostat(let binding):
      // Nobody could read it without what only its owner knows, such as a password.
      return bound.actuators.firstIndex { $0.isNamed(as: binding) }.map { $0 + bound.sensors.count }
    }
  }
}

/// What two devices said of themselves in the same messages.
private struct Meeting {
  private var isEqual = false
  private var isDifferent = false

  mutating func take(_ one: [Told], _ other: [Told]) {
    for case .value(let quantity, let number) in one {
      for case .value(let second, let value) in other {
        if number.isSameAmount(as: value) {
          isEqual = true
        } else if second == quantity {
          isDifferent = true
        }
      }
    }
  }

  /// Nothing speaks against one device.
  var isAgreed: Bool { isEqual || !isDifferent }
}

/// What a message says of the very device.
private enum Told {
  /// As the device said it, before calibration.
  case value(Quantity, Double)
  case other
}

extension Double {
  /// One of them may have been read as °F.
  fileprivate func isSameAmount(as other: Double) -> Bool {
    func isNear(_ one: Double, _ two: Double) -> Bool { abs(one - two) < 0.05 }
    return isNear(self, other) || isNear((self - 32) / 1.8, other) || isNear(self, (other - 32) / 1.8)
  }
}

extension SensorBinding {
  /// What has no calibration yet is shown as it stands.
  fileprivate var showingRaw: SensorBinding {
    var shown = self
    for i in fields.indices where fields[i].unit.isRaw && fields[i].calibration == nil {
      shown.fields[i].quantity = .raw
      shown.fields[i].unit = .canonical
    }
    return shown
  }

  /// Both read the same messages: whether they are one device, as far as what they select and where they look says it.
  fileprivate func mayBe(_ other: SensorBinding) -> Bool? {
    for match in select {
      if let twin = other.select.first(where: { $0.path == match.path }),
        FieldWord.identity(twin.value) != FieldWord.identity(match.value)
      {
        return false
      }
    }
    let quantities = other.fields.filter { field in fields.contains { $0.quantity == field.quantity } }
    if !quantities.isEmpty {
      return quantities.contains { field in
        fields.contains { $0.quantity == field.quantity && $0.path == field.path }
      }
    }
    if let part, let second = other.part, part != second { return false }
    return part == other.part && fields.isEmpty == other.fields.isEmpty ? true : nil
  }
}

extension ActuatorBinding {
  fileprivate func isNamed(as other: ActuatorBinding) -> Bool {
    isValve == other.isValve && family == other.family && topic == other.topic && part == other.part
  }

  /// Both read the same messages: whether they are one valve. `part` names an outlet, or only how it is told; who is closed by
  /// the same words is the same one.
  fileprivate func mayBe(_ other: ActuatorBinding) -> Bool {
    guard isValve == other.isValve else { return false }
    if topic != other.topic || part == other.part { return true }
    guard let mine = try? Families.makeDriver(self), let its = try? Families.makeDriver(other) else {
      return false
    }
    let closing = mine.publications(for: .close)
    return !closing.isEmpty && closing == its.publications(for: .close)
  }
}

extension DecodedItem {
  /// Something that a bridge would use, not a refusal.
  fileprivate var isUseful: Bool {
    if case .refused = self { false } else { true }
  }

  /// Availability is said by whoever stands between, for all behind it; a whole message that nobody understands is nobody's.
  fileprivate var told: Told? {
    switch self {
    case .value(let quantity, let value, let raw, _, _): .value(quantity, raw ?? value)
    case .refused(let quantity, _): quantity.map { _ in .other }
    case .fault, .valve, .setpoint: .other
    case .online, .batteryLow, .alarm, .said, .supply, .interlock, .asks: nil
    }
  }
}
