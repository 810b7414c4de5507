internal import GardenCore

/// `home_assistant`: what Home Assistant is shown, and as which device it answers.
struct HomeAssistantSection {
  /// The person to whom Home Assistant's device belongs: answers given there are not somebody else's.
  static let person = "home-assistant"

  var settings: HomeAssistantSettings
  var device: Placed<String>
  var role: Role
  var prefix: Placed<String>

  init(_ keys: Section) {
    let discovery = keys.value(
      "discovery", .flag, default: true,
      help: "Whether everything is announced by MQTT discovery. 'false' takes away what was announced.")
    prefix = keys.value(
      "prefix", .topic, default: "homeassistant",
      help: "Home Assistant's own discovery prefix; its birth message is expected on '<prefix>/status'.")
    device = keys.value(
      "device", .deviceName, default: "home-assistant",
      help: "Its device, which is the MQTT user name that Home Assistant logs in with.")
    let role = keys.value(
      "role", .words("a role", PersonDraft.roles), default: .operator,
      help: "What Home Assistant may do, as with the devices of people; it is offered no more than that.")
    self.role = role.value
    let page = keys.optional(
      "page", .httpServer, example: "http://garden.local:8090",
      help:
        "Address of Loam's page, to which its devices are linked. Without it: that of a channel 'web', or where web.listen is one address, that."
    )
    settings = HomeAssistantSettings(
      announces: discovery.value, prefix: prefix.value, device: device.value,
      page: page.map { $0.value + "/" })
    let text = prefix.value
    if text.hasPrefix("$") || text.hasPrefix("/") || text.hasSuffix("/") || text.contains("//")
      || text.utf8.count > 64
    {
      keys.problems.error(
        at: prefix.position,
        "home_assistant.prefix cannot begin with '$', have an empty level, or be longer than 64 bytes: \(quoted(text))",
        help: "it is 'homeassistant' unless it was changed in Home Assistant's MQTT options")
    }
  }

  /// Home Assistant is told everything at once: who is told when is its own affair.
  func plan(usesFahrenheit: Bool) -> PersonPlan {
    let plan = DevicePlan(
      id: device.value, name: "Home Assistant", role: role, usesFahrenheit: usesFahrenheit)
    return PersonPlan(id: Self.person, name: "Home Assistant", devices: [plan], notificationsPerDay: 1000)
  }
}
