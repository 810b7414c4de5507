/// A device that was let in while the bridge ran: it stands in no file, and has an account of its own at the broker.
package struct AccountMemory: Sendable, Hashable {
  package enum Phase: UInt8, Sendable, Hashable, CaseIterable {
    /// Its account takes the secret of its invitation, and may do nothing but join.
    case invited = 0
    /// It is a device like those of the config.
    case member
    /// It is out; the broker does not know yet.
    case leaving
  }
  /// Its device, and its user name at the broker: four letters of it are chance, so that it is nobody's before.
  package var id: DeviceID
  package var name: String
  package var person: PersonID
  package var role: Role
  package var phase: Phase
  /// A guest's last moment; `nil`: it stays.
  package var until: Timestamp?
  /// What a guest has left by the bridge's own running, however the clock goes.
  package var left: Duration?
  package var invitedBy: DeviceID
  /// When it was heard last, to some minutes.
  package var seenAt: Timestamp?

  package init(
    id: DeviceID, name: String, person: PersonID, role: Role, phase: Phase, until: Timestamp? = nil,
    left: Duration? = nil, invitedBy: DeviceID, seenAt: Timestamp? = nil
  ) {
    self.id = id
    self.name = name
    self.person = person
    self.role = role
    self.phase = phase
    self.until = until
    self.left = left
    self.invitedBy = invitedBy
    self.seenAt = seenAt
  }
}

extension AccountMemory {
  /// The plan with the devices that are let in, beside those of the config. A person who is gone from the config takes them along.
  static func admit(_ accounts: [AccountMemory], to config: GardenPlan) -> GardenPlan {
    var plan = config
    for p in plan.people.indices {
      plan.people[p].devices.removeAll(where: \.isLetIn)
      let usesFahrenheit = (plan.people[p].devices.first ?? plan.console)?.usesFahrenheit ?? false
      for account in accounts where account.phase == .member && account.person == plan.people[p].id {
        guard config.device(account.id)?.isLetIn ?? true else { continue }
        plan.people[p].devices.append(
          DevicePlan(
            id: account.id, name: account.name, role: account.role, usesFahrenheit: usesFahrenheit,
            isLetIn: true))
      }
    }
    return plan
  }
}
