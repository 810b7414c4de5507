internal import DeviceFamilies
internal import GardenCore
internal import MQTTTypes

/// Mistakes that show only where sections meet.
struct CrossChecks {
  let language: ConfigLanguage
  let problems: Problems

  func run() {
    FamilyChecks(roster: language.roster, problems: problems).run()
    TopicChecks(language: language, problems: problems).run()
    SupplyChecks(language: language, problems: problems).run()
    checkUse()
    checkRain()
    checkSharedValves()
    checkNames()
    checkDevices()
    checkWeb()
    checkChannels()
    PeopleChecks(language: language, problems: problems).run()
  }

  /// A forecast that nobody waits for, and a plant that waits for none.
  private func checkRain() {
    let waiting = language.plants.filter(\.waitsForRain.value)
    if let rain = language.rain, waiting.isEmpty {
      problems.warning(
        at: rain.position, "no plant waits for rain",
        help: "write 'waits_for_rain: true' in the plants that stand outside")
    } else if language.rain == nil {
      for plant in waiting {
        problems.error(
          at: plant.waitsForRain.position, "\(plant.waitsForRain.path): there is no forecast of rain",
          help: "add the section 'rain' with the sensor that measures it")
      }
    }
  }

  /// A channel is one more device: its role and language stand with its person. The account that speaks for all of them is none.
  private func checkChannels() {
    let devices = language.people.flatMap(\.devices).map(\.value)
    for channel in language.channels where !devices.contains(channel.device.value) {
      problems.error(
        at: channel.device.position, "the channel \(quoted(channel.device.value)) is nobody's device",
        help: NearestName.help(for: channel.device.value, among: devices)
          ?? "add it under 'devices' of a person, with a role")
    }
    guard let username = language.push.account?.username else { return }
    if devices.contains(username.value) || username.value == language.broker.name {
      problems.error(
        at: username.position,
        "push.account.username is another's name at the broker: \(quoted(username.value))",
        help: "give the push process an account of its own, as in deploy/loam.acl")
    }
  }

  /// The web process may read alone, so its account is no device's; and the page's device should be somebody's.
  private func checkWeb() {
    let devices = language.people.flatMap(\.devices)
    if let username = language.web.username {
      for device in devices where device.value == username.value {
        problems.error(
          at: username.position,
          "web.account.username is the device \(quoted(device.value)), which may answer",
          help: "give the web process an account of its own that only reads, as in deploy/loam.acl")
      }
      if username.value == language.broker.name {
        problems.error(
          at: username.position, "web.account.username is the bridge's own name at the broker",
          help: "give the web process an account of its own that only reads, as in deploy/loam.acl")
      }
    }
    let device = language.web.device
    if language.web.isWritten, problems.errorCount == 0,
      !devices.contains(where: { $0.value == device.value })
    {
      problems.warning(
        at: device.position, "the page's device \(quoted(device.value)) is nobody's: its page can only look",
        help: "add it to a person: 'devices:', and below it '\(device.value): {role: operator}'")
    }
  }

  private func checkUse() {
    if language.plants.isEmpty, language.places.isEmpty, language.roster.heaters.isEmpty,
      problems.errorCount == 0
    {
      // No error: a bridge may be set up before its first probe speaks.
      problems.warning(
        at: TextPosition(line: 1, column: 1), "the file names no plant and no place",
        help: "add one, as in config/example.yaml: 'plants:', its name, its 'sensors'")
    }
    if problems.errorCount > 0 { return }
    for draft in language.roster.sensors where !draft.isUsed {
      problems.warning(
        at: draft.id.position, "the sensor \(quoted(draft.id.value)) is used by no plant and no place",
        help: "name it under 'sensors' of a plant, or delete it")
    }
    for draft in language.roster.valves where !draft.isUsed {
      problems.warning(
        at: draft.id.position, "the valve \(quoted(draft.id.value)) waters no plant",
        help: "name it under 'watering' of a plant, or delete it")
    }
    for draft in language.plants where draft.plan.shares.isEmpty && !draft.saysHowOften {
      problems.warning(
        at: draft.id.position,
        "the plant \(quoted(draft.id.value)) has no sensor; it is reminded of by the calendar alone",
        help:
          "every \(DurationText.text(draft.plan.wateringInterval)); if that is meant, say so with water_every"
      )
    }
  }

  /// One valve may water several plants, but only one rule may start it: two would water for each other's
  /// thirst.
  private func checkSharedValves() {
    var users: [String: [PlantDraft]] = [:]
    for plant in language.plants {
      if let valve = plant.watering?.valve { users[valve.value, default: []].append(plant) }
    }
    for (valve, plants) in users where plants.count > 1 {
      let automatic = plants.filter { $0.watering?.automatic.value == true }
      if automatic.count > 1, let second = automatic[1].watering?.automatic {
        problems.error(
          at: second.position,
          "\(second.path): the valve \(quoted(valve)) already opens by rule for the plant "
            + quoted(automatic[0].id.value),
          help: "a second rule would water both plants again; let one of the two decide")
      } else if let second = plants[1].watering?.valve {
        problems.warning(
          at: second.position,
          "the valve \(quoted(valve)) also waters the plant \(quoted(plants[0].id.value))",
          help: "a run counts as watering only for the plant for which it was started")
      }
    }
  }

  private func checkNames() {
    let roster = language.roster
    let kinds = [
      ("a valve", roster.valves), ("a thermostat", roster.thermostats),
      ("a heater", roster.heaters.map(\.actuator)),
    ]
    var names: [String: (kind: String, id: Placed<String>)] = [:]
    for (kind, drafts) in kinds {
      for draft in drafts {
        if let first = names[draft.id.value], first.kind != kind {
          problems.error(
            at: max(draft.id.position, first.id.position),
            "\(first.kind) and \(kind) are both called \(quoted(draft.id.value))",
            help: "the first is in line \(min(draft.id.position, first.id.position).line)")
        }
        names[draft.id.value] = (kind, draft.id)
      }
    }
    for person in language.people where person.id.value == HomeAssistantSection.person {
      problems.error(
        at: person.id.position, "the name \(quoted(person.id.value)) is kept for Home Assistant itself",
        help: "its device and role stand under home_assistant")
    }
  }

  private func checkHomeAssistant(_ people: [String: Placed<String>]) {
    guard let home = language.homeAssistant else { return }
    if let earlier = people[home.device.value] {
      problems.error(
        at: home.device.isWritten ? home.device.position : earlier.position,
        "the device \(quoted(home.device.value)) belongs to a person and to home_assistant",
        help: "rename one of the two; each has an MQTT account of its own")
    }
    let others = [
      ("bridge.command_line_device", language.bridge.commandLineDevice.value),
      ("the bridge at the broker", language.broker.name),
    ]
    for (key, name) in others where name == home.device.value {
      problems.error(
        at: home.device.position, "the device \(quoted(name)) has the same name as \(key)",
        help: "the broker tells clients apart by their names; rename the device")
    }
    let base = language.bridge.baseTopic.value
    let prefix = home.prefix.value
    if "\(prefix)/".hasPrefix("\(base)/") || "\(base)/".hasPrefix("\(prefix)/") {
      problems.error(
        at: home.prefix.position, "home_assistant.prefix and bridge.base_topic overlap: \(quoted(prefix))",
        help: "discovery has a tree of its own")
    }
  }

  private func checkDevices() {
    var first: [String: Placed<String>] = [:]
    for person in language.people {
      for device in person.devices {
        if let earlier = first[device.value] {
          problems.error(
            at: device.position, "the device \(quoted(device.value)) belongs to two people",
            help: "it is first named in \(problems.line(earlier.position))")
        } else {
          first[device.value] = device
        }
        if device.value == language.broker.name {
          problems.error(
            at: device.position, "the device \(quoted(device.value)) has the bridge's own name at the broker",
            help: "the broker would throw out one of the two; rename the device")
        }
      }
    }
    checkHomeAssistant(first)
  }
}
