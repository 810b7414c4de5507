/// What of an activity must survive a restart. A lease has one, a countdown has one.
package struct ActivityMemory: Sendable, Hashable {
  package var id: UniqueID
  package var startedAt: Timestamp
  /// Of the same boot as the run it belongs to.
  package var started: Uptime
  /// Of the last step: 1, 2, …
  package var sequence: Int
  /// 0…1, as last shown.
  package var progress: Double
  /// Strictly rising, a second at least from step to step.
  package var lastUpdateAt: Timestamp
  package var devices: [DeviceID]
  /// Devices that closed it on their own screen.
  package var hiddenOn: [DeviceID]
  /// When it got its final state; `nil` while it is on.
  package var endedAt: Timestamp?

  package init(
    id: UniqueID, startedAt: Timestamp, started: Uptime, sequence: Int = 1, progress: Double = 0,
    lastUpdateAt: Timestamp, devices: [DeviceID], hiddenOn: [DeviceID] = [], endedAt: Timestamp? = nil
  ) {
    self.id = id
    self.startedAt = startedAt
    self.started = started
    self.sequence = sequence
    self.progress = progress
    self.lastUpdateAt = lastUpdateAt
    self.devices = devices
    self.hiddenOn = hiddenOn
    self.endedAt = endedAt
  }
}

extension LeaseMemory {
  /// The activity that is shown of it. The first bears the lease's id, and its times unless the clock was set since.
  package var activity: ActivityMemory {
    get {
      ActivityMemory(
        id: renewal?.id ?? id, startedAt: renewal?.startedAt ?? openedAt, started: renewal?.started ?? opened,
        sequence: sequence, progress: progress, lastUpdateAt: lastUpdateAt, devices: devices,
        hiddenOn: hiddenOn, endedAt: activityEndedAt)
    }
    set {
      renewal =
        newValue.id == id && newValue.startedAt == openedAt
        ? nil : ActivityRenewal(id: newValue.id, startedAt: newValue.startedAt, started: newValue.started)
      sequence = newValue.sequence
      progress = newValue.progress
      lastUpdateAt = newValue.lastUpdateAt
      devices = newValue.devices
      hiddenOn = newValue.hiddenOn
      activityEndedAt = newValue.endedAt
    }
  }
}
