import ArgumentParser
import Foundation
import GardenCore
import GardenTerminal
import HostSystem
import LoamKit
import MQTTTypes
import MosquittoClient

/// A short-lived device: reads the bridge's retained snapshots, sends one command and waits for its ack.
final class BridgeSession {
  let place: BridgePlace
  private let session: MosquittoSession
  private let heard = Heard()
  private var host = HostRandom()

  /// What has arrived; a class of its own because the session's closure holds it before `self` exists.
  private final class Heard {
    var retained: [Topic: [UInt8]] = [:]
    var acks: [Ack] = []
  }

  /// Connects and reads all retained snapshots.
  ///
  /// - Throws: an exit code, after the reason was printed.
  init(_ options: BridgeOptions) throws {
    let place = try options.place()
    self.place = place
    let heard = heard
    session = try place.broker.orExit { () throws(MosquittoError) in
      try MosquittoSession(settings: place.settings, timeout: place.timeout) { message in
        guard let topic = place.tree.topic(message.topic) else { return }
        if case .down(_, .ack) = topic {
          if let ack = try? DocumentCodec.decode(Ack.self, from: message.payload) { heard.acks.append(ack) }
        } else {
          heard.retained[topic] = message.payload.isEmpty ? nil : message.payload
        }
      }
    }
    try place.broker.orExit { [session] () throws(MosquittoError) in
      try session.subscribe(
        [
          MQTTSubscription(filter: place.tree.everythingDown(to: place.device)),
          MQTTSubscription(filter: place.tree.everyState),
          MQTTSubscription(filter: place.tree.everythingOfTheBridge),
        ], timeout: place.timeout)
    }
    try settle()
  }

  /// Retained messages follow the SUBACK at once: a pause means that all are here.
  private func settle() throws {
    var known = -1
    for _ in 0..<20 where known != heard.retained.count {
      known = heard.retained.count
      let count = known
      _ = try place.broker.orExit { [session, heard] () throws(MosquittoError) in
        try session.wait(timeout: .milliseconds(150)) { heard.retained.count > count }
      }
    }
    guard let status: BridgeStatus = document(.bridgeStatus) else {
      StandardError.write(
        "no bridge has spoken under '\(place.tree.root)' on this broker; is `loam run` connected to it?")
      throw ArgumentParser.ExitCode(HostSystem.ExitCode.unavailable)
    }
    if !status.online {
      StandardError.write("note: the bridge is offline; what you see is what it said last")
    }
  }

  func document<D: Document>(_ topic: Topic) -> D? {
    heard.retained[topic].flatMap { try? DocumentCodec.decode(D.self, from: $0) }
  }

  /// All documents of one kind, by name.
  func documents<D: Document>(_ type: D.Type, where name: (Topic) -> String?) -> [(name: String, document: D)]
  {
    heard.retained.compactMap { topic, bytes in
      guard let text = name(topic), let document = try? DocumentCodec.decode(type, from: bytes) else {
        return nil
      }
      return (text, document)
    }.sorted { $0.name < $1.name }
  }

  var plants: [(name: String, document: LoamKit.PlantState)] {
    documents(LoamKit.PlantState.self) { if case .plant(let id) = $0 { id.text } else { nil } }
  }

  /// The bridge's time where ours is another: a command that the bridge takes for an old one would be refused.
  var now: EpochSeconds {
    let mine = HostClock.now().wallMilliseconds / 1000
    let status: BridgeStatus? = document(.bridgeStatus)
    guard let theirs = status?.ts.seconds, abs(theirs - mine) > 180 else {
      return EpochSeconds(clamping: mine)
    }
    return EpochSeconds(clamping: theirs)
  }

  func newID() throws -> MessageID {
    var dice = SplitMix64(seed: host.next())
    let id = UniqueID(at: Timestamp(milliseconds: HostClock.now().wallMilliseconds), random: &dice)
    guard let message = MessageID(id.description) else {
      throw ArgumentParser.ExitCode(HostSystem.ExitCode.software)
    }
    return message
  }

  /// Sends a command and answers the bridge's ack; repeats it with the same id until it comes.
  func ask(_ document: some Document, id: MessageID, as kind: Topic.Up) throws -> Ack {
    let payload = try DocumentCodec.encode(document)
    let publication = MQTTPublication(topic: place.tree.text(.up(place.device, kind)), payload: payload)
    for _ in 0..<2 {
      let answered = try place.broker.orExit { [session, heard, place] () throws(MosquittoError) in
        try session.publish(publication, timeout: place.timeout)
        return try session.wait(timeout: place.timeout) { heard.acks.contains { $0.re == id } }
      }
      if answered, let ack = heard.acks.first(where: { $0.re == id }) { return ack }
    }
    StandardError.write("the bridge did not answer; the command may still be taken when it is back, once")
    throw ArgumentParser.ExitCode(HostSystem.ExitCode.tempFail)
  }

  /// Prints what became of a command; a refusal ends with exit code 1.
  func report(_ ack: Ack, done: String, json: Bool) throws {
    if json {
      print(String(decoding: try DocumentCodec.encode(ack), as: UTF8.self))
    } else if ack.ok {
      print(ack.code == .alreadyDone ? alreadyDone(ack) : done)
    } else {
      StandardError.write("refused: \(ack.reason { Words.date($0) } ?? ack.code.rawValue)")
    }
    if !ack.ok { throw ArgumentParser.ExitCode(1) }
  }

  private func alreadyDone(_ ack: Ack) -> String {
    let words = ack.reason { Words.date($0) } ?? "already done"
    return ack.by.map { "\(words) (first by \($0))" } ?? words
  }
}
