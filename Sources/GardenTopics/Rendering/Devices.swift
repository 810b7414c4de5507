import GardenCore
import LoamKit

/// Who can be reached.
extension Renderer {
  func device(_ snapshot: DeviceSnapshot, at now: Moment, into outgoing: inout [Outgoing]) -> [Undeliverable]
  {
    do throws(DocumentError) {
      let id = try name(DeviceName.self, snapshot.id)
      let state = DeviceState(
        id: id, name: shown(snapshot.name, otherwise: snapshot.id), kind: snapshot.kind.map(word),
        reachability: word(snapshot.reachability), since: moment(snapshot.since))
      return retain(state, on: .device(id), at: now, into: &outgoing)
    } catch {
      return failed(nil, "device \(snapshot.id)", error)
    }
  }

  func word(_ reachability: Reachability) -> DeviceState.Reachability {
    switch reachability {
    case .notReachable: .notReachable
    case .backgroundOnly: .backgroundOnly
    case .immediatelyReachable: .immediatelyReachable
    }
  }

  func word(_ kind: DeviceKind) -> Hello.Kind {
    switch kind {
    case .phone: .phone
    case .watch: .watch
    case .tag: .tag
    case .display: .display
    case .dashboard: .dashboard
    case .speaker: .speaker
    case .other: .other
    }
  }
}
