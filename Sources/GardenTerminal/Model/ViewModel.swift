package import LoamKit

/// What the bridge's retained documents say, kept for showing. Takes messages in any order, twice, or broken; bounded.
package struct ViewModel: Sendable, Hashable {
  package static let historyMax = 240
  package static let rowsMax = 500

  package let tree: TopicTree
  package private(set) var plants: [String: PlantRow] = [:]
  package private(set) var reminders: [String: ReminderState] = [:]
  package private(set) var activities: [String: ActivityState] = [:]
  package private(set) var controls: [String: ControlState] = [:]
  package private(set) var bridge: BridgeStatus?
  package private(set) var info: BridgeInfo?
  package private(set) var lastAck: Ack?
  /// Documents that could not be read, and rows beyond ``rowsMax``.
  package private(set) var refusedCount = 0

  package init(tree: TopicTree) { self.tree = tree }

  /// Takes one message; an empty payload removes what the topic stood for.
  package mutating func take(topic: String, payload: [UInt8]) -> [ViewChange] {
    guard let topic = tree.topic(topic) else { return [] }
    do {
      switch topic {
      case .plant(let id): return try takePlant(id.text, payload)
      case .reminder(let key): return try takeReminder(key.text, payload)
      case .activity(let id): return try takeActivity(id.text, payload)
      case .control(let id): return try takeControl(id.text, payload)
      case .bridgeStatus: return try takeStatus(payload)
      case .bridgeInfo: info = try DocumentCodec.decode(BridgeInfo.self, from: payload)
      case .down(_, .ack):
        let ack = try DocumentCodec.decode(Ack.self, from: payload)
        lastAck = ack
        return [.ack(ack)]
      default: break
      }
    } catch {
      refusedCount += 1
    }
    return []
  }

  private mutating func takePlant(_ id: String, _ payload: [UInt8]) throws(DocumentError) -> [ViewChange] {
    guard !payload.isEmpty else { return plants.removeValue(forKey: id) == nil ? [] : [.plantGone(id)] }
    let state = try DocumentCodec.decode(PlantState.self, from: payload)
    let before = plants[id]
    guard before.map({ state.r >= $0.state.r }) ?? hasRoom(plants.count) else { return [] }
    guard state != before?.state else { return [] }
    var row = before ?? PlantRow(id: id, state: state)
    if let moisture = state.m, row.history.isEmpty || state.t != before?.state.t {
      row.history.append(moisture)
      if row.history.count > Self.historyMax { row.history.removeFirst(row.history.count - Self.historyMax) }
    }
    row.state = state
    plants[id] = row
    return [.plant(row, before: before?.state)]
  }

  private mutating func takeReminder(_ key: String, _ payload: [UInt8]) throws(DocumentError) -> [ViewChange]
  {
    guard !payload.isEmpty else {
      return reminders.removeValue(forKey: key).map { [.reminderGone($0)] } ?? []
    }
    let reminder = try DocumentCodec.decode(ReminderState.self, from: payload)
    let before = reminders[key]
    guard before.map({ reminder.note != $0.note || reminder.rev >= $0.rev }) ?? hasRoom(reminders.count)
    else {
      return []
    }
    guard reminder != before else { return [] }
    reminders[key] = reminder
    return [.reminder(reminder, before: before)]
  }

  private mutating func takeActivity(_ id: String, _ payload: [UInt8]) throws(DocumentError) -> [ViewChange] {
    guard !payload.isEmpty else {
      activities[id] = nil
      return []
    }
    let activity = try DocumentCodec.decode(ActivityState.self, from: payload)
    let before = activities[id]
    if let before, before.state == .ended || activity.seq <= before.seq { return [] }
    guard before != nil || hasRoom(activities.count) else { return [] }
    activities[id] = activity
    return [.activity(activity, before: before)]
  }

  private mutating func takeControl(_ id: String, _ payload: [UInt8]) throws(DocumentError) -> [ViewChange] {
    guard !payload.isEmpty else {
      controls[id] = nil
      return []
    }
    let control = try DocumentCodec.decode(ControlState.self, from: payload)
    let before = controls[id]
    guard before.map({ control.rev >= $0.rev }) ?? hasRoom(controls.count) else { return [] }
    guard control != before else { return [] }
    controls[id] = control
    return [.control(control, before: before)]
  }

  private mutating func takeStatus(_ payload: [UInt8]) throws(DocumentError) -> [ViewChange] {
    let status = try DocumentCodec.decode(BridgeStatus.self, from: payload)
    let before = bridge
    if let before, before.session == status.session, status.ts < before.ts { return [] }
    // A bridge that lost its store counts its revisions from the start.
    if before?.session != status.session { forgetRevisions() }
    bridge = status
    return before?.online == status.online && before?.session == status.session
      ? [] : [.bridge(status, wasOnline: before?.online)]
  }

  private mutating func forgetRevisions() {
    for id in plants.keys { plants[id]?.state.r = 0 }
    for id in controls.keys { controls[id]?.rev = 0 }
  }

  private mutating func hasRoom(_ count: Int) -> Bool {
    if count >= Self.rowsMax { refusedCount += 1 }
    return count < Self.rowsMax
  }
}

extension ViewModel {
  /// By name, then by id.
  package var plantList: [PlantRow] {
    plants.values.sorted { ($0.state.n, $0.id) < ($1.state.n, $1.id) }
  }

  /// Setpoints of devices; limits of plants stand in their plant's row.
  package var setpointList: [ControlState] {
    controls.values.filter { $0.plant == nil || $0.kind == .actuator }.sorted { $0.id.text < $1.id.text }
  }

  /// The slider of a plant's dry limit.
  package func limit(of plant: String) -> ControlState? {
    controls.values.filter { $0.plant?.text == plant && $0.kind == .setpoint }.min { $0.id.text < $1.id.text }
  }

  /// Longest waiting first.
  package var reminderList: [ReminderState] {
    reminders.values.sorted { ($0.since, $0.key.text) < ($1.since, $1.key.text) }
  }

  /// The reminder of a plant that can be answered.
  package func reminder(of plant: String) -> ReminderState? {
    reminderList.first { $0.plant?.id.text == plant && $0.actions.contains(.waterDone) }
  }

  /// Running first, then those that ended last.
  package var activityList: [ActivityState] {
    activities.values.sorted {
      ($0.state == .ended ? 1 : 0, -$0.started.seconds, $0.id.text)
        < ($1.state == .ended ? 1 : 0, -$1.started.seconds, $1.id.text)
    }
  }
}
