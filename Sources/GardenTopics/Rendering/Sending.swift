import GardenCore
import LoamKit
import MQTTTypes

/// How a document becomes a publication: the contract's table of retain flag, QoS and expiry.
extension Renderer {
  /// A retained document for everyone.
  func retain<D: Document>(
    _ document: D, on topic: Topic, until end: Timestamp? = nil, at now: Moment,
    into outgoing: inout [Outgoing], shorten: (inout D, Int) -> Bool = { _, _ in false }
  ) -> [Undeliverable] {
    let text = tree.text(topic)
    do throws(DocumentError) {
      let payload = try DocumentCodec.encode(document.dated(at: now), shorten: shorten)
      outgoing.append(
        Outgoing(
          MQTTPublication(
            topic: text, payload: payload, isRetained: true,
            expirySeconds: end.map { Outgoing.expirySeconds(until: $0, from: now.wall) }), expires: end))
      return []
    } catch {
      return [Undeliverable(topic: text, error: error)]
    }
  }

  /// A document for one device, not retained, to be kept until it is there or over.
  func send<D: Document>(
    _ document: D, _ handling: Handling, _ kind: Topic.Down, until end: Timestamp, at now: Moment,
    into outgoing: inout [Outgoing], shorten: (inout D, Int) -> Bool = { _, _ in false }
  ) -> [Undeliverable] {
    let device = handling.device
    guard let name = DeviceName(device) else {
      return [Undeliverable(topic: device, error: DocumentError(.badID, "no name of a device"))]
    }
    let topic = tree.text(.down(name, kind))
    do throws(DocumentError) {
      let limit = reader(device).payloadBytesMax(on: topic, kind: D.bytesMax)
      let payload = try DocumentCodec.encode(document.dated(at: now), upTo: limit, shorten: shorten)
      guard end > now.wall else { throw DocumentError(.expired, "over before it was sent") }
      outgoing.append(
        Outgoing(
          MQTTPublication(
            topic: topic, payload: payload, expirySeconds: Outgoing.expirySeconds(until: end, from: now.wall)),
          // A moment of a clock that is not set means nothing once it is.
          handling, expires: now.isWallTrusted ? end : nil))
      return []
    } catch {
      return [Undeliverable(topic: topic, error: error)]
    }
  }

  /// A clock that starts in 1970 counts on from the least time that a document can carry: its times rise all the same, and
  /// what lies between two of them is true.
  func moment(_ time: Timestamp) -> EpochSeconds {
    let least = EpochSeconds.range.lowerBound
    return EpochSeconds(clamping: time.seconds < least ? least + max(0, time.seconds) : time.seconds)
  }

  func messageID(_ id: UniqueID) throws(DocumentError) -> MessageID {
    guard let id = MessageID(id.description) else { throw DocumentError(.badID, "not a UUID") }
    return id
  }

  func name<Form: TokenForm>(_ type: Token<Form>.Type, _ text: String) throws(DocumentError) -> Token<Form> {
    guard let token = Token<Form>(text) else { throw DocumentError(Form.breach, "not of the required form") }
    return token
  }

  func dates(_ facts: PlantFacts, at now: Moment) throws(DocumentError) -> PlantDates {
    let last = moment(facts.last)
    let next = max(moment(facts.next.date(at: now.wall)), last.advanced(by: 1))
    return PlantDates(
      id: try name(SubjectName.self, facts.id), name: Shortening.name(facts.name, 64, otherwise: facts.id),
      lastDate: last, nextDate: next, nextBecause: Self.word(facts.next.because))
  }

  static func word(_ because: Next.Because) -> NextBecause {
    switch because {
    case .due: .due
    case .learned: .learned
    case .calendar: .calendar
    case .unknown: .unknown
    }
  }

  func heard(_ hearings: [GardenCore.Hearing]) -> [LoamKit.Hearing]? {
    let heard = hearings.prefix(LoamKit.Hearing.countMax).map {
      LoamKit.Hearing(
        person: Shortening.name($0.name, 64, otherwise: $0.person),
        why: LoamKit.Hearing.Why(rawValue: $0.word.rawValue) ?? .unknown, at: $0.at.map(moment))
    }
    return heard.isEmpty ? nil : heard
  }

  /// What was meant for that topic cannot be made.
  func failed(_ topic: Topic?, _ what: String, _ error: DocumentError) -> [Undeliverable] {
    [Undeliverable(topic: topic.map(tree.text) ?? what, error: error)]
  }
}

extension Document {
  /// While nobody knows the time each document that tells dates says so: here, and nowhere else. One that keeps a clock of its own, as an
  /// activity does, has said it already.
  func dated(at now: Moment) -> Self {
    guard !now.isWallTrusted, var dated = self as? any DatedDocument else { return self }
    dated.clock = .unset
    return dated as? Self ?? self
  }
}
