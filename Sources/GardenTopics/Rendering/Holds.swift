import GardenCore
import LoamKit

/// What keeps water from flowing, as a retained snapshot.
extension Renderer {
  func hold(_ snapshot: HoldSnapshot, at now: Moment, into outgoing: inout [Outgoing]) -> [Undeliverable] {
    do throws(DocumentError) {
      return retain(try document(snapshot), on: .hold, at: now, into: &outgoing) { document, _ in
        // What people hold matters more than what can be read elsewhere.
        document.interlocks.popLast() != nil || document.locked.popLast() != nil
          || document.holds.popLast() != nil
      }
    } catch {
      return failed(.hold, "hold", error)
    }
  }

  private func document(_ snapshot: HoldSnapshot) throws(DocumentError) -> HoldState {
    var document = HoldState(
      stopped: snapshot.holds.contains { $0.kind == .emergency }, holds: [],
      locked: snapshot.locked.compactMap { SubjectName($0) }, interlocks: [])
    for hold in snapshot.holds {
      document.holds.append(
        HoldState.Hold(
          valve: try hold.valve.map { (valve) throws(DocumentError) in try name(SubjectName.self, valve) },
          kind: word(hold.kind), by: hold.by.flatMap { DeviceName($0) }, since: moment(hold.since)))
    }
    for interlock in snapshot.interlocks {
      let (state, reason) = words(interlock.status)
      document.interlocks.append(
        HoldState.Interlock(
          id: try name(SubjectName.self, interlock.id), name: shown(interlock.name, otherwise: interlock.id),
          state: state,
          reason: reason, since: moment(interlock.since)))
    }
    return document
  }

  private func word(_ kind: HoldMemory.Kind) -> HoldState.Hold.Kind {
    switch kind {
    case .emergency: .emergency
    case .maintenance: .maintenance
    }
  }

  private func words(_ status: InterlockStatus) -> (HoldState.Interlock.State, HoldState.Interlock.Reason?) {
    switch status {
    case .clear: (.clear, nil)
    case .blocks: (.blocks, nil)
    case .lingers: (.lingers, nil)
    case .unknown(.neverHeard): (.unknown, .never)
    case .unknown(.silent): (.unknown, .silent)
    case .unknown(.ageUnknown): (.unknown, .age)
    case .unknown(.unreadable): (.unknown, .unreadable)
    case .unknown(.noValue): (.unknown, HoldState.Interlock.Reason.none)
    case .unknown(.clock): (.unknown, .clock)
    }
  }
}
