import GardenCore
import LoamKit

/// A running watering or countdown, step by step to the devices and as a picture for everyone.
extension Renderer {
  func show(_ step: ActivityStep, at now: Moment, into outgoing: inout [Outgoing]) -> [Undeliverable] {
    var failures: [Undeliverable] = []
    let end: Timestamp =
      switch step.kind {
      case .start, .update:
        max(onPresentClock(step.picture.staleAt, of: step.picture, at: now), now.wall + .seconds(60))
      case .end: now.wall + ActivityLimits.dismissal
      }
    for device in step.devices {
      do throws(DocumentError) {
        let message = try message(step, reader(device), at: now)
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
    let picture = step.picture
    let isEnd = step.kind == .end
    return ActivityMessage(
      aps: .init(
        timestamp: moment(picture.at), event: event(step.kind), contentState: content(of: picture, reader),
        attributes: step.kind == .start ? ActivityAttributes(name: name(of: picture, reader)) : nil,
        staleDate: isEnd ? nil : moment(picture.staleAt),
        dismissalDate: isEnd ? dismissalDate(of: picture) : nil,
        relevanceScore: step.kind == .start ? 50 : nil, alert: alert(of: step, reader)),
      activity: try head(of: step, at: now))
  }

  private func head(of step: ActivityStep, at now: Moment) throws(DocumentError) -> ActivityMessage.Head {
    let picture = step.picture
    var head = ActivityMessage.Head(
      id: try messageID(picture.id), seq: picture.sequence, clock: clock(of: picture, at: now))
    switch step.kind {
    case .start:
      if let plant = picture.plant { head.plant = try name(SubjectName.self, plant.id) }
      head.key = key(of: picture)
      head.endsBy = moment(picture.endsBy)
      if let old = picture.renews { head.renews = try messageID(old) }
    case .update: break
    case .end: (head.end, head.by, head.why) = ending(of: picture)
    }
    return head
  }

  /// An activity keeps the clock that it began with. `unset`: that one was not the present one, or is not believed.
  private func clock(of picture: ActivityPicture, at now: Moment) -> BridgeStatus.Clock? {
    let began = now.wall - picture.startedAt
    let isSame = began >= .zero - plan.site.clockSkew && began < ActivityLimits.removal + plan.site.clockSkew
    return now.isWallTrusted && isSame ? nil : .unset
  }

  private func onPresentClock(_ time: Timestamp, of picture: ActivityPicture, at now: Moment) -> Timestamp {
    clock(of: picture, at: now) == nil ? time : now.wall + (time - picture.at)
  }

  /// A phone drops a start without one. A run that only goes on under another activity is no news.
  private func alert(of step: ActivityStep, _ reader: Reader) -> Alert? {
    let title = name(of: step.picture, reader)
    switch (step.kind, step.picture.phase) {
    case (.start, _):
      let isCountdown = step.picture.kind == .countdown
      let end = when(step.picture.endsAt, reader, at: step.picture.at)
      return Alert(
        title: title,
        body: isCountdown
          ? reader.words.countdownHasStarted(until: end) : reader.words.wateringHasStarted(until: end))
    case (.end, .failed(let trouble)):
      return Alert(
        title: content(of: step.picture, reader).title, body: reader.words.wateringFailed(trouble))
    case (.end, .unknown), (.end, .interrupted):
      return Alert(title: title, body: content(of: step.picture, reader).title)
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
  private func dismissalDate(of picture: ActivityPicture) -> EpochSeconds? {
    let dismissal: ActivityDismissal =
      switch picture.phase {
      case .renewed: .immediate
      case .failed, .unknown: .default
      default: .after(seconds: 1800)
      }
    return dismissal.date(ended: moment(picture.at), started: moment(picture.startedAt))
  }

  func picture(_ picture: ActivityPicture, at now: Moment, into outgoing: inout [Outgoing]) -> [Undeliverable]
  {
    do throws(DocumentError) {
      let id = try messageID(picture.id)
      let state: ActivitySnapshot.State =
        switch picture.state {
        case .active: .active
        case .stale: .stale
        case .ended: .ended
        }
      var snapshot = ActivitySnapshot(
        id: id, state: state, name: name(of: picture, everyone),
        content: content(of: picture, everyone), timestamp: moment(picture.at),
        staleDate: moment(picture.staleAt), started: moment(picture.startedAt), ends: moment(picture.endsAt),
        endsBy: moment(picture.endsBy), seq: picture.sequence,
        plant: picture.plant.flatMap { SubjectName($0.id) }, key: key(of: picture),
        kind: picture.kind == .countdown ? .countdown : .watering, clock: clock(of: picture, at: now))
      if picture.state == .ended { (snapshot.end, snapshot.by, snapshot.why) = ending(of: picture) }
      return retain(
        snapshot, on: .activity(id),
        until: onPresentClock(picture.startedAt + ActivityLimits.removal, of: picture, at: now), at: now,
        into: &outgoing)
    } catch {
      return failed(nil, "activity \(picture.id)", error)
    }
  }

  /// Of the reminder that gives way to the water.
  private func key(of picture: ActivityPicture) -> MatterKey? {
    guard picture.kind == .watering, let plant = picture.plant else { return nil }
    return MatterKey(NoticeKey.water(plant.id))
  }

  private func name(of picture: ActivityPicture, _ reader: Reader) -> String {
    guard let plant = picture.plant else { return reader.words.countdownName }
    return shown(plant.name, otherwise: plant.id)
  }
}
