/// Payload limits in bytes, announced in ``BridgeInfo``.
public enum DocumentLimits {
  /// Largest MQTT packet the bridge takes.
  public static let packet = 65_536
  /// Notifications, activities, hello and other retained documents.
  public static let large = 4096
  /// Actions, sets, acks, withdrawals.
  public static let small = 1024
  /// A plant's compact state: fits a 256-byte client buffer with its topic.
  public static let plantState = 200
  /// Answers to questions.
  public static let reply = 32_768
  /// What widgets show.
  public static let glance = 2048
  /// The bridge's counters: for dashboards, and more with each release.
  public static let counters = 6144
  /// Nesting of objects and arrays.
  public static let depth = 8
}
