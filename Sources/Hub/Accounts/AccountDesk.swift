import GardenCore
import GardenTopics

/// Orders to the broker about accounts, and what is secret in them: nothing of it is written to the disk or to the log.
struct AccountDesk {
  let words: DynamicSecurity
  /// By then a bridge that was first has answered: no account of its devices is touched before.
  let opensAt: Uptime
  /// What leaves when the turn is committed.
  var orders: [AccountOrder] = []
  private var underWay: AccountOrder?
  /// Of open invitations.
  private(set) var secrets: [DeviceID: String] = [:]
  /// What invited devices chose, until the broker has it.
  private var chosen: [DeviceID: String] = [:]

  init(_ words: DynamicSecurity, startedAt: Uptime) {
    self.words = words
    opensAt = startedAt + RivalWatch.answersWithin
  }

  /// The first counts: a second one would be told to nobody.
  mutating func keep(_ password: String, of device: DeviceID) {
    if chosen[device] == nil { chosen[device] = password }
  }

  /// The password that goes with the order.
  mutating func password(for order: AccountOrder, using random: inout some RandomNumberGenerator) -> String {
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

  /// Keeps what belongs to devices that may still join.
  mutating func tidy(_ mayBeInvited: (DeviceID) -> Bool) {
    secrets = secrets.filter { mayBeInvited($0.key) }
    chosen = chosen.filter { mayBeInvited($0.key) }
  }

  /// 132 bits.
  private static func secret(_ random: inout some RandomNumberGenerator) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    return String((0..<22).map { _ in letters[Int(random.next() & 63)] })
  }
}
