/// What somebody asks about the devices that are let in while the bridge runs.
package enum AccountWish: Sendable, Hashable {
  /// Let one more in. `until` nil: for good.
  case invite(name: String, person: PersonID, role: Role, until: Timestamp?)
  /// It must be let in anew; what it knows is void at once.
  case rotate(DeviceID)
  /// It is out.
  case revoke(DeviceID)
}

/// What happens to devices that are let in while the bridge runs.
package enum AccountEvent: Sendable, Hashable {
  /// Whether the broker may be told about accounts: there is a link, and no other bridge is in charge.
  case control(isOpen: Bool)
  /// What the broker said to the ``AccountOrder`` of that number.
  case answer(number: Int, AccountAnswer)
  /// An invited device has chosen its password.
  case joins(DeviceID)
}

/// What the broker said to an ``AccountOrder``.
package enum AccountAnswer: Sendable, Hashable {
  case done
  /// It has no such account.
  case missing
  /// All that it has, to an order to name them.
  case found([DeviceID])
  /// It has the account, and its rights are those of an invitation.
  case invited
  /// It has the account, and other rights than it should have.
  case damaged
  /// It did not do so.
  case refused
}
