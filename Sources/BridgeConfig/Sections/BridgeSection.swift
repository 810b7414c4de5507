/// `bridge`: our own place in MQTT.
struct BridgeSection {
  var baseTopic: Placed<String>
  var commandLineDevice: Placed<String>

  /// - Parameter garden: `site.id`, a level of its own.
  init(_ keys: Section, garden: Placed<String>?) {
    baseTopic = keys.value(
      "base_topic", .topic, default: "plants",
      help: "Loam publishes below '<base_topic>/v1/'.")
    commandLineDevice = keys.value(
      "command_line_device", .deviceName, default: "cli",
      help:
        "Device as which the command line acts, with role operator unless listed under people; 'none': it may not act."
    )
    let topic = baseTopic.value
    if let garden { baseTopic.value += "/" + garden.value }
    if topic.hasPrefix("$") || topic.hasPrefix("/") || topic.hasSuffix("/")
      || baseTopic.value.utf8.count > 128
    {
      keys.problems.error(
        at: baseTopic.position,
        "bridge.base_topic cannot begin with '$', begin or end with '/', or be longer than 128 bytes with site.id: \(quoted(topic))"
      )
    }
  }
}
