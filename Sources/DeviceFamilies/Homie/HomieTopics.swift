/// Topics of a Homie device.
///
/// Homie 3 and 4: `homie/<device>`. Homie 5: `homie/5/<device>`; the version is the level before the device.
struct HomieTopics: Sendable, Hashable {
  let device: String
  /// Homie 5 describes a device in one `$description`; before that each attribute has a topic.
  let isVersion5: Bool

  init(device: String) {
    self.device = device
    let levels = device.split(separator: "/", omittingEmptySubsequences: false)
    isVersion5 = levels.count >= 3 && levels[levels.count - 2] == "5"
  }

  /// From the topic of a property, `<device>/<node>/<property>`; `nil` where it is none.
  init?(property: String) {
    let levels = property.split(separator: "/", omittingEmptySubsequences: false)
    guard levels.count >= 4, !levels.contains("") else { return nil }
    self.init(device: levels.dropLast(2).joined(separator: "/"))
    if levels[levels.count - 3] == "5", !isVersion5 { return nil }
  }

  var state: String { device + "/$state" }
  var description: String { device + "/$description" }

  /// A root device lies beside its children.
  func state(ofRoot root: String) -> String {
    let levels = device.split(separator: "/", omittingEmptySubsequences: false)
    return (levels.dropLast().map(String.init) + [root, "$state"]).joined(separator: "/")
  }
}
