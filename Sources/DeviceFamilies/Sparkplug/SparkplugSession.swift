import GardenCore
import MQTTTypes
import PayloadJSON
import SparkplugPayload

/// What an edge node's births and deaths have told, as far as one of its devices, or the node itself, goes.
///
/// Births are not retained and tell names, aliases and types once; data tell only what has changed. So who missed a birth or any
/// message of the order asks the edge node to be born again: NCMD `Node Control/Rebirth` = true.
///
/// | message | effect |
/// |---|---|
/// | NBIRTH | a new session (`bdSeq`); its devices have to be born anew |
/// | DBIRTH, or NBIRTH of a node that is a sensor itself | online; names, aliases, types |
/// | DDATA, NDATA | values; unborn, or with an unknown alias: asks |
/// | DDEATH | offline |
/// | NDEATH | offline, unless its `bdSeq` is a former session's than the NBIRTH's: a late will |
/// | any but NDEATH | `seq` goes on by one, 255 → 0; a gap: asks |
///
/// Retained messages are of an unknown session: no aliases, no births, no order. The host's STATE is not read.
/// Source: Sparkplug specification 3.0.0, chapter 5 "Operational Behavior"; tck-id-payloads-ndeath-bdseq.
struct SparkplugSession: Sendable {
  /// A message that may carry values of this address.
  struct Heard {
    var body: SparkplugPayload
    var isBirth: Bool
  }

  private enum Role: Sendable {
    case data, birth, death, nodeBirth, nodeDeath
    /// Of the node or another of its devices: its place in the order is all that counts.
    case other, otherBirth
  }

  let sources: [DeviceSource]
  let address: SparkplugAddress
  private let roles: [Role]

  private var isNodeBorn = false
  /// The birth that ``SparkplugMetricName`` learned from is of the present session.
  private(set) var isBorn = false
  private var session: UInt64?
  private var order: UInt64?
  private var aliases = SparkplugAliases()
  private var rebirth = SparkplugRebirth()
  /// Something cannot be understood without a birth.
  private var misses = false
  /// The device is there again; said after its values, so that nobody takes the old ones for present.
  private var isNews = false

  init(_ topic: String) throws(BindingProblem) {
    let address = try SparkplugAddress(topic)
    self.address = address
    var parts: [(Role, DeviceSource)] = [
      (.data, try address.own("DATA")), (.birth, try address.own("BIRTH")),
    ]
    if address.device != nil {
      parts += [(.death, try address.own("DEATH")), (.nodeBirth, try address.ofNode("BIRTH"))]
    }
    parts.append((.nodeDeath, try address.ofNode("DEATH")))
    // The order is one over the node and all its devices. What is ours comes here a second time: the same place again.
    if address.device != nil { parts.append((.other, try address.ofNode("DATA"))) }
    parts += [
      (.other, try address.ofDevices("DATA")), (.otherBirth, try address.ofDevices("BIRTH")),
      (.other, try address.ofDevices("DEATH")),
    ]
    roles = parts.map(\.0)
    sources = parts.map(\.1)
  }

  var question: MQTTPublication? { rebirth.question(to: address) }

  /// Keeps the state; what the message says about values is the caller's to read, before ``finish(_:into:)``.
  mutating func take(
    _ payload: PayloadReader, source: Int, _ context: DecodeContext, into items: inout [DecodedItem]
  ) -> Heard? {
    misses = false
    isNews = false
    guard roles.indices.contains(source) else { return nil }
    let role = roles[source]
    switch role {
    case .other, .otherBirth:
      if !context.wasRetained { passBy(payload, isBirth: role == .otherBirth) }
      return nil
    case .data, .birth, .death, .nodeBirth, .nodeDeath: break
    }
    guard let body = Self.body(payload, orRefuseInto: &items) else { return nil }
    if context.wasRetained, isNodeBorn || isBorn { return nil }
    if !context.wasRetained { advance(role, body) }
    switch role {
    case .data: return Heard(body: body, isBirth: false)
    case .birth:
      isNews = !context.wasRetained
      return Heard(body: body, isBirth: true)
    case .death: items.append(.online(false))
    case .nodeDeath:
      if endsSession(body) { items.append(.online(false)) }
    case .nodeBirth, .other, .otherBirth: break
    }
    return nil
  }

  /// Whether a metric without a name is one that the birth has told.
  mutating func check(aliasesOf body: SparkplugPayload) {
    for metric in body.metrics where metric.name == nil {
      if let alias = metric.alias, !aliases.contains(alias) { misses = true }
    }
  }

  mutating func miss() { misses = true }

  mutating func finish(_ context: DecodeContext, into items: inout [DecodedItem]) {
    if isNews { items.append(.online(true)) }
    isNews = false
    if misses, !context.wasRetained, rebirth.mayAsk(at: context.arrival) { items.append(.asks) }
    misses = false
  }

  private static func body(
    _ payload: PayloadReader, orRefuseInto items: inout [DecodedItem]
  ) -> SparkplugPayload? {
    var body: SparkplugPayload?
    if payload.isTooLarge {
      items.append(.refused(nil, .tooLarge))
    } else if payload.byteCount == 0 {
      items.append(.refused(nil, .noValue))
    } else {
      payload.withBytes { body = SparkplugPayload($0) }
      if body == nil { items.append(.refused(nil, .malformed)) }
    }
    return body
  }

  private mutating func passBy(_ payload: PayloadReader, isBirth: Bool) {
    guard !payload.isTooLarge else { return }
    var seq: UInt64?
    payload.withBytes { seq = SparkplugPayload.seq(of: $0) }
    if isBirth {
      order = seq ?? order
    } else {
      if seq != nil, !isNodeBorn { misses = true }
      follow(seq)
    }
  }

  private mutating func advance(_ role: Role, _ body: SparkplugPayload) {
    switch role {
    case .data:
      follow(body.seq)
      if !isBorn { misses = true }
    case .birth:
      if address.device == nil { session = Self.session(body) }
      isNodeBorn = true
      isBorn = true
      order = body.seq
      aliases = SparkplugAliases(of: body.metrics)
    case .death:
      follow(body.seq)
      forget()
    case .nodeBirth:
      session = Self.session(body)
      isNodeBorn = true
      order = body.seq
      forget()
    case .nodeDeath:
      guard endsSession(body) else { return }
      isNodeBorn = false
      order = nil
      forget()
    case .other, .otherBirth: break
    }
  }

  private mutating func forget() {
    isBorn = false
    aliases = SparkplugAliases()
  }

  /// Some publishers count anew at each birth of a device; so a birth's place is taken as it is.
  private mutating func follow(_ seq: UInt64?) {
    guard let seq, seq < 256 else { return }
    if let order, seq != order {
      if seq == (order + 1) % 256 {
        rebirth.orderKept()
      } else {
        misses = true
      }
    }
    order = seq
  }

  private static func session(_ body: SparkplugPayload) -> UInt64? {
    for metric in body.metrics where metric.name == "bdSeq" {
      if case .number(let number) = metric.value(bornAs: .uint64) { return UInt64(exactly: number) }
    }
    return nil
  }

  /// A death of a former session ends nothing. One of a later session does: its birth was missed, or the publisher numbers its
  /// farewell as the session to come (pysparkplug 0.6).
  private func endsSession(_ death: SparkplugPayload) -> Bool {
    guard let session, let ended = Self.session(death), session != ended else { return true }
    return session < 256 && ended < 256 ? (session + 256 - ended) % 256 >= 128 : ended > session
  }
}
