import BridgeConfig
package import GardenCore
package import GardenStore
import HostSystem
package import Hub
package import Logging
import MQTTTypes
import MosquittoClient

extension Startup {
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

  /// What a bridge begins with on this machine.
  static func beginning(
    of settings: BridgeSettings, _ store: GardenStore, log: Logger, at now: Moment
  ) throws -> Hub.Beginning {
    var random = HostRandom()
    let term = beginTerm(of: store, log: log)
    let memory = try store.loadMemory()
    let outbox = try store.loadOutbox()
    if term.isCopy { log.warning("\(words(on: term, calendar: calendar(of: settings, at: now)))") }
    for row in store.unreadable { log.critical("store: a row cannot be read and is left as it is: \(row)") }
    let group = accountGroup(from: store, random: &random)
    return Hub.Beginning(
      settings: settings, memory: memory, outbox: outbox, traces: try store.loadTraces(),
      sessions: try store.loadSessions(), term: term.number, isInMemory: store.isInMemory, boot: boot(),
      // Nobody guesses it, so nobody takes the bridge's session where the broker lets everyone choose an id.
      clientID: settings.broker.clientID ?? group, accountGroup: group, calendars: .host,
      clockPatience: ClockTrust.patience, chance: random)
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

  package static func boot() -> BootID {
    BootID(UniqueID(HostBoot.identifier()) ?? UniqueID(high: 0, low: 0))
  }

  /// One for each store, and as lasting as it: a copy of the store has the same.
  static func accountGroup(from store: GardenStore, random: inout some RandomNumberGenerator) -> String {
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
