/// The topics under one base, each spelled once, both ways.
public struct TopicTree: Sendable, Hashable {
  /// What stands before the protocol's version, `plants` by default.
  public let base: String
  /// `<base>/v1`.
  public let root: String

  /// `nil` where the base is empty, longer than 128 bytes, begins with `$`, has an empty level, a wildcard or a
  /// control character.
  public init?(base: String = "plants") {
    let levels = base.split(separator: "/", omittingEmptySubsequences: false)
    guard base.utf8.count <= 128, base.utf8.first != UInt8(ascii: "$"), levels.allSatisfy({ !$0.isEmpty }),
      !base.unicodeScalars.contains(where: { "+#".unicodeScalars.contains($0) || $0.value < 0x20 })
    else { return nil }
    self.base = base
    self.root = base + "/v\(ProtocolVersion.number)"
  }

  /// The topic's text.
  public func text(_ topic: Topic) -> String {
    switch topic {
    case .bridgeStatus: root + "/bridge/status"
    case .bridgeInfo: root + "/bridge/info"
    case .bridgeCounters: root + "/bridge/counters"
    case .channels: root + "/bridge/channels"
    case .plant(let id): root + "/state/plant/\(id)"
    case .detail(let id): root + "/state/detail/\(id)"
    case .category(let id): root + "/state/category/\(id)"
    case .control(let id): root + "/state/control/\(id)"
    case .reminder(let key): root + "/state/reminder/\(key)"
    case .activity(let id): root + "/state/activity/\(id)"
    case .heater(let id): root + "/state/heater/\(id)"
    case .glance: root + "/state/glance/all"
    case .hold: root + "/state/hold/all"
    case .device(let id): root + "/state/device/\(id)"
    case .down(let device, let kind): root + "/d/\(device)/dn/\(kind.rawValue)"
    case .up(let device, let kind): root + "/d/\(device)/up/\(kind.rawValue)"
    }
  }

  /// The topic of that text; `nil` where it is none of ours.
  public func topic(_ text: String) -> Topic? {
    guard text.utf8.count <= 256, text.utf8.starts(with: root.utf8) else { return nil }
    let rest = text.utf8.dropFirst(root.utf8.count)
    guard rest.first == UInt8(ascii: "/") else { return nil }
    let levels = Substring(rest.dropFirst()).split(separator: "/", omittingEmptySubsequences: false)
    switch levels.count {
    case 2 where levels[0] == "bridge": return bridge(levels[1])
    case 3 where levels[0] == "state": return state(levels[1], levels[2])
    case 4 where levels[0] == "d": return device(levels[1], levels[2], levels[3])
    default: return nil
    }
  }

  private func bridge(_ leaf: Substring) -> Topic? {
    switch leaf {
    case "status": .bridgeStatus
    case "info": .bridgeInfo
    case "counters": .bridgeCounters
    case "channels": .channels
    default: nil
    }
  }

  private func state(_ kind: Substring, _ name: Substring) -> Topic? {
    switch kind {
    case "plant": SubjectName(name).map(Topic.plant)
    case "detail": SubjectName(name).map(Topic.detail)
    case "category": CategoryName(name).map(Topic.category)
    case "control": ControlName(name).map(Topic.control)
    case "reminder": ReminderKey(name).map(Topic.reminder)
    case "activity": MessageID(name).map(Topic.activity)
    case "heater": SubjectName(name).map(Topic.heater)
    case "glance": name == "all" ? .glance : nil
    case "device": DeviceName(name).map(Topic.device)
    case "hold": name == "all" ? .hold : nil
    default: nil
    }
  }

  private func device(_ name: Substring, _ way: Substring, _ kind: Substring) -> Topic? {
    guard let device = DeviceName(name) else { return nil }
    switch way {
    case "dn": return Topic.Down(rawValue: String(kind)).map { .down(device, $0) }
    case "up": return Topic.Up(rawValue: String(kind)).map { .up(device, $0) }
    default: return nil
    }
  }

  /// One kind of what devices say; the bridge subscribes to each.
  public func everyUp(_ kind: Topic.Up) -> String { root + "/d/+/up/\(kind.rawValue)" }
  /// The bridge's own words about itself.
  public var everythingOfTheBridge: String { root + "/bridge/+" }
  /// All retained snapshots.
  public var everyState: String { root + "/state/+/+" }
  /// What a display that shows plants needs, and nothing else.
  public var everyPlant: String { root + "/state/plant/+" }
  /// What the bridge says to one device.
  public func everythingDown(to device: DeviceName) -> String { root + "/d/\(device)/dn/+" }
}
