import GardenCore
import GardenWords
import LoamKit

/// A running watering, countdown or heating, step by step to the devices and as a snapshot for everyone.
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
        timestamp: moment(snapshot.at), event: event(step.kind),
        contentState: content(of: snapshot, reader),
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

  /// A phone drops a start without one. That of a watering says that the valve is told to open; once water is proved to run, that it
  /// has begun.
  private func alert(of step: ActivityStep, _ reader: Reader) -> Alert? {
    let snapshot = step.snapshot
    let title = name(of: snapshot, reader)
    let content = content(of: snapshot, reader).title
    if step.kind == .start, let warmth = snapshot.warmth {
      let told = values(of: warmth, reader, at: snapshot.at)
      return Alert(title: title, body: reader.words(.heatingStarted, told))
    }
    switch (step.kind, snapshot.phase) {
    case (.start, .opening): return Alert(title: title, body: content)
    case (.start, _),
      (.update, .running) where step.hasBegun:
      return Alert(title: title, body: beginning(of: snapshot, reader))
    case (.end, .failed(let trouble)):
      return Alert(title: content, body: reader.words(Self.keys(of: trouble, snapshot.sight).text))
    case (.end, .unknown), (.end, .interrupted), (.end, .unheated): return Alert(title: title, body: content)
    case (.end, _) where snapshot.overrun != nil: return Alert(title: title, body: content)
    default: return nil
    }
  }

  /// By when it ends: the minute in which it is over, with a few seconds for the valve.
  private func beginning(of snapshot: ActivitySnapshot, _ reader: Reader) -> String {
    let goesOn = snapshot.renews != nil
    let isCountdown = snapshot.kind == .countdown
    let ends = snapshot.endsAt + (isCountdown ? .zero : .seconds(10))
    let minute = Timestamp(seconds: (ends.seconds + 59) / 60 * 60)
    let key: TextKey =
      isCountdown
      ? goesOn ? .countdownGoesOn : .countdownStarted
      : goesOn ? .wateringGoesOn : snapshot.isEndKnown ? .wateringStarted : .wateringStartedBound
    return reader.words(key, ["end": reader.knowsTime ? end(minute, reader, at: snapshot.at) : nil])
  }

  /// Half an hour on the screen; what went wrong stays as long as the system lets it; what is replaced goes at once.
  private func dismissalDate(of snapshot: ActivitySnapshot) -> EpochSeconds? {
    let dismissal: ActivityDismissal =
      switch snapshot.phase {
      case .renewed: .immediate
      case .failed, .unheated, .unknown: .default
      default: .after(seconds: 1800)
      }
    return dismissal.date(ended: moment(snapshot.at), started: moment(snapshot.startedAt))
  }

  func snapshot(_ snapshot: ActivitySnapshot, at now: Moment, into outgoing: inout [Outgoing])
    -> [Undeliverable]
  {
    do throws(DocumentError) {
      let id = try messageID(snapshot.id)
      var document = ActivityState(
        id: id, state: state(of: snapshot),
        name: name(of: snapshot, everyone),
        content: content(of: snapshot, everyone.knowing(now)), timestamp: moment(snapshot.at),
        staleDate: moment(snapshot.staleAt), started: moment(snapshot.startedAt),
        ends: snapshot.warmth.map { $0.warmAt.map(moment) } ?? moment(snapshot.endsAt),
        endsBy: moment(snapshot.endsBy), seq: snapshot.sequence,
        plant: snapshot.plant.flatMap { SubjectName($0.id) }, key: key(of: snapshot),
        kind: kind(of: snapshot), heat: snapshot.warmth.flatMap(heat), clock: clock(of: snapshot, at: now))
      if snapshot.state == .ended {
        (document.end, document.by, document.why) = ending(of: snapshot)
        document.cause = cause(of: snapshot)
        document.litres = Measure.number(snapshot.litres, digits: 2, in: 0...1e6)
        document.meantS = snapshot.overrun.map { Int(clamping: $0.meant.wholeSeconds) }
        document.ranS = snapshot.overrun.map { Int(clamping: $0.ran.wholeSeconds) }
        document.atMost = snapshot.overrun?.isSeen == false ? true : nil
      }
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

  private func event(_ kind: ActivityStep.Kind) -> ActivityMessage.Event {
    switch kind {
    case .start: .start
    case .update: .update
    case .end: .end
    }
  }

  private func state(of snapshot: ActivitySnapshot) -> ActivityState.State {
    switch snapshot.state {
    case .active: .active
    case .stale: .stale
    case .ended: .ended
    }
  }

  private func kind(of snapshot: ActivitySnapshot) -> ActivityState.Kind {
    switch snapshot.kind {
    case .watering: .watering
    case .countdown: .countdown
    case .heating: .heating
    }
  }

  private func heat(_ warmth: ActivitySnapshot.Warmth) -> ActivityState.Heat? {
    guard let control = ControlName(warmth.control),
      let from = Measure.number(warmth.from, digits: 2, in: -1e6...1e6),
      let to = Measure.number(warmth.to, digits: 2, in: -1e6...1e6),
      let value = Measure.number(warmth.value, digits: 2, in: -1e6...1e6)
    else { return nil }
    return ActivityState.Heat(from: from, to: to, value: value, control: control)
  }

  private func name(of snapshot: ActivitySnapshot, _ reader: Reader) -> String {
    if let warmth = snapshot.warmth { return shown(warmth.name, otherwise: warmth.device) }
    guard let plant = snapshot.plant else { return reader.words(.countdown) }
    return shown(plant.name, otherwise: plant.id)
  }
}
