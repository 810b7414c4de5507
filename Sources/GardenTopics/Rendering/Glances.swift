import GardenCore
import GardenWords
import LoamKit
import MQTTTypes

/// What widgets show.
extension Renderer {
  func glance(_ snapshot: GlanceSnapshot, at now: Moment, into outgoing: inout [Outgoing]) -> [Undeliverable]
  {
    do throws(DocumentError) {
      return retain(try state(of: snapshot, at: now), on: .glance, at: now, into: &outgoing)
    } catch {
      return failed(.glance, "glance", error)
    }
  }

  func state(of snapshot: GlanceSnapshot, at now: Moment) throws(DocumentError) -> GlanceState {
    var runs: [GlanceState.Run] = []
    for run in snapshot.runs { runs.append(try self.run(run)) }
    var state = GlanceState(
      rev: 0, due: min(snapshot.due, 10_000), next: snapshot.next.map { moment($0.when) }, runs: runs,
      more: snapshot.more > 0 ? min(snapshot.more, 10_000) : nil, ts: EpochSeconds(clamping: 0),
      nextBecause: snapshot.next.map { Self.word($0.because) })
    // Of the content alone: the time of writing is no news, nor that what is due is due now.
    state.rev = Fingerprint.of(try DocumentCodec.encode(state))
    state.next = snapshot.next.map { moment($0.date(at: now.wall)) }
    state.ts = moment(now.wall)
    if snapshot.runs.contains(where: { clock(ofRunSince: $0.startedAt, at: now) == .unset }) {
      state.clock = .unset
    }
    return state
  }

  private func run(_ run: GlanceSnapshot.Run) throws(DocumentError) -> GlanceState.Run {
    let state: GlanceState.Run.State =
      switch run.phase {
      case .opening, .running, .closing, .counting, .renewed: .running
      case .finished, .targetReached, .timeUp: .finished
      case .stopped: .stopped
      case .interrupted: .interrupted
      case .failed, .unheated: .failed
      case .unknown: .unknown
      }
    let id = try messageID(run.activity)
    let plant = try run.plant.map { (facts) throws(DocumentError) in try name(SubjectName.self, facts.id) }
    let title =
      run.plant.map { Shortening.name($0.name, 24, otherwise: $0.id) } ?? everyone.words(.countdown)
    return GlanceState.Run(
      activity: id, kind: run.kind == .countdown ? .countdown : .watering, plant: plant,
      name: Shortening.name(title, 24), state: state, started: moment(run.startedAt),
      ends: max(moment(run.endsAt), moment(run.startedAt)),
      url: state == .finished ? try link(to: id, of: run.plant) : nil)
  }
}
