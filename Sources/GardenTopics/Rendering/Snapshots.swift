import GardenCore
import GardenWords
import LoamKit
import MQTTTypes

/// Retained snapshots of reminders and controls, and the way of each snapshot to its topic.
extension Renderer {
  func publish(_ snapshot: Snapshot, at now: Moment, into outgoing: inout [Outgoing]) -> [Undeliverable] {
    switch snapshot {
    case .plant(let plant): return self.plant(plant, at: now, into: &outgoing)
    case .control(let control): return self.control(control, at: now, into: &outgoing)
    case .reminder(let reminder): return self.reminder(reminder, at: now, into: &outgoing)
    case .activity(let activity): return self.snapshot(activity, at: now, into: &outgoing)
    case .heater(let heater): return self.heater(heater, at: now, into: &outgoing)
    case .noHeater(let id):
      guard let id = SubjectName(id) else { return [] }
      outgoing.append(emptying(tree.text(.heater(id))))
    case .glance(let glance): return self.glance(glance, at: now, into: &outgoing)
    case .hold(let hold): return self.hold(hold, at: now, into: &outgoing)
    case .device(let device): return self.device(device, at: now, into: &outgoing)
    case .noReminder(let key):
      guard let key = ReminderKey(key) else { return [] }
      outgoing.append(emptying(tree.text(.reminder(key))))
    case .noActivity(let id):
      guard let id = MessageID(id.description) else { return [] }
      outgoing.append(emptying(tree.text(.activity(id))))
    }
    return []
  }

  private func reminder(
    _ snapshot: ReminderSnapshot, at now: Moment, into outgoing: inout [Outgoing]
  ) -> [Undeliverable] {
    do throws(DocumentError) {
      var document = try state(of: snapshot, for: everyone.knowing(now), at: now)
      document.alerts = otherWords(for: snapshot, at: now.wall)
      return retain(
        document, on: .reminder(document.key), at: now, into: &outgoing, shorten: leaveOutLanguage)
    } catch {
      return failed(nil, "reminder \(snapshot.key)", error)
    }
  }

  /// In that reader's words, with the buttons that it may press.
  func state(
    of snapshot: ReminderSnapshot, for reader: Reader, at now: Moment
  ) throws(DocumentError) -> ReminderState {
    let category = category(of: snapshot.subject, for: reader)
    var document = ReminderState(
      key: try name(ReminderKey.self, snapshot.key), note: try messageID(snapshot.note),
      rev: snapshot.revision, state: .due, since: moment(snapshot.dueSince), category: category,
      actions: BuiltInCategories.plan(of: category)?.buttons.map(\.action) ?? [],
      alert: words(for: snapshot.subject, dueSince: snapshot.dueSince, reader, at: now.wall),
      plant: try facts(of: snapshot.subject).map { (facts) throws(DocumentError) in
        try dates(facts, at: now)
      },
      water: facts(of: snapshot.subject).flatMap(waterQuestion), untold: heard(snapshot.untold))
    switch snapshot.state {
    case .due: break
    case .sent(let at):
      document.state = .sent
      document.sent = moment(at)
    case .snoozed(let until, let by):
      document.state = .snoozed
      document.until = moment(until)
      document.by = DeviceName(by)
    case .watering(let activity, let by):
      document.state = .watering
      document.activity = try messageID(activity)
      document.by = by.flatMap { DeviceName($0) }
      document.actions = []
    }
    document.control = control(of: snapshot.subject, for: reader).flatMap { ControlName($0.id) }
    return document
  }

  /// In every language but the site's.
  private func otherWords(for snapshot: ReminderSnapshot, at now: Timestamp) -> [String: Alert] {
    var alerts: [String: Alert] = [:]
    for book in Languages.all where book.tag != everyone.words.tag {
      alerts[book.tag] = words(
        for: snapshot.subject, dueSince: snapshot.dueSince,
        Reader(words: book, usesFahrenheit: site.usesFahrenheit), at: now)
    }
    return alerts
  }

  /// Whole languages, the last of ``Languages/all`` first.
  private func leaveOutLanguage(_ reminder: inout ReminderState, _ excess: Int) -> Bool {
    guard let book = Languages.all.last(where: { reminder.alerts?[$0.tag] != nil }) else { return false }
    reminder.alerts?[book.tag] = nil
    if reminder.alerts?.isEmpty == true { reminder.alerts = nil }
    return true
  }

  private func control(
    _ snapshot: ControlSnapshot, at now: Moment, into outgoing: inout [Outgoing]
  ) -> [Undeliverable] {
    do throws(DocumentError) {
      let id = try name(ControlName.self, snapshot.id)
      var document = ControlState(
        id: id, plant: nil, place: nil, title: title(of: snapshot, everyone), name: shown(snapshot.name),
        kind: .setpoint, unit: snapshot.unit, range: snapshot.range, step: snapshot.step,
        value: snapshot.value,
        rev: snapshot.revision, ts: moment(snapshot.changedAt), role: Self.role(snapshot.roleNeeded))
      switch snapshot.kind {
      case .limit(let plant): document.plant = SubjectName(plant)
      case .setpoint(_, let place), .target(_, let place):
        document.kind = .actuator
        document.place = place.flatMap { SubjectName($0) }
      }
      describe(snapshot.phase, in: &document)
      document.refused = snapshot.refused.map {
        .init(
          code: Self.code($0.code), value: Measure.number($0.value, digits: 6, in: -1e9...1e9),
          by: DeviceName($0.by), ts: moment($0.at))
      }
      return retain(document, on: .control(id), at: now, into: &outgoing)
    } catch {
      return failed(nil, "control \(snapshot.id)", error)
    }
  }

  private func describe(_ phase: ControlSnapshot.Phase, in document: inout ControlState) {
    switch phase {
    case .settled: document.phase = .settled
    case .accepted(let value, let by):
      (document.phase, document.requested, document.by) = (.accepted, value, DeviceName(by))
    case .rejected(let value, let by):
      (document.phase, document.requested, document.by) = (.rejected, value, DeviceName(by))
    case .noAnswer(let value, let by):
      (document.phase, document.requested, document.by) = (.noAnswer, value, DeviceName(by))
    }
  }
}
