import GardenCore
import GardenWords
import LoamKit

/// A running watering or countdown, step by step to the devices and as a snapshot for everyone.
extension Renderer {
  func show(_ step: ActivityStep, at now: Moment, into outgoing: inout [Outgoing]) -> [Undeliverable] {
    var failures: [Undeliverable] = []
    let end: Timestamp =
      switch step.kind {
      case .start, .update:
        max(onPresentClock(step.snapshot.staleAt, of: step.snapshot, at: now), now.wall + .seconds(60))
      case .end: now.wall + ActivityLimits.dismissal
      }
    for device in step.devices {
      do throws(DocumentError) {
        let message = try message(step, reader(device, at: now), at: now)
        failures += send(
          message, Handling(device), .activity, until: end, at: now, into: &outgoing,
          shorten: Shortening.shorten)
      } catch {
        failures += failed(DeviceName(device).map { .down($0, .activity) }, device, error)
      }
    }
    return failures
  }

  private func message(
    _ step: ActivityStep, _ reader: Reader, at now: Moment
  ) throws(DocumentError) -> ActivityMessage {
    let snapshot = step.snapshot
    let isEnd = step.kind == .end
    return ActivityMessage(
      aps: .init(
        timestamp: moment(snapshot.at), event: event(step.kind), contentState: content(of: snapshot, reader),
        attributes: step.kind == .start ? ActivityAttributes(name: name(of: snapshot, reader)) : nil,
        staleDate: isEnd ? nil : moment(snapshot.staleAt),
        dismissalDate: isEnd ? dismissalDate(of: snapshot) : nil,
        relevanceScore: step.kind == .start ? 50 : nil, alert: alert(of: step, reader)),
      activity: try head(of: step, at: now))
  }

  private func head(of step: ActivityStep, at now: Moment) throws(DocumentError) -> ActivityMessage.Head {
    let snapshot = step.snapshot
    var head = ActivityMessage.Head(
      id: try messageID(snapshot.id), seq: snapshot.sequence, clock: clock(of: snapshot, at: now))
    switch step.kind {
    case .start:
      if let plant = snapshot.plant { head.plant = try name(SubjectName.self, plant.id) }
      head.key = key(of: snapshot)
      head.endsBy = moment(snapshot.endsBy)
      if let old = snapshot.renews { head.renews = try messageID(old) }
    case .update: break
    case .end:
      (head.end, head.by, head.why) = ending(of: snapshot)
      guard head.end == .finished || head.end == .target else { break }
      head.url = try link(to: head.id, of: snapshot.plant)
    }
    return head
  }

  /// What a tap opens when a run is complete.
  func link(to activity: MessageID?, of plant: PlantFacts?) throws(DocumentError) -> String {
    let plant = try plant.map { (facts) throws(DocumentError) in try name(SubjectName.self, facts.id) }
    return DeepLink.finished(activity: activity, plant: plant).text
  }

  /// An activity keeps the clock that it began with. `unset`: that one was not the present one, or is not believed.
  private func clock(of snapshot: ActivitySnapshot, at now: Moment) -> BridgeStatus.Clock? {
    clock(ofRunSince: snapshot.startedAt, at: now)
  }

  func clock(ofRunSince startedAt: Timestamp, at now: Moment) -> BridgeStatus.Clock? {
    let began = now.wall - startedAt
    let isSame = began >= .zero - plan.site.clockSkew && began < ActivityLimits.removal + plan.site.clockSkew
    return now.isWallTrusted && isSame ? nil : .unset
  }

  private func onPresentClock(_ time: Timestamp, of snapshot: ActivitySnapshot, at now: Moment) -> Timestamp {
    clock(of: snapshot, at: now) == nil ? time : now.wall + (time - snapshot.at)
  }

  /// A phone drops a start without one. A run that only goes on under another activity is no news.
  private func alert(of step: ActivityStep, _ reader: Reader) -> Alert? {
    let title = name(of: step.snapshot, reader)
    switch (step.kind, step.snapshot.phase) {
    case (.start, _):
      let isCountdown = step.snapshot.kind == .countdown
      let end = reader.knowsTime ? when(step.snapshot.endsAt, reader, at: step.snapshot.at) : nil
      return Alert(
        title: title,
        body: reader.words(isCountdown ? "countdown_started" : "watering_started", ["end": end]))
    case (.end, .failed(let trouble)):
      return Alert(
        title: content(of: step.snapshot, reader).title,
        body: reader.words("valve_\(Self.word("\(trouble)"))_text"))
    case (.end, .unknown), (.end, .interrupted):
      return Alert(title: title, body: content(of: step.snapshot, reader).title)
    default: return nil
    }
  }

  private func event(_ kind: ActivityStep.Kind) -> ActivityMessage.Event {
    switch kind {
    case .start: .start
    case .update: .update
    case .end: .end
    }
  }

  /// Half an hour on the screen; what went wrong stays as long as the system lets it; what is replaced goes at once.
  private func dismissalDate(of snapshot: ActivitySnapshot) -> EpochSeconds? {
    let dismissal: ActivityDismissal =
      switch snapshot.phase {
      case .renewed: .immediate
      case .failed, .unknown: .default
      default: .after(seconds: 1800)
      }
    return dismissal.date(ended: moment(snapshot.at), started: moment(snapshot.startedAt))
  }

  func snapshot(_ snapshot: ActivitySnapshot, at now: Moment, into outgoing: inout [Outgoing])
    -> [Undeliverable]
  {
    do throws(DocumentError) {
      let id = try messageID(snapshot.id)
      let state: ActivityState.State =
        switch snapshot.state {
        case .active: .active
        case .stale: .stale
        case .ended: .ended
        }
      var document = ActivityState(
        id: id, state: state, name: name(of: snapshot, everyone),
        content: content(of: snapshot, everyone), timestamp: moment(snapshot.at),
        staleDate: moment(snapshot.staleAt), started: moment(snapshot.startedAt),
        ends: moment(snapshot.endsAt),
        endsBy: moment(snapshot.endsBy), seq: snapshot.sequence,
        plant: snapshot.plant.flatMap { SubjectName($0.id) }, key: key(of: snapshot),
        kind: snapshot.kind == .countdown ? .countdown : .watering, clock: clock(of: snapshot, at: now))
      if snapshot.state == .ended { (document.end, document.by, document.why) = ending(of: snapshot) }
      return retain(
        document, on: .activity(id),
        until: onPresentClock(snapshot.startedAt + ActivityLimits.removal, of: snapshot, at: now), at: now,
        into: &outgoing)
    } catch {
      return failed(nil, "activity \(snapshot.id)", error)
    }
  }

  /// Of the reminder that gives way to the water.
  private func key(of snapshot: ActivitySnapshot) -> ReminderKey? {
    guard snapshot.kind == .watering, let plant = snapshot.plant else { return nil }
    return ReminderKey(NoticeKey.water(plant.id))
  }

  private func name(of snapshot: ActivitySnapshot, _ reader: Reader) -> String {
    guard let plant = snapshot.plant else { return reader.words("countdown") }
    return shown(plant.name, otherwise: plant.id)
  }
}
