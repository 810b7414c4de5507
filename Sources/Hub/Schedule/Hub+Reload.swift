import BridgeConfig
import DeviceFamilies
import GardenCore
import GardenTopics
import LoamKit
import MQTTTypes
import StoreTypes

/// A checked config that waits until every valve that it no longer names is proved closed.
struct PendingReload {
  static let patience: Duration = .seconds(30)

  var settings: BridgeSettings
  var wired: BridgeDevices
  var plan: GardenPlan
  /// Valves and heaters that have another device in it.
  var moved: Set<String>
  var until: Uptime
}

extension Hub {
  /// Takes a checked config over without losing state: plants, reminders and runs are kept by their ids.
  mutating func reload(_ fresh: BridgeSettings) {
    let wired: BridgeDevices
    do throws(BindingProblem) {
      wired = try Startup.devices(of: fresh)
    } catch {
      log.error("the config was not taken over; nothing has changed: \(error)")
      return
    }
    if fresh.broker != settings.broker || fresh.bridge.baseTopic != settings.bridge.baseTopic
      || fresh.store != settings.store
    {
      log.warning("changes under broker, bridge.base_topic and store take effect at the next start")
    }
    let plan = Startup.plan(of: fresh, calendars, at: now)
    let moved = Self.moved(from: settings, to: fresh)
    // Valves that leave the plan, or their device, are told while their drivers are still here.
    garden.leave(for: plan.leaving(moved), at: now, into: &turn.effects)
    pending = PendingReload(
      settings: fresh, wired: wired, plan: plan, moved: moved, until: now.uptime + PendingReload.patience)
  }

  /// Under the same name, but elsewhere: another family, topic or part.
  private static func moved(from old: BridgeSettings, to new: BridgeSettings) -> Set<String> {
    func devices(_ settings: BridgeSettings) -> [String: ActuatorBinding] {
      var devices: [String: ActuatorBinding] = [:]
      for binding in settings.actuators {
        devices[settings.plan.actuators[Int(binding.actuator.position)].id] = binding
      }
      return devices
    }
    let (before, after) = (devices(old), devices(new))
    return Set(before.keys.filter { id in after[id].map { $0.isElsewhere(than: before[id]) } ?? false })
  }

  /// Finishes a reload when what leaves the plan is closed, or has had its time, and all of that has been carried out. `false`: there is
  /// none, or it waits.
  mutating func finishReload() -> Bool {
    guard let waiting = pending,
      garden.isClear(for: waiting.plan.leaving(waiting.moved)) || waiting.until <= now.uptime
    else { return false }
    pending = nil
    closings.forgetDevices()
    contract.forgetDoors()
    let before = traces
    formerTraces = formerTraces.union(before)
    garden.adopt(waiting.plan, at: now, into: &turn.effects)
    garden.takeOver(moved: waiting.moved, at: now, into: &turn.effects)
    let base = settings.bridge.baseTopic
    let changes = waiting.settings.changes(from: settings)
    settings = waiting.settings
    settings.bridge.baseTopic = base
    tally.keep(devices)
    // All are asked for again below, and answered again.
    refusedFilters.subtract(devices.subscriptions.map(\.filter))
    devices = DeviceIntake(waiting.wired, apart: renderer.tree.all)
    renderer.adopt(garden.plan, site: Startup.facts(of: settings, calendars, at: now))
    home = home.moved(
      to: settings.homeAssistant, plan: garden.plan, base: base, former: formerTraces)
    rememberTraces()
    // Decoders begin anew: what they must know and the broker keeps (units, a root's state) comes again.
    line.subscribe(
      devices.subscriptions
        + (contract.subscriptions + birthSubscriptions).filter { !before.filters.contains($0.filter) })
    line.unsubscribe(before.subtracting(traces).filters.sorted())
    publishEverythingSoon()
    chores.isToLearn = true
    log.notice("config taken over: \(changes)")
    return true
  }

  /// Each day the offsets ahead are read anew (a process that runs for years meets every change of the clocks), and
  /// retained snapshots that expire at the broker are renewed.
  mutating func turnDay() {
    garden.handle(.calendar(calendars.site(of: settings, at: now)), at: now, into: &turn.effects)
    renderer.adopt(garden.plan, site: Startup.facts(of: settings, calendars, at: now))
    renderer.calendars = calendars.all(renderer.zones, at: now)
    publishEverythingSoon()
    let counts = history.takeCounts()
    if counts.replaced > 0 {
      log.notice("history: \(counts.replaced) readings of a day had a later one within their second")
    }
    if counts.dropped > 0 { log.error("history: \(counts.dropped) readings of a day were lost") }
  }
}

extension ActuatorBinding {
  fileprivate func isElsewhere(than other: ActuatorBinding?) -> Bool {
    guard let other else { return false }
    return family != other.family || topic != other.topic || part != other.part
      || commandTopic != other.commandTopic || template?.commandTopic != other.template?.commandTopic
  }
}
