import GardenCore
import LoamKit

@testable import Hub

// The link to the broker, and what bridges say of themselves there.
extension TakeOverSimulation {
  mutating func connect(_ m: Int, after pause: Duration? = nil) {
    agenda.append((time + (pause?.milliseconds ?? between(200, 1500)), .connect(m)))
  }

  mutating func look(_ m: Int) {
    guard machines[m].isAwake, !machines[m].isConnected, !machines[m].isCut else { return }
    for other in machines.indices where isOneID && other != m && machines[other].isConnected {
      if machines[other].isAwake { leave(other, isTakeover: true) } else { drop(other) }
    }
    machines[m].link += 1
    machines[m].isLooking = true
    machines[m].rivals.lookBegins()
    let (link, asked) = (machines[m].link, machines[m].asked)
    if asked > 0, let question = machines[m].status(at: time) { tell(question, from: m) }
    if let status {
      agenda.append((time + between(1, 100), .status(status, to: m, link: link, wasRetained: true)))
    }
    let patience = asked > 0 ? RivalWatch.answersWithin / RivalWatch.questions : .milliseconds(200)
    agenda.append((time + patience.milliseconds, .lookEnds(m, link: link)))
  }

  mutating func endLook(_ m: Int) {
    guard machines[m].isAwake, machines[m].isLooking, !machines[m].isCut else { return }
    let now = machines[m].now(time)
    _ = machines[m].rivals.pass(isOnline: true, at: now)
    machines[m].isLooking = false
    if machines[m].rivals.isInDoubt(at: now), machines[m].asked < RivalWatch.questions {
      machines[m].asked += 1
      return look(m)
    }
    machines[m].asked = 0
    machines[m].isOnline = true
    watch.note("\(m) is online", at: time)
    let link = machines[m].link
    if let status {
      agenda.append((time + between(1, 100), .status(status, to: m, link: link, wasRetained: true)))
    }
    announce(m)
    turn(m) { $0.handle(.link(isUp: true), at: $1, into: &$2) }
  }

  mutating func drop(_ m: Int) {
    machines[m].isOnline = false
    machines[m].isLooking = false
    machines[m].link += 1
    machines[m].asked = 0
  }

  mutating func leave(_ m: Int, isTakeover: Bool) {
    drop(m)
    let now = machines[m].now(time)
    let standsBack = machines[m].rivals.mustStandBack(isTakeover: isTakeover, at: now)
    turn(m) { $0.handle(.link(isUp: false), at: $1, into: &$2) }
    connect(m, after: standsBack ? Hub.standBack : nil)
  }

  mutating func announce(_ m: Int) {
    guard let status = machines[m].status(at: time) else { return }
    self.status = status
    tell(status, from: m)
  }

  mutating func tell(_ status: BridgeStatus, from m: Int) {
    for other in machines.indices where other != m && machines[other].isConnected {
      let link = machines[other].link
      agenda.append((time + between(1, 200), .status(status, to: other, link: link, wasRetained: false)))
    }
  }

  mutating func hear(_ status: BridgeStatus, _ m: Int, _ wasRetained: Bool) {
    guard machines[m].isAwake, !machines[m].isCut else {
      if machines[m].isOnline, !wasRetained { machines[m].waiting.append(status) }
      return
    }
    guard machines[m].isConnected else { return }
    machines[m].heardAt = time
    let now = machines[m].now(time)
    _ = machines[m].rivals.heard(status, wasRetained: wasRetained, at: now)
    if machines[m].rivals.isSuperseded {
      watch.note("\(m) stands by", at: time)
      drop(m)
      connect(m, after: Hub.standBack)
    } else if !wasRetained, machines[m].isOnline, machines[m].rivals.owesAnswer(at: now) {
      announce(m)
    }
  }
}
