import GardenCore
import LoamKit
import MQTTTypes

/// Retained pictures of heaters.
extension Renderer {
  func heater(
    _ picture: HeaterPicture, at now: Moment, into outgoing: inout [Outgoing]
  ) -> [Undeliverable] {
    do throws(DocumentError) {
      let id = try name(SubjectName.self, picture.id)
      let document = HeaterState(
        id: id, name: shown(picture.name, otherwise: picture.id),
        place: picture.place.flatMap { SubjectName($0) }, state: word(picture.state),
        reason: word(picture.reason), setpoint: picture.setpoint,
        control: try name(ControlName.self, picture.control), ends: picture.endsAt.map(moment),
        trouble: picture.trouble.map(word), ts: moment(picture.since))
      return retain(document, on: .heater(id), at: now, into: &outgoing)
    } catch {
      return failed(nil, "heater \(picture.id)", error)
    }
  }

  private func word(_ state: HeaterPicture.State) -> HeaterState.State {
    switch state {
    case .off: .off
    case .switchingOn: .switchingOn
    case .on: .on
    case .switchingOff: .switchingOff
    }
  }

  private func word(_ reason: HeaterPicture.Reason) -> HeaterState.Reason {
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
