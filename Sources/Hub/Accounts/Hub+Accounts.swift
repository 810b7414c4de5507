import BridgeConfig
import GardenCore
import GardenTopics
import LoamKit
import MQTTTypes
import StoreTypes

// Devices that are let in while the bridge runs.
extension Hub {
  /// Of two bridges only the one in charge tells the broker about accounts.
  mutating func watchAccounts() {
    let isOpen =
      settings.broker.accounts != nil && line.isOnline && accounts.opensAt <= now.uptime
      && !rivals.mustYield(at: now)
    guard isOpen != garden.isAccountControlOpen else { return }
    garden.handle(.account(.control(isOpen: isOpen)), at: now, into: &turn.effects)
  }

  /// Whoever takes the key from the config must not believe that the phones are out.
  mutating func tellOfAccounts() {
    let count = garden.accountsKnown.count
    guard settings.broker.accounts == nil, count > 0 else { return }
    log.error(
      "\(count) devices were let in, and the config has no broker.accounts: they stay in, and nobody can put them out"
    )
  }

  mutating func sendAccountOrders() {
    for order in accounts.orders {
      let password = accounts.password(for: order, using: &chance)
      if let publication = accounts.words.publication(for: order, password: password) {
        send(publication, as: .order)
      }
    }
    accounts.orders.removeAll()
    let invited = Set(garden.accountsKnown.filter { $0.phase == .invited }.map(\.id))
    accounts.tidy(invited.contains)
  }

  mutating func takeAccountAnswer(_ payload: Span<UInt8>) {
    guard let (number, answer) = accounts.answer(in: payload.indices.map { payload[$0] }) else { return }
    garden.handle(.account(.answer(number: number, answer)), at: now, into: &turn.effects)
  }

  /// The broker lets nobody write there but whom it knows by the secret; what comes twice, or too late, changes nothing.
  mutating func takeJoin(_ device: DeviceID, _ password: String) {
    guard !isOtherInCharge, garden.mayJoin(device) else { return }
    accounts.keep(password, of: device)
    garden.handle(.account(.joins(device)), at: now, into: &turn.effects)
  }

  mutating func invitation(_ request: InvitationRequest, for head: CommandHead) throws(DocumentError)
    -> [UInt8]
  {
    guard let message = UniqueID(request.message.text),
      let invitation = garden.invitation(by: message, of: head.device),
      let secret = accounts.secrets[invitation.device], let place = settings.broker.accounts,
      let device = DeviceName(invitation.device), let re = MessageID(head.id.description)
    else {
      throw DocumentError(.unknownMessage, at: "/content/message", "no invitation is open under that id")
    }
    let link = JoinLink(
      host: place.host, port: place.port, isEncrypted: place.isEncrypted, device: device, secret: secret,
      base: renderer.tree.base)
    let answer = InvitationAnswer(
      device: device, link: link.text, left: Int((invitation.ends - now.uptime).wholeSeconds))
    return try DocumentCodec.encode(MessageReply(re: re, .invitation(answer)))
  }

  /// The garden has other devices: what it says of those that are gone goes from the broker.
  mutating func adoptDevices() {
    contract.forgetDoors()
    formerTraces = formerTraces.union(traces)
    renderer.adopt(garden.plan, site: Startup.facts(of: settings, calendars, at: now))
    rememberTraces()
    guard line.isOnline else { return }
    tellContexts()
    clearFormerTraces()
  }
}
