import BridgeConfig
import DeviceFamilies
import GardenCore
import GardenTopics
import HostSystem
import Logging
import MQTTTypes
import MosquittoClient

extension Bridge {
  /// Takes a checked config over without losing state: plants, reminders and runs are kept by their ids.
  func adopt(_ fresh: BridgeSettings) {
    let wired: BridgeDevices
    do throws(BindingProblem) {
      wired = try Startup.devices(of: fresh)
    } catch {
      log.error("the config was not taken over; nothing has changed: \(error)")
      return
    }
    if fresh.broker != settings.broker || fresh.hub.baseTopic != settings.hub.baseTopic || fresh.store != settings.store {
      log.warning("changes under broker, hub.base_topic and store take effect at the next start")
    }
    let before = Set((devices.subscriptions + contract.subscriptions).map(\.filter))
    // Valves that leave the plan are told while their drivers are still here.
    garden.adopt(Startup.plan(of: fresh, at: now), at: now, into: &effects)
    settle()
    let base = settings.hub.baseTopic
    settings = fresh
    settings.hub.baseTopic = base
    devices = DeviceIntake(wired)
    drivers = wired.drivers
    renderer.adopt(garden.plan, site: Startup.facts(of: settings, at: now))
    let wanted = devices.subscriptions + contract.subscriptions
    client.unsubscribe(before.subtracting(wanted.map(\.filter)).sorted())
    subscribe(wanted.filter { !before.contains($0.filter) })
    if client.isOnline { publishEverything() }
    log.notice("config taken over: \(garden.plan.plants.count) plants")
  }

  /// Each day the offsets ahead are read anew (a process that runs for years meets every change of the clocks), and
  /// retained pictures that expire at the broker are renewed.
  func turnDay() {
    let calendar = Startup.calendar(of: settings, at: now)
    garden.handle(.calendar(calendar), at: now, into: &effects)
    renderer.adopt(garden.plan, site: Startup.facts(of: settings, at: now))
    if client.isOnline { publishEverything() }
  }
}
