import GardenCore
import LoamKit

@testable import Bridge

// The link to the broker, and what bridges say of themselves there.
extension TakeOverSimulation {
  mutating func connect(_ m: Int) { agenda.append((time + between(200, 1500), .connect(m))) }

  mutating func look(_ m: Int) {
    guard machines[m].isAwake, !machines[m].isOnline, !machines[m].isCut else { return }
    machines[m].isLooking = true
    machines[m].asked = 0
    if let status { agenda.append((time + between(1, 100), .status(status, to: m, wasRetained: true))) }
    agenda.append((time + 200, .lookEnds(m)))
  }

  mutating func endLook(_ m: Int) {
    guard machines[m].isAwake, machines[m].isLooking, !machines[m].isCut else { return }
    let now = machines[m].now(time)
    _ = machines[m].rivals.pass(isOnline: true, at: now)
    if machines[m].rivals.isInDoubt, machines[m].asked < RivalWatch.questions {
      machines[m].asked += 1
      if let status = machines[m].status(at: time) { tell(status, from: m) }
      let pause = RivalWatch.answersWithin / RivalWatch.questions
      agenda.append((time + pause.milliseconds, .lookEnds(m)))
      return
    }
    guard !machines[m].rivals.isSuperseded else { return agenda.append((time + 1000, .lookEnds(m))) }
    machines[m].isLooking = false
    for other in machines.indices where isOneID && other != m && machines[other].isOnline {
      if machines[other].isAwake { leave(other, isTakeover: true) } else { machines[other].isOnline = false }
    }
    machines[m].isOnline = true
    watch.note("\(m) is online", at: time)
    if let status { agenda.append((time + between(1, 100), .status(status, to: m, wasRetained: true))) }
    announce(m)
    turn(m) { $0.handle(.link(isUp: true), at: $1, into: &$2) }
  }

  mutating func leave(_ m: Int, isTakeover: Bool) {
    machines[m].isOnline = false
    machines[m].isLooking = false
    let now = machines[m].now(time)
    _ = machines[m].rivals.mustStandBack(isTakeover: isTakeover, at: now)
    turn(m) { $0.handle(.link(isUp: false), at: $1, into: &$2) }
    connect(m)
  }

  mutating func announce(_ m: Int) {
    guard let status = machines[m].status(at: time) else { return }
    self.status = status
    tell(status, from: m)
  }

  mutating func tell(_ status: BridgeStatus, from m: Int) {
    for other in machines.indices where other != m {
      agenda.append((time + between(1, 200), .status(status, to: other, wasRetained: false)))
    }
  }

  mutating func hear(_ status: BridgeStatus, _ m: Int, _ wasRetained: Bool) {
    guard machines[m].isAwake, !machines[m].isCut else {
      if machines[m].isOnline, !wasRetained { machines[m].waiting.append(status) }
      return
    }
    guard machines[m].isOnline || machines[m].isLooking else { return }
    machines[m].heardAt = time
    let now = machines[m].now(time)
    _ = machines[m].rivals.heard(status, wasRetained: wasRetained, at: now)
    if machines[m].rivals.isSuperseded {
      if machines[m].isOnline {
        watch.note("\(m) stands by", at: time)
        machines[m].isOnline = false
        connect(m)
      }
    } else if !wasRetained, machines[m].isOnline, machines[m].rivals.owesAnswer(at: now) {
      announce(m)
    }
  }
}
