import GardenCore
import LoamKit

/// What keeps water from flowing, as a retained snapshot.
extension Renderer {
  func hold(_ snapshot: HoldSnapshot, at now: Moment, into outgoing: inout [Outgoing]) -> [Undeliverable] {
    do throws(DocumentError) {
      return retain(try document(snapshot), on: .hold, at: now, into: &outgoing) { document, _ in
        // What people hold matters more than what can be read elsewhere.
        document.signs.popLast() != nil || document.locked.popLast() != nil || document.holds.popLast() != nil
      }
    } catch {
      return failed(.hold, "hold", error)
    }
  }

  private func document(_ snapshot: HoldSnapshot) throws(DocumentError) -> HoldState {
    var document = HoldState(
      stopped: snapshot.holds.contains { $0.kind == .emergency }, holds: [],
      locked: snapshot.locked.compactMap { SubjectName($0) }, signs: [])
    for hold in snapshot.holds {
      document.holds.append(
        HoldState.Hold(
          valve: try hold.valve.map { (valve) throws(DocumentError) in try name(SubjectName.self, valve) },
          kind: word(hold.kind), by: hold.by.flatMap { DeviceName($0) }, since: moment(hold.since)))
    }
    for sign in snapshot.signs {
      let (state, reason) = words(sign.status)
      document.signs.append(
        HoldState.Sign(
          id: try name(SubjectName.self, sign.id), name: shown(sign.name, otherwise: sign.id), state: state,
          reason: reason, since: moment(sign.since)))
    }
    return document
  }

  private func word(_ kind: HoldMemory.Kind) -> HoldState.Hold.Kind {
    switch kind {
    case .emergency: .emergency
    case .maintenance: .maintenance
    }
  }

  private func words(_ status: SignStatus) -> (HoldState.Sign.State, HoldState.Sign.Reason?) {
    switch status {
    case .clear: (.clear, nil)
    case .blocks: (.blocks, nil)
    case .lingers: (.lingers, nil)
    case .unknown(.neverHeard): (.unknown, .never)
    case .unknown(.silent): (.unknown, .silent)
    case .unknown(.ageUnknown): (.unknown, .age)
    case .unknown(.unreadable): (.unknown, .unreadable)
    case .unknown(.noValue): (.unknown, HoldState.Sign.Reason.none)
    case .unknown(.clock): (.unknown, .clock)
    }
  }
}
