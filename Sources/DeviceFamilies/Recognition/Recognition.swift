package import GardenCore
import MQTTTypes
import PayloadJSON

/// Who speaks on a broker, from what was heard.
///
/// The recognisers of the families make claims; each claim is then bound as a config would bind it, and the family's own decoder
/// reads the very messages. What stands here is what a bridge with that config would read.
package struct Recognition: Sendable {
  package private(set) var devices: [RecognizedDevice] = []
  package private(set) var strangers: [StrangerTopic] = []
  /// Devices for which there was no room.
  package private(set) var droppedCount = 0

  /// What a config binds already.
  package struct Bound: Sendable {
    package var sensors: [SensorBinding]
    package var actuators: [ActuatorBinding]
    package init(sensors: [SensorBinding] = [], actuators: [ActuatorBinding] = []) {
      self.sensors = sensors
      self.actuators = actuators
    }
  }

  /// - Parameters:
  ///   - calendar: for times that come without a zone.
  ///   - bound: devices that it reads are told apart, see ``RecognizedDevice/boundBy``.
  package init(
    _ heard: HeardMessages, calendar: SiteCalendar, bound: Bound = Bound(), devicesMax: Int = 400
  ) {
    let reader = PayloadReader(bytesMax: heard.bounds.payloadBytes)
    var claims = Claims(devicesMax: devicesMax)
    let all = heard.heard
    for (message, hearing) in all {
      reader.load(message.payload.span)
      let context = DecodeContext(
        arrival: message.arrival, wasRetained: message.wasRetained, calendar: calendar)
      let piece = HeardPiece(message, reader, heard, hearing, context)
      var found = Recognizers.candidates(piece).flatMap { Envelope.completed($0, piece) }
      for i in found.indices {
        heard.beside.complete(&found[i], piece, context)
        found[i].timesHeard = hearing.liveCount
        found[i].moistures = found.count == 1 ? hearing.moistures : []
      }
      if found.count == 1, hearing.levels.turns >= 3 {
        found[0].doubts.append(
          DeviceCandidate.Doubt(
            text: "its moisture leaps between two levels: two probes may have one id, or a contact is loose"))
      }
      if let path = heard.guessedName(on: message.topic) {
        for i in found.indices {
          found[i].doubts.append(
            DeviceCandidate.Doubt(
              text: "the messages on its topic differ in \(path.text), taken for the name of a probe each"))
        }
      }
      claims.take(found)
    }
    claims.settle()
    claims.doubtGhosts()
    droppedCount = claims.droppedCount
    var listeners = Listeners(claims.candidates, bound)
    devices = listeners.candidates.map { RecognizedDevice($0) }
    var known: Set<String> = []
    for (message, _) in all {
      reader.load(message.payload.span)
      let context = DecodeContext(
        arrival: message.arrival, wasRetained: message.wasRetained, calendar: calendar)
      let isHeard = listeners.decode(message, reader, context, into: &devices)
      if isHeard { known.insert(message.topic) } else { strangers.append(StrangerTopic(message, reader)) }
    }
    // A topic may have said several things: it is named once, by the last.
    strangers = strangers.reversed().filter { known.insert($0.topic).inserted }.reversed()
    for position in devices.indices {
      devices[position].boundBy = listeners.boundBy(position, devices[position])
    }
    // A claim that no decoder could make anything of was none.
    devices.removeAll { $0.candidate.isSensor && $0.values.isEmpty && $0.refusal == nil }
    OtherWays.join(&devices)
  }
}

/// Candidates made one per device.
private struct Claims {
  let devicesMax: Int
  fileprivate(set) var candidates: [DeviceCandidate] = []
  private(set) var droppedCount = 0
  private var places: [Key: Int] = [:]

  private struct Key: Hashable {
    var family: Family
    var kind: Int
    var identity: String
  }

  init(devicesMax: Int) { self.devicesMax = devicesMax }

  mutating func take(_ claims: [DeviceCandidate]) {
    for claim in claims {
      let key = Key(family: claim.family, kind: claim.role.kind, identity: claim.identity)
      if let place = places[key] {
        candidates[place].merge(claim)
      } else if candidates.count < devicesMax {
        places[key] = candidates.count
        candidates.append(claim)
      } else {
        droppedCount += 1
      }
    }
  }
}

extension Claims {
  /// A message that said less made one device of what another shows to be several, or parts of one: who says nothing of its own goes.
  fileprivate mutating func settle() {
    for (position, claim) in candidates.enumerated().reversed() {
      guard case .sensor(let binding) = claim.role, binding.select.isEmpty, binding.part == nil else {
        continue
      }
      let others = candidates.enumerated().filter { $0.offset != position }.compactMap { other in
        if case .sensor(let rival) = other.element.role, rival.family == binding.family,
          rival.topic == binding.topic
        {
          rival
        } else {
          nil
        }
      }
      let isTold =
        binding.fields.isEmpty
        ? !others.isEmpty
        : binding.fields.allSatisfy { field in
          others.contains { $0.select.isEmpty && $0.fields.contains { $0.path == field.path } }
        }
      if isTold { candidates.remove(at: position) }
    }
  }
}

extension Claims {
  /// One packet of a number that is never heard again is a disturbed one, or somebody who passed by. Who speaks as the others do would
  /// have been heard as often.
  fileprivate mutating func doubtGhosts() {
    for i in candidates.indices where candidates[i].timesHeard == 1 {
      guard let air = candidates[i].air else { continue }
      let others = candidates.filter { $0.air == air }
      let like = others.filter { $0.model == candidates[i].model }.map(\.timesHeard).max() ?? 0
      let most = others.map(\.timesHeard).max() ?? 0
      guard like >= 4 || most >= 12 else { continue }
      candidates[i].staysOut =
        "heard once, where another was heard \(max(like, most)) times: a disturbed packet or somebody else's; "
        + "remove the '#' if it is yours"
    }
  }
}

extension DeviceCandidate {
  /// Where many may be heard who are nobody's: a radio, a topic that devices share; `nil`: it has a topic of its own.
  fileprivate var air: String? {
    guard case .sensor(let binding) = role else { return nil }
    if [.rtl433, .theengs].contains(binding.family) { return binding.family.name }
    return binding.select.isEmpty ? nil : "\(binding.family.name) \(binding.topic)"
  }

  fileprivate var model: Substring {
    [.rtl433, .theengs].contains(family) ? label.prefix { $0 != " " } : ""
  }
}

extension DeviceCandidate.Role {
  fileprivate var kind: Int {
    switch self {
    case .sensor: 0
    case .valve: 1
    case .thermostat: 2
    }
  }
}

extension DeviceCandidate {
  /// One more message of the same device: it may tell of more quantities, or show a better way to hear it.
  fileprivate mutating func merge(_ other: DeviceCandidate) {
    let times = max(timesHeard, other.timesHeard)
    if other.preference > preference { self = other }
    timesHeard = times
    if moistures.count < other.moistures.count { moistures = other.moistures }
    guard other.preference == preference, case .sensor(var binding) = role,
      case .sensor(let more) = other.role
    else { return }
    var dropped: [FieldPath] = []
    for field in more.fields {
      if let at = binding.fields.firstIndex(where: { $0.quantity == field.quantity }) {
        let (isRaw, isSame) = (field.unit.isRaw, field.path == binding.fields[at].path)
        // What was once no percent is none in all its messages; and percent beside the raw number is the better of the two.
        guard isSame ? isRaw : !isRaw && binding.fields[at].unit.isRaw else {
          if !isSame { dropped.append(field.path) }
          continue
        }
        dropped.append(binding.fields[at].path)
        binding.fields[at] = field
        dropped.removeAll { $0 == field.path }
      } else {
        binding.fields.append(field)
      }
    }
    role = .sensor(binding)
    doubts += other.doubts.filter { !doubts.contains($0) }
    doubts.removeAll { doubt in doubt.path.map(dropped.contains) ?? false }
  }
}
