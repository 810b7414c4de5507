import MQTTTypes

/// The two trees in which rtl_433 publishes, and whether its receiver is there.
enum RTL433Topics {
  /// Whether the topic lies in `rtl_433/<hostname>/devices/…`, where each field has a topic of its own.
  static func isDevice(_ topic: String) -> Bool { levels(topic).dropFirst().contains("devices") }

  /// The device without the field that a copied topic ends in.
  static func device(_ topic: String, fields: [String]) -> String {
    let levels = levels(topic)
    guard let last = levels.last, fields.contains(String(last)) else { return topic }
    return levels.dropLast().joined(separator: "/")
  }

  /// `rtl_433/<hostname>/availability` `online` or `offline`, retained, from version 25.12 on; where one receiver is named.
  static func availability(besides topic: String) throws(BindingProblem) -> AvailabilityTopic? {
    let levels = levels(topic)
    guard let at = levels.firstIndex(where: { $0 == "events" || $0 == "devices" }), at > 0 else { return nil }
    let receiver = levels[..<at]
    if receiver.contains("+") { return nil }
    return try AvailabilityTopic(receiver.joined(separator: "/") + "/availability")
  }

  private static func levels(_ topic: String) -> [Substring] {
    topic.split(separator: "/", omittingEmptySubsequences: false)
  }
}
