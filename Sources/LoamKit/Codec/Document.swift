/// One kind of document of the contract.
public protocol Document: Codable, Sendable, Hashable {
  /// Larger payloads are neither written nor read.
  static var bytesMax: Int { get }
  /// Rules that the fields' own types do not hold: lengths, ranges, and what must agree with what.
  ///
  /// ``DocumentCodec`` calls it after reading and before writing.
  func check() throws(DocumentError)
}

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
  /// Nesting of objects and arrays.
  public static let depth = 8
}
