internal import GardenCore

/// The whole language: every section in turn. Read with a file, or run without one to describe itself.
struct ConfigLanguage {
  var included: [String]
  var site: SiteSection
  var broker: BrokerSettings
  var bridge: BridgeSection
  var store: StoreSettings
  var log: LogSettings
  var reminders: ReminderPlan
  var roster: Roster
  var rain: RainSection?
  var plants: [PlantDraft]
  var places: [PlaceDraft]
  var people: [PersonDraft]
  var supplies: [SupplyDraft]
  var interlocks: [InterlockDraft]
  var web: WebSection
  var push: PushSection
  var channels: [ChannelDraft]
  var homeAssistant: HomeAssistantSection?

  init(_ keys: Section, _ host: ConfigSurroundings, reader: SecretOwner = .everyone) {
    let surroundings = host.secrets(of: .bridge, readBy: reader)
    included = keys.included.map(\.value)
    let site = keys.section("site", help: "The garden as a whole.") {
      SiteSection($0, timeZoneExists: surroundings.timeZoneExists)
    }
    self.site = site
    broker = keys.section("broker", help: "The MQTT broker to which sensors and devices are connected.") {
      BrokerSection($0, surroundings).settings
    }
    bridge = keys.section(
      "bridge", help: "Where the bridge's own topics stand at the broker."
    ) {
      BridgeSection($0, garden: site.id)
    }
    let roster = Roster(keys, surroundings)
    self.roster = roster
    rain = keys.optionalSection(
      "rain",
      help:
        "A forecast of rain, which may delay the water of plants outside, and do nothing else. Without it nothing waits."
    ) {
      RainSection($0, roster)
    }
    plants = keys.table(
      "plants", id: .name(of: "a plant", upTo: 51), entriesMax: GardenPlan.plantsMax, example: "basil",
      help: "What is looked after."
    ) {
      PlantDraft($0, $1, roster, surroundings)
    }
    places = keys.table(
      "places", id: .name(of: "a place"), example: "greenhouse",
      help: "Rooms and frames whose temperature is kept."
    ) {
      PlaceDraft($0, $1, roster)
    }
    supplies = keys.table(
      "supplies", id: .name(of: "a supply"), example: "garden-tap",
      help: "Pipes, pumps and tanks that valves share."
    ) {
      SupplyDraft($0, $1, roster)
    }
    let places = places
    interlocks = keys.table(
      "interlocks", id: .name(of: "an interlock"), example: "rain",
      help: "What keeps valves closed: rain, frost, an empty tank. What is unknown keeps them closed as well."
    ) {
      InterlockDraft($0, $1, roster, places)
    }
    people = keys.table(
      "people", id: .name(of: "a person"), example: "anna", help: "Who is told, and where they read it."
    ) {
      PersonDraft($0, $1, usesFahrenheit: site.usesFahrenheit)
    }
    reminders = keys.section(
      "reminders", help: "When people are told, and told again.", read: RemindersSection.read)
    homeAssistant = keys.optionalSection(
      "home_assistant",
      help: "Shows the garden to Home Assistant. Without this section nothing is announced.",
      read: HomeAssistantSection.init)
    store = keys.section("store", help: "What is kept on disk.") { StoreSection.read($0, surroundings) }
    log = keys.section("log", help: "What the bridge writes to its journal.", read: LogSection.read)
    web = keys.section("web", help: "Pages, history and metrics: read by `loam web` alone.") {
      WebSection($0, host.secrets(of: .web, readBy: reader))
    }
    web.isWritten = keys.entry("web") != nil
    let pushing = host.secrets(of: .push, readBy: reader)
    push = keys.section("push", help: "The process `loam-push`, which sends on what is under channels.") {
      PushSection($0, pushing)
    }
    channels = keys.table(
      "channels", id: .deviceName, example: "anna-telegram",
      help: "Devices of people that are reached through a service: read by `loam-push` alone."
    ) {
      ChannelDraft($0, $1, pushing)
    }
    let tables = keys.shape.keys.filter { if case .table = $0.kind { true } else { false } }
    keys.section("defaults", help: "What entries of a table have in common.") { $0.defaults(of: tables) }
  }

  /// Where a key belongs: "broker" or "plants.<name>, places.<name>".
  static func sections(with key: String) -> String? {
    guard let found = places[key], found.count <= 4 else { return nil }
    return found.joined(separator: " and ")
  }

  /// Of any section.
  static func isKey(_ name: String) -> Bool { places[name] != nil }

  /// Sections by the keys that they have.
  private static let places: [String: [String]] = {
    var places: [String: [String]] = [:]
    func list(_ shape: SectionShape, _ path: String) {
      for known in shape.keys {
        places[known.name, default: []].append(path.isEmpty ? "the file itself" : "'\(path)'")
        let inner = path.isEmpty ? known.name : "\(path).\(known.name)"
        switch known.kind {
        case .section(let shape), .several(_, let shape): list(shape, inner)
        case .table(_, let shape): list(shape, "\(inner).<name>")
        case .value, .list, .texts, .defaults: break
        }
      }
    }
    list(shape(), "")
    return places
  }()

  /// The sections.
  static let names = shape().names

  /// All keys of the language.
  static func shape() -> SectionShape {
    let blank = Section(
      path: "", position: TextPosition(line: 1, column: 1), entries: nil, problems: Problems())
    _ = ConfigLanguage(
      blank,
      ConfigSurroundings(
        environment: [:], readSecret: { _ in .failure(FileUnreadable("")) }, timeZoneExists: { _ in true }))
    return blank.shape
  }
}
