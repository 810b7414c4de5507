import BridgeConfig
import DeviceFamilies
import GardenCore

/// A checked config that waits until every valve that it no longer names is proved closed.
struct PendingReload {
  private static let patience: Duration = .seconds(30)

  let settings: BridgeSettings
  let wired: BridgeDevices
  let plan: GardenPlan
  /// Valves and heaters that have another device in it.
  let moved: Set<String>
  let until: Uptime

  /// - Returns: `nil`: nothing has changed, and the log says why.
  init?(
    _ fresh: BridgeSettings, from old: BridgeSettings, _ calendars: Calendars, _ log: inout HubLog,
    at now: Moment
  ) {
    do throws(BindingProblem) {
      wired = try BridgeDevices(of: fresh)
    } catch {
      log.error("the config was not taken over; nothing has changed: \(error)")
      return nil
    }
    if fresh.broker != old.broker || fresh.bridge.baseTopic != old.bridge.baseTopic
      || fresh.store != old.store
    {
      log.warning("changes under broker, bridge.base_topic and store take effect at the next start")
    }
    settings = fresh
    plan = calendars.plan(of: fresh, at: now)
    moved = Self.moved(from: old, to: fresh)
    until = now.uptime + Self.patience
  }

  /// What leaves the plan is closed, or has had its time.
  func isReady(in garden: Garden, at now: Moment) -> Bool {
    garden.isClear(for: plan.leaving(moved)) || until <= now.uptime
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
}

extension ActuatorBinding {
  fileprivate func isElsewhere(than other: ActuatorBinding?) -> Bool {
    guard let other else { return false }
    return family != other.family || topic != other.topic || part != other.part
      || commandTopic != other.commandTopic || template?.commandTopic != other.template?.commandTopic
  }
}
