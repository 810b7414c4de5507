/// What a device told about itself in its hello, as far as it has an effect.
package struct DeviceProfile: Sendable, Hashable {
  /// BCP 47 language tag, e.g. `zh-Hans-CN`; the config's `language` wins over it.
  package var locale: String?
  /// Largest packet the device can take, bytes.
  package var packetBytesMax: Int?
  /// What it can show; `nil`: it did not say, and is sent everything.
  package var abilities: DeviceAbilities?
  /// How many buttons it shows.
  package var actionsMax: Int?
  /// Its time zone, a name of the tz database; `nil`: the site's.
  package var timeZone: String?
  package var kind: DeviceKind?

  package init(
    locale: String? = nil, packetBytesMax: Int? = nil, abilities: DeviceAbilities? = nil,
    actionsMax: Int? = nil, timeZone: String? = nil, kind: DeviceKind? = nil
  ) {
    self.locale = locale
    self.packetBytesMax = packetBytesMax
    self.abilities = abilities
    self.actionsMax = actionsMax
    self.timeZone = timeZone
    self.kind = kind
  }

  package var showsButtons: Bool { can(.actions) && actionsMax != 0 }

  package func can(_ ability: DeviceAbilities) -> Bool { abilities?.contains(ability) ?? true }
}

/// What a device is. The raw value is kept in the store.
package enum DeviceKind: UInt8, Sendable, Hashable, CaseIterable {
  case phone = 0
  case watch, tag, display, dashboard, speaker, other
}

/// What a device can show. The raw value is kept in the store.
package struct DeviceAbilities: OptionSet, Sendable, Hashable {
  package var rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Notifications.
  package static let notify = DeviceAbilities(rawValue: 1)
  /// Their buttons.
  package static let actions = DeviceAbilities(rawValue: 2)
  /// The slider of a notification.
  package static let slider = DeviceAbilities(rawValue: 4)
  /// Progress.
  package static let activity = DeviceAbilities(rawValue: 8)
  /// Bytes in parts.
  package static let blob = DeviceAbilities(rawValue: 16)

  /// By the words of a hello; unknown ones are ignored.
  package init(words: [String]) {
    self = []
    for word in words {
      switch word {
      case "notify": insert(.notify)
      case "actions": insert(.actions)
      case "slider": insert(.slider)
      case "activity": insert(.activity)
      case "blob": insert(.blob)
      default: break
      }
    }
  }
}

/// What a device, or its last will, said of itself.
package struct PresenceReport: Sendable, Hashable {
  package var isOnline: Bool
  /// `nil`: the device knows no such thing.
  package var isInFront: Bool?
  /// New at each connect.
  package var session: UniqueID
  /// It says so again at least that often; `nil`: only its last will tells that it is gone.
  package var every: Duration?

  package init(isOnline: Bool, isInFront: Bool? = nil, session: UniqueID, every: Duration? = nil) {
    self.isOnline = isOnline
    self.isInFront = isInFront
    self.session = session
    self.every = every
  }
}
