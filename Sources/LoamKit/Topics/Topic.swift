/// Every topic of the contract, as a value.
public enum Topic: Sendable, Hashable {
  /// ``BridgeStatus``.
  case bridgeStatus
  /// ``BridgeInfo``.
  case bridgeInfo
  /// ``BridgeCounters``.
  case bridgeCounters
  /// ``ChannelsState``.
  case channels
  /// ``PlantState``.
  case plant(SubjectName)
  /// ``PlantDetail``.
  case detail(SubjectName)
  /// ``NotificationCategory``.
  case category(CategoryName)
  /// ``ControlState``.
  case control(ControlName)
  /// ``ReminderState``.
  case reminder(ReminderKey)
  /// ``ActivityState``.
  case activity(MessageID)
  /// ``HeaterState``.
  case heater(SubjectName)
  /// ``GlanceState``.
  case glance
  /// ``HoldState``.
  case hold
  /// ``DeviceState``.
  case device(DeviceName)
  /// From the bridge to a device.
  case down(DeviceName, Down)
  /// From a device to the bridge.
  case up(DeviceName, Up)

  /// What the bridge sends to a device.
  public enum Down: String, Sendable, Hashable, CaseIterable {
    /// ``NotificationMessage``.
    case notify
    /// ``WithdrawMessage``.
    case withdraw
    /// ``ActivityMessage``.
    case activity
    /// ``Ack``.
    case ack
    /// ``DeviceContext``.
    case context
    /// ``MessageReply``.
    case reply
    /// ``MessageFromDevice``.
    case msg
    /// ``PushOffer``.
    case push

    /// Whether its messages are retained by the broker.
    public var isRetained: Bool { self == .context || self == .push }
  }

  /// What a device sends to the bridge.
  public enum Up: String, Sendable, Hashable, CaseIterable {
    /// ``Hello``.
    case hello
    /// ``Presence``.
    case presence
    /// ``ActionMessage``.
    case action
    /// ``SetMessage``.
    case set
    /// ``ActivityFeedback``.
    case activity
    /// ``Ack``.
    case ack
    /// ``MessageRequest``.
    case msg
    /// ``MessageToDevice``.
    case send
    /// ``BlobPartMessage``.
    case part
    /// ``AppContext``.
    case context
    /// ``PushRegistration``: for `loam-push`, never for the bridge.
    case push
    /// ``AccountMessage``.
    case account
    /// ``JoinMessage``.
    case join

    /// What the bridge reads: all but what would give it a secret.
    public static let ofTheBridge = allCases.filter { $0 != .push }

    /// Whether its messages are retained by the broker.
    public var isRetained: Bool { self == .hello || self == .presence || self == .context }
  }

  /// Whether its messages are retained by the broker. What acts is never retained.
  public var isRetained: Bool {
    switch self {
    case .bridgeStatus, .bridgeInfo, .bridgeCounters, .channels, .plant, .detail, .category, .control,
      .reminder,
      .activity, .heater, .glance, .hold, .device:
      true
    case .down(_, let kind): kind.isRetained
    case .up(_, let kind): kind.isRetained
    }
  }
}
