internal import DeviceFamilies
internal import GardenCore

/// Puts what the sections read together: positions become indices, absent people become a default.
struct SettingsBuilder {
  let language: ConfigLanguage
  let problems: Problems

  func settings() -> BridgeSettings {
    let roster = language.roster
    let actuators = roster.actuators
    var plan = GardenPlan(
      site: language.site.plan, sensors: roster.sensors.map(\.plan), plants: language.plants.map(\.plan),
      places: language.places.map(\.plan), actuators: actuators.map(\.plan),
      heaters: roster.heaters.indices.compactMap { roster.heaters[$0].plan(roster.index(ofHeater: $0)) },
      people: people, console: console, reminders: language.reminders,
      interlocks: language.interlocks.map(\.plan),
      supplies: language.supplies.map(\.plan))
    plan.rain = language.rain?.plan
    var bindings: [ActuatorBinding] = []
    for (i, draft) in actuators.enumerated() {
      guard var binding = draft.binding else { continue }
      binding.actuator = ActuatorIndex(i)
      bindings.append(binding)
    }
    let sensors = roster.sensors.enumerated().compactMap { i, draft -> SensorBinding? in
      var binding = draft.binding
      binding?.sensor = SensorIndex(i)
      return binding
    }
    let interlocks = language.interlocks.enumerated().compactMap { i, draft -> InterlockBinding? in
      var binding = draft.binding
      binding?.interlock = InterlockIndex(i)
      return binding
    }
    var web = language.web.settings
    for plant in language.plants { web.photos[plant.id.value] = plant.photo }
    return BridgeSettings(
      broker: language.broker,
      bridge: BridgePlaceSettings(
        baseTopic: language.bridge.baseTopic.value, commandLineDevice: commandLineDevice,
        name: language.site.plan.name, garden: language.site.id?.value),
      homeAssistant: homeAssistant,
      timeZoneName: language.site.timeZone?.value, language: language.site.language,
      usesFahrenheit: language.site.usesFahrenheit, store: language.store,
      log: language.log, web: web, push: push, sensors: sensors, actuators: bindings, interlocks: interlocks,
      plan: plan, included: language.included, warnings: [])
  }

  private var homeAssistant: HomeAssistantSettings? {
    guard var home = language.homeAssistant?.settings else { return nil }
    home.page = home.page ?? pageAddress
    return home
  }

  /// Where the file says under which address browsers find the page.
  private var pageAddress: String? {
    for case .web(let web) in push.channels.map(\.way) { return web.page }
    let web = language.web.settings
    guard !web.isLoopback, let host = web.addresses.first, host != "0.0.0.0", host != "::" else { return nil }
    return
      "\(web.tls == nil ? "http" : "https")://\(host.contains(":") ? "[\(host)]" : host):\(web.port)/"
  }

  private var push: PushSettings {
    PushSettings(
      account: language.push.account.map { account in
        WebSettings.Account(username: account.username.value, password: account.password?.value)
      },
      folder: language.push.folder.value,
      channels: language.channels.compactMap { draft in
        draft.way.map { ChannelSettings(device: draft.device.value, way: $0) }
      })
  }

  private var commandLineDevice: DeviceID? {
    let name = language.bridge.commandLineDevice.value
    return name == "none" ? nil : name
  }

  private var people: [PersonPlan] {
    var people = language.people.map(\.plan)
    if let home = language.homeAssistant {
      people.append(home.plan(usesFahrenheit: language.site.usesFahrenheit))
    }
    return people
  }

  /// The command line, unless it is listed as a person's device.
  private var console: DevicePlan? {
    guard let id = commandLineDevice, !people.contains(where: { $0.devices.contains { $0.id == id } }) else {
      return nil
    }
    return DevicePlan(
      id: id, name: "Command line", role: .operator, language: nil,
      usesFahrenheit: language.site.usesFahrenheit)
  }
}
