package import BridgeConfig
import DeviceFamilies
package import GardenCore
package import GardenStore
package import GardenTopics
import HostSystem
import LoamKit
package import Logging
package import MQTTTypes
import MosquittoClient

/// The devices of a config, wired to their families.
struct BridgeDevices {
  var sensors: [(SensorIndex, any DeviceDecoder)] = []
  var drivers: [ActuatorIndex: any DeviceDriver] = [:]
  var interlocks: [(InterlockIndex, InterlockTopic)] = []
}

/// What keeps a checked config from starting.
package enum StartupError: Error, Sendable, Hashable {
  case baseTopic(String)
}

/// Settings and memory → the parts of a bridge.
package enum Startup {
  /// Opens the store. A card that takes nothing (full, read-only, failing) does not stop the garden: it lives in memory until the
  /// card takes it.
  ///
  /// - Throws: ``StoreError`` that only a person can mend: in use, not permitted, of a newer version, not ours.
  package static func openStore(folder: String, log: Logger) throws(StoreError) -> GardenStore {
    let store: GardenStore
    do throws(StoreError) {
      store = try GardenStore(folder: folder)
    } catch {
      if error.needsPerson { throw error }
      log.critical(
        "store: \(error); going on in memory: nothing survives a restart, and no valve is opened, until the card takes it again"
      )
      store = try .inMemory(insteadOf: folder)
    }
    for sentence in store.setAside { log.error("store: \(sentence)") }
    return store
  }

  /// A card that takes nothing keeps no garden from its start: no valve is opened then.
  static func beginTerm(of store: GardenStore, log: Logger) -> StoreTerm {
    do throws(StoreError) {
      return try store.beginTerm()
    } catch {
      log.critical("store: \(error); whether it is a copy is not known")
      return StoreTerm(number: 1)
    }
  }

  /// What a copy of a store lacks.
  static func words(on term: StoreTerm, calendar: SiteCalendar) -> String {
    let last = term.lastEntry.map { time in
      let local = calendar.local(time)
      return
        "the last answer or run in it is of \(local.date) \(local.time); what came after it is not known here"
    }
    return
      "store: a copy, or on another machine than before (term \(term.number)): \(last ?? "no answer and no run is in it"). Runs that were on are ended, commands of before do nothing, and the pause between two runs begins anew"
  }

  static func plan(of settings: BridgeSettings, at now: Moment) -> GardenPlan {
    var plan = settings.plan
    plan.site.calendar = calendar(of: settings, at: now)
    return plan
  }

  /// The site's local time around now.
  package static func calendar(of settings: BridgeSettings, at now: Moment) -> SiteCalendar {
    calendar(zone: zone(of: settings), at: now) ?? .utc
  }

  /// Of this machine: `$TZ` where it names a zone, else the system's own.
  package static func calendar() -> SiteCalendar {
    let named = HostProgram.variable("TZ").flatMap { $0.isEmpty ? nil : $0 }
    var clock = MachineClock(release: Release.date)
    let now = clock.read()
    return [named, ZoneTable.systemZone()].lazy.compactMap { $0 }.compactMap { calendar(zone: $0, at: now) }
      .first ?? .utc
  }

  /// The site's local time in a past.
  package static func calendar(of settings: BridgeSettings, from: Timestamp, to: Timestamp) -> SiteCalendar {
    let utc = SiteCalendar.utc
    return calendar(
      zone: zone(of: settings), fromYear: utc.local(from).year - 1, throughYear: utc.local(to).year + 1)
      ?? utc
  }

  /// The offsets of three years around now; renewed each day. `nil`: the host knows no such zone.
  package static func calendar(zone: String, at now: Moment) -> SiteCalendar? {
    let year = SiteCalendar.utc.local(now.wall).year
    return calendar(zone: zone, fromYear: year - 1, throughYear: year + 2)
  }

  private static func calendar(zone: String, fromYear: Int, throughYear: Int) -> SiteCalendar? {
    guard let table = try? ZoneTable.offsets(of: zone, fromYear: fromYear, throughYear: throughYear) else {
      return nil
    }
    return SiteCalendar(
      rules: table.changes.map {
        SiteCalendar.Rule(start: Timestamp(seconds: $0.startSeconds), offsetSeconds: $0.offsetSeconds)
      })
  }

  static func calendars(of zones: Set<String>, at now: Moment) -> [String: SiteCalendar] {
    Dictionary(zones.compactMap { zone in calendar(zone: zone, at: now).map { (zone, $0) } }) { $1 }
  }

  package static func boot() -> BootID {
    BootID(UniqueID(HostBoot.identifier()) ?? UniqueID(high: 0, low: 0))
  }

  /// - Throws: `BindingProblem`, which ``ConfigFile`` has ruled out for settings that it read.
  static func devices(of settings: BridgeSettings) throws(BindingProblem) -> BridgeDevices {
    var devices = BridgeDevices()
    for binding in settings.sensors {
      devices.sensors.append((binding.sensor, try Families.makeSensor(binding)))
    }
    for binding in settings.actuators {
      devices.drivers[binding.actuator] = try Families.makeDriver(binding)
    }
    for binding in settings.interlocks {
      devices.interlocks.append((binding.interlock, try InterlockTopic(binding)))
    }
    return devices
  }

  /// What a bridge with these settings asks the broker for, first what answers come by.
  package static func subscriptions(of settings: BridgeSettings) throws -> [MQTTSubscription] {
    guard let tree = TopicTree(base: settings.bridge.baseTopic) else {
      throw StartupError.baseTopic(settings.bridge.baseTopic)
    }
    let home = HomeAssistantPublisher(
      settings.homeAssistant, plan: settings.plan, base: settings.bridge.baseTopic, former: BrokerTraces())
    return ContractIntake(
      tree: tree, answers: settings.broker.accounts == nil ? nil : DynamicSecurity.answerTopic
    ).subscriptions
      + DeviceIntake(try devices(of: settings), apart: tree.all).subscriptions
      + home.birthTopics.sorted().map { MQTTSubscription(filter: $0) }
  }

  package static func renderer(
    for settings: BridgeSettings, plan: GardenPlan, memory: GardenMemory, term: Int = 1, at now: Moment
  ) throws -> Renderer {
    let profiles = Dictionary(memory.devices.map { ($0.id, $0.profile) }) { $1 }
    guard
      var renderer = Renderer(
        base: settings.bridge.baseTopic, site: facts(of: settings, term: term, at: now), plan: plan,
        profiles: profiles)
    else { throw StartupError.baseTopic(settings.bridge.baseTopic) }
    renderer.calendars = calendars(of: renderer.zones, at: now)
    return renderer
  }

  static func facts(of settings: BridgeSettings, term: Int = 1, at now: Moment) -> SiteFacts {
    SiteFacts(
      name: settings.bridge.name, software: Release.version, timeZone: zone(of: settings),
      language: settings.language,
      usesFahrenheit: settings.usesFahrenheit, startedAt: now.wall, term: term)
  }

  package static func zone(of settings: BridgeSettings) -> String {
    settings.timeZoneName ?? ZoneTable.systemZone() ?? "UTC"
  }

  /// Nobody guesses it, so nobody takes the bridge's session where the broker lets everyone choose an id.
  static func clientID(of broker: BrokerSettings, from store: GardenStore, random: inout SplitMix64) -> String
  {
    broker.clientID ?? accountGroup(from: store, random: &random)
  }

  /// One for each store, and as lasting as it: a copy of the store has the same.
  static func accountGroup(from store: GardenStore, random: inout SplitMix64) -> String {
    let fresh = "loam-" + String(random.next(), radix: 36) + String(random.next(), radix: 36)
    return (try? store.clientID(otherwise: fresh)) ?? fresh
  }

  /// Under this id everything that the broker kept for it is ours.
  static func connection(
    for broker: BrokerSettings, clientID: String, will: MQTTPublication? = nil
  ) -> MosquittoClient.Settings {
    var settings = MosquittoClient.Settings(broker.reach, clientID: clientID)
    settings.username = broker.username
    settings.password = broker.password?.revealed
    settings.will = will
    // A restart must not look like a dead bridge.
    settings.willDelaySeconds = 15
    settings.isCleanStart = false
    settings.sessionExpirySeconds = 604_800
    return settings
  }
}

extension StartupError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .baseTopic(let topic): "bridge.base_topic '\(topic)' cannot stand in front of a topic"
    }
  }
}
