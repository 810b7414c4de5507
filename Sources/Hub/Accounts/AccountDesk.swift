import BridgeConfig
import GardenCore
import GardenTopics
import LoamKit

/// Orders to the broker about accounts, and what is secret in them: nothing of it is written to the disk or to the log.
struct AccountDesk {
  private let words: DynamicSecurity
  /// By then a bridge that was first has answered: no account of its devices is touched before.
  let opensAt: Uptime
  /// What leaves when the turn is committed.
  private var orders: [AccountOrder] = []
  private var underWay: AccountOrder?
  /// Of open invitations.
  private var secrets: [DeviceID: String] = [:]
  /// What invited devices chose, until the broker has it.
  private var chosen: [DeviceID: String] = [:]

  init(_ words: DynamicSecurity, opensAt: Uptime) {
    self.words = words
    self.opensAt = opensAt
  }

  /// Whoever takes the key from the config must not believe that the phones are out.
  func tell(of known: [AccountMemory], _ place: AccountSettings?, _ log: inout HubLog) {
    guard place == nil, !known.isEmpty else { return }
    log.error(
      "\(known.count) devices were let in, and the config has no broker.accounts: they stay in, and nobody can put them out"
    )
  }

  mutating func add(_ order: AccountOrder) { orders.append(order) }

  mutating func leave(
    by line: inout Line, of known: [AccountMemory], using random: inout some RandomNumberGenerator,
    _ log: inout HubLog
  ) {
    for order in orders {
      let password = password(for: order, using: &random)
      if let publication = words.publication(for: order, password: password) {
        line.send(publication, as: .order, &log)
      }
    }
    orders.removeAll()
    let invited = Set(known.filter { $0.phase == .invited }.map(\.id))
    secrets = secrets.filter { invited.contains($0.key) }
    chosen = chosen.filter { invited.contains($0.key) }
  }

  /// The first counts: a second one would be told to nobody.
  mutating func keep(_ password: String, of device: DeviceID) {
    if chosen[device] == nil { chosen[device] = password }
  }

  /// The password that goes with the order.
  private mutating func password(for order: AccountOrder, using random: inout some RandomNumberGenerator)
    -> String
  {
    underWay = order
    switch order.kind {
    case .open, .reopen:
      let secret = Self.secret(&random)
      secrets[order.device] = secret
      return secret
    case .admit: return chosen[order.device] ?? Self.secret(&random)
    case .probe, .sweep, .look, .mend, .remove: return ""
    }
  }

  /// What the broker said; `nil`: it answers nothing that was asked.
  mutating func answer(in payload: [UInt8]) -> (number: Int, answer: AccountAnswer)? {
    let asked = underWay
    return words.answer(in: payload) { number in asked?.number == number ? asked : nil }
  }

  func invitation(
    _ request: InvitationRequest, for head: CommandHead, in garden: Garden, to place: AccountSettings?,
    base: String, at now: Moment
  ) throws(DocumentError) -> [UInt8] {
    guard let message = UniqueID(request.message.text),
      let invitation = garden.invitation(by: message, of: head.device),
      let secret = secrets[invitation.device], let place,
      let device = DeviceName(invitation.device), let re = MessageID(head.id.description)
    else {
      throw DocumentError(.unknownMessage, at: "/content/message", "no invitation is open under that id")
    }
    let link = JoinLink(
      host: place.host, port: place.port, isEncrypted: place.isEncrypted, device: device, secret: secret,
      base: base)
    let answer = InvitationAnswer(
      device: device, link: link.text, left: Int((invitation.ends - now.uptime).wholeSeconds))
    return try DocumentCodec.encode(MessageReply(re: re, .invitation(answer)))
  }

  /// 132 bits.
  private static func secret(_ random: inout some RandomNumberGenerator) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    return String((0..<22).map { _ in letters[Int(random.next() & 63)] })
  }
}
