import GardenCore
import LoamKit
import MQTTTypes

/// Retained snapshots of heaters.
extension Renderer {
  func heater(
    _ snapshot: HeaterSnapshot, at now: Moment, into outgoing: inout [Outgoing]
  ) -> [Undeliverable] {
    do throws(DocumentError) {
      let id = try name(SubjectName.self, snapshot.id)
      let document = HeaterState(
        id: id, name: shown(snapshot.name, otherwise: snapshot.id),
        place: snapshot.place.flatMap { SubjectName($0) }, state: word(snapshot.state),
        reason: word(snapshot.reason), setpoint: snapshot.setpoint,
        control: try name(ControlName.self, snapshot.control), ends: snapshot.endsAt.map(moment),
        trouble: snapshot.trouble.map(word), ts: moment(snapshot.since))
      return retain(document, on: .heater(id), at: now, into: &outgoing)
    } catch {
      return failed(nil, "heater \(snapshot.id)", error)
    }
  }

  private func word(_ state: HeaterSnapshot.State) -> HeaterState.State {
    switch state {
    case .off: .off
    case .switchingOn: .switchingOn
    case .on: .on
    case .switchingOff: .switchingOff
    }
  }

  private func word(_ reason: HeaterSnapshot.Reason) -> HeaterState.Reason {
    switch reason {
    case .warm: .warm
    case .cold: .cold
    case .pausing: .pausing
    case .lingering: .lingering
    case .blind: .blind
    case .held: .held
    case .unproved: .unproved
    }
  }

  private func word(_ trouble: HeatTrouble) -> HeaterState.Trouble {
    switch trouble {
    case .stuckOn: .stuckOn
    case .didNotSwitchOn: .didNotSwitchOn
    case .blind: .blind
    case .noEffect: .noEffect
    }
  }
}
