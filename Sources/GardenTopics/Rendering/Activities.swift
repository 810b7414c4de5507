import GardenCore
import LoamKit

/// A running watering, step by step to the devices and as a picture for everyone.
extension Renderer {
  func show(_ step: ActivityStep, at now: Moment, into outgoing: inout [Outgoing]) -> [Undeliverable] {
    var failures: [Undeliverable] = []
    let end: Timestamp =
      switch step.kind {
      case .start, .update: max(step.picture.staleAt, now.wall + .seconds(60))
      case .end: now.wall + ActivityLimits.dismissal
      }
    for device in step.devices {
      do throws(DocumentError) {
        let message = try message(step, reader(device))
        failures += send(message, to: device, .activity, until: end, at: now, into: &outgoing)
      } catch {
        failures += failed(DeviceName(device).map { .down($0, .activity) }, device, error)
      }
    }
    return failures
  }

  private func message(_ step: ActivityStep, _ reader: Reader) throws(DocumentError) -> ActivityMessage {
    let picture = step.picture
    let plant = shown(picture.plant.name, otherwise: picture.plant.id)
    let isStart = step.kind == .start
    let started = Alert(title: plant, body: reader.words.wateringHasStarted)
    let failure = Alert(title: plant, body: content(of: picture, reader).title)
    var hasFailed = false
    if case .failed = picture.phase { hasFailed = step.kind == .end }
    return ActivityMessage(
      aps: .init(
        timestamp: moment(picture.at), event: event(step.kind), contentState: content(of: picture, reader),
        attributes: isStart ? ActivityAttributes(name: plant) : nil,
        staleDate: step.kind == .end ? nil : moment(picture.staleAt),
        dismissalDate: step.kind == .end ? moment(dismissal(of: picture)) : nil,
        relevanceScore: isStart ? 50 : nil, alert: isStart ? started : hasFailed ? failure : nil),
      activity: .init(
        id: try messageID(picture.id), seq: picture.sequence,
        plant: isStart ? try name(SubjectName.self, picture.plant.id) : nil,
        endsBy: isStart ? moment(picture.endsBy) : nil))
  }

  private func event(_ kind: ActivityStep.Kind) -> ActivityMessage.Event {
    switch kind {
    case .start: .start
    case .update: .update
    case .end: .end
    }
  }

  /// Half an hour on the screen after the end, never beyond the twelve hours of the whole.
  private func dismissal(of picture: ActivityPicture) -> Timestamp {
    min(picture.at + .minutes(30), picture.startedAt + ActivityLimits.removal)
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
      let snapshot = ActivitySnapshot(
        id: id, state: state, name: shown(picture.plant.name, otherwise: picture.plant.id),
        content: content(of: picture, everyone), timestamp: moment(picture.at),
        staleDate: moment(picture.staleAt), started: moment(picture.startedAt), ends: moment(picture.endsAt),
        endsBy: moment(picture.endsBy), seq: picture.sequence, plant: SubjectName(picture.plant.id))
      return retain(
        snapshot, on: .activity(id), until: picture.startedAt + ActivityLimits.removal, at: now,
        into: &outgoing)
    } catch {
      return failed(nil, "activity \(picture.id)", error)
    }
  }

  private func content(of picture: ActivityPicture, _ reader: Reader) -> ActivityContent {
    let (emoji, phase): (String, WateringWords) =
      switch picture.phase {
      case .opening: ("💧", .opening)
      case .running: ("💧", .running)
      case .closing: ("💧", .closing)
      case .finished: ("✅", .finished)
      case .targetReached: ("✅", .moistEnough)
      case .stopped: ("🛑", .stopped)
      case .failed: ("⚠️", .failed)
      }
    let plant = shown(picture.plant.name, otherwise: picture.plant.id)
    let progress = picture.progress.isFinite ? min(max(picture.progress, 0), 1) : 0
    return ActivityContent(
      emoji: emoji, title: reader.words.watering(plant, phase), progress: (progress * 1000).rounded() / 1000)
  }
}
