import GardenCore
import LoamKit
import MQTTTypes

@testable import Hub

// The broker, and the way to it.
extension TakeOverSimulation {
  /// A device or a person publishes.
  mutating func say(_ topic: String, _ payload: String) {
    route(broker.publish(MQTTPublication(topic: topic, payload: Array(payload.utf8)), from: nil))
  }

  mutating func route(_ deliveries: [(client: String, PlayedBroker.Delivery)]) {
    for (client, delivery) in deliveries {
      for m in machines.indices where machines[m].clientID == client {
        send(delivery, to: m, after: between(5, 500))
      }
    }
  }

  mutating func send(_ delivery: PlayedBroker.Delivery, to m: Int, after pause: Int64) {
    if let link = machines[m].link { agenda.append((time + pause, .deliver(delivery, to: m, link: link))) }
  }

  mutating func deliver(_ message: PlayedBroker.Delivery, _ m: Int, _ link: Int) {
    guard machines[m].link == link else { return }
    guard machines[m].isAwake, !machines[m].isCut else { return machines[m].unread.append(message) }
    let deeds = machines[m].take(message, at: time)
    see(m, deeds)
  }

  mutating func tell(_ m: Int, _ input: Hub.Input) {
    guard machines[m].isAwake else { return }
    let deeds = machines[m].turn(input, at: time)
    see(m, deeds)
  }

  /// What a machine did takes its way.
  mutating func see(_ m: Int, _ deeds: [TakeOverMachine.Deed]) {
    for answer in machines[m].takeNewAnswers() where commands.contains(answer) {
      watch.answered(answer, by: m, at: time)
    }
    for deed in deeds {
      switch deed {
      case .publishes(let publication, let parcel):
        guard let link = machines[m].link else { continue }
        if publication.topic.hasSuffix("/set"), publication.payload.starts(with: "OPEN".utf8),
          !machines[m].isCut
        {
          let isSuperseded = machines.contains { $0.term > machines[m].term && $0.isSettled(time) }
          watch.opens(m, isSuperseded: isSuperseded, at: time)
        }
        agenda.append((time + between(1, 200), .arrive(publication, parcel, from: m, link: link)))
      case .subscribes(let subscriptions): subscribe(m, subscriptions)
      case .acknowledges(let numbers):
        if !machines[m].isCut { broker.acknowledge(machines[m].clientID, numbers) }
      case .connects(let pause):
        attempts[m] += 1
        let wait = max(pause.milliseconds, between(200, 1500))
        agenda.append((time + wait, .connect(m, number: attempts[m])))
      }
    }
  }

  mutating func subscribe(_ m: Int, _ subscriptions: [MQTTSubscription]) {
    guard let link = machines[m].link, !machines[m].isCut else { return }
    let kept = broker.subscribe(machines[m].clientID, subscriptions)
    agenda.append((time + between(1, 100), .granted(subscriptions, to: m, link: link)))
    for delivery in kept { send(delivery, to: m, after: between(100, 150)) }
  }

  mutating func arrive(_ publication: MQTTPublication, _ parcel: Parcel, _ m: Int, _ link: Int) {
    guard machines[m].link == link, !machines[m].isCut else { return }
    if publication.qos == .atLeastOnce {
      agenda.append((time + between(1, 200), .acknowledged(parcel, publication, to: m, link: link)))
    }
    route(broker.publish(publication, from: machines[m].clientID))
    if let v = Self.valves.firstIndex(where: { publication.topic == "garden/\($0)/set" }) {
      obey(v, String(decoding: publication.payload, as: UTF8.self))
    }
    if publication.topic == "plants/v1/d/\(Self.phone)/dn/notify",
      let note = try? DocumentCodec.decode(NotificationMessage.self, from: publication.payload)
    {
      watch.told(note, by: m, at: time)
    }
  }

  mutating func connect(_ m: Int) {
    guard machines[m].isAwake, !machines[m].isConnected, !machines[m].isCut else { return }
    let client = machines[m].clientID
    for other in machines.indices where other != m && machines[other].clientID == client {
      throwOut(other)
    }
    let isPresent = broker.hasSession(client)
    let waiting = broker.open(client)
    for words in machines[m].words { route(broker.publish(words, from: client)) }
    let deeds = machines[m].connected(isSessionPresent: isPresent, at: time)
    see(m, deeds)
    // What the look asks for, and what waited for the session.
    let look = machines[m].hub.statusSubscription
    subscribe(m, [look])
    for delivery in waiting { send(delivery, to: m, after: between(1, 60)) }
    if machines[m].isOnline { watch.note("\(m) is online", at: time) }
  }

  mutating func throwOut(_ m: Int) {
    let deeds = machines[m].lost(.dismissed(reason: OfflineCause.sessionTakenOver), at: time)
    see(m, deeds)
  }
}
