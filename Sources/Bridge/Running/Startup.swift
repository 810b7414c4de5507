import BridgeConfig
import DeviceFamilies
package import GardenCore
package import GardenStore
import GardenTopics
import HostSystem
package import Logging
import MQTTTypes
import MosquittoClient

/// The devices of a config, wired to their families.
struct BridgeDevices {
  var sensors: [SensorBinding]
  var drivers: [ActuatorIndex: any DeviceDriver]
}

/// Settings and memory → the parts of a bridge.
package enum Startup {
  /// Opens the store. A full disk does not stop the garden: it lives in memory until the next start.
  ///
  /// - Throws: ``StoreError`` that only a person can mend: in use, not permitted, of a newer version, not ours.
  package static func openStore(folder: String, log: Logger) throws(StoreError) -> GardenStore {
    let store: GardenStore
    do throws(StoreError) {
      store = try GardenStore(folder: folder)
    } catch .full(let file) {
      log.critical("store: \(StoreError.full(file: file)); nothing will survive a restart until there is space")
      store = try .inMemory()
    }
    for sentence in store.setAside { log.error("store: \(sentence)") }
    return store
  }

  static func plan(of settings: BridgeSettings, at now: Moment) -> GardenPlan {
    var plan = settings.plan
    plan.site.calendar = calendar(zone: settings.timeZoneName, at: now)
    return plan
  }

  /// The offsets of three years around now; renewed each day.
  static func calendar(zone: String, at now: Moment) -> SiteCalendar {
    let year = SiteCalendar.utc.local(now.wall).year
    guard let table = try? ZoneTable.offsets(of: zone, fromYear: year - 1, throughYear: year + 2) else {
      return .utc
    }
    return SiteCalendar(
      rules: table.changes.map {
        SiteCalendar.Rule(start: Timestamp(seconds: $0.startSeconds), offsetSeconds: $0.offsetSeconds)
      })
  }

  static func boot() -> BootID {
    BootID(UniqueID(HostBoot.identifier()) ?? UniqueID(high: 0, low: 0))
  }

  static func devices(of settings: BridgeSettings) -> BridgeDevices {
    var drivers: [ActuatorIndex: any DeviceDriver] = [:]
    for binding in settings.actuators { drivers[binding.actuator] = Families.driver(for: binding) }
    return BridgeDevices(sensors: settings.sensors, drivers: drivers)
  }

  static func row(_ reading: Reading, at time: Timestamp, plan: GardenPlan) -> HistoryRow {
    HistoryRow(reading, sensor: plan.sensors[Int(reading.sensor.position)].id, at: time)
  }
}
