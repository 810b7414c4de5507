import ArgumentParser
import Bridge
import BridgeConfig
import GardenTerminal
import HostSystem
import Hub
import LoamKit
import LoamMosquitto
import MosquittoClient
import ProgramConfig

/// A short-lived device: reads the bridge's retained snapshots, sends one command and waits for its ack.
final class BridgeSession {
  let place: BridgePlace
  let client: LoamClient
  private let transport: MosquittoTransport

  /// Connects and reads all retained snapshots.
  ///
  /// - Throws: an exit code, after the reason was printed.
  init(_ options: BridgeOptions) throws {
    let place = try options.place()
    self.place = place
    (client, transport) = try place.client(host: .machine)
    let client = client
    try orExit { () async throws(ClientError) in try await client.connect(within: place.timeout) }
    try settle()
  }

  deinit {
    let client = client
    _ = try? Held<Void>.outcome { await client.disconnect() }
  }

  /// Retained messages follow the broker's grant at once: a pause means that all are here. Where what every bridge says is not among
  /// them, that needs a longer one: a busy machine may be slow to hand it over, and a bridge that has just started to say it.
  private func settle() throws {
    let deadline = HostClock.uptimeMilliseconds() + place.timeout.components.seconds * 1000
    var quiet = 0
    var known = 0
    while quiet < (hasTheUsual ? 3 : 40), HostClock.uptimeMilliseconds() < deadline {
      var nothing: [PollEntry] = []
      HostPoll.wait(&nothing, until: HostClock.uptimeMilliseconds() + 50)
      let held = client.heldCount
      quiet = held == known && transport.hasAnswers ? quiet + 1 : 0
      known = held
    }
    if let failure = transport.failure { throw place.broker.exit(failure) }
    guard let status = client.status else {
      throw CommandEnd.saying(place.noBridge, .unavailable)
    }
    if let info: BridgeInfo = document(.bridgeInfo),
      let calendar = Startup.calendar(zone: info.tz, at: HostClock.now().moment)
    {
      Words.go(by: calendar, info.tz)
    }
    if !status.online {
      StandardError.write("note: the bridge is offline; what you see is what it said last")
    }
  }

  private var hasTheUsual: Bool {
    let glance: GlanceState? = document(.glance)
    let holds: HoldState? = document(.hold)
    return client.status != nil && glance != nil && holds != nil
  }

  func document<D: Document>(_ topic: Topic) -> D? { client.document(topic) }

  /// The bridge can be asked.
  var isOnline: Bool { client.status?.online == true }

  var plants: [(name: String, document: PlantState)] { client.plants.map { ($0.id.text, $0.state) } }

  /// The bridge's time where ours is another: a command that the bridge takes for an old one would be refused.
  var now: EpochSeconds {
    let mine = client.now
    guard let theirs = client.status?.ts, abs(theirs.seconds - mine.seconds) > 180 else { return mine }
    return theirs
  }

  func newID() -> MessageID { client.newID() }

  /// Sends a command; the bridge's ack, be it yes or no.
  func send(_ message: ActionMessage) throws -> Ack {
    let client = client
    return try orExit { () async throws(ClientError) in try await client.send(message) }
  }

  /// The same for what nobody was asked.
  func act(
    _ action: ActionName, plant: String? = nil, valve: String? = nil, value: Double? = nil,
    litres: Double? = nil
  ) throws -> Ack {
    try send(
      ActionMessage(
        id: newID(), category: .wateringControl, action: action,
        plant: try plant.map { try SubjectName($0, of: "plant") }, at: now, value: value,
        valve: try valve.map { try SubjectName($0, of: "valve") }, litres: litres))
  }

  /// The same for a slider.
  func send(_ message: SetMessage) throws -> Ack {
    let client = client
    return try orExit { () async throws(ClientError) in try await client.send(message) }
  }

  /// The same for a device that is let in or put out.
  func send(_ message: AccountMessage) throws -> Ack {
    let client = client
    return try orExit { () async throws(ClientError) in try await client.send(message) }
  }

  /// Asks what is answered at once. A refusal is printed.
  func ask(_ question: MessageRequest.Question) throws -> MessageReply {
    let client = client
    let request = MessageRequest(id: newID(), question, ts: now)
    do throws(ClientError) {
      let answer = try Held.outcome { () async throws(ClientError) in try await client.ask(request) }
      if case .reply(let reply) = answer { return reply }
    } catch {
      guard case .refused(let ack) = error else { throw exit(error) }
      try report(ack, done: "", json: false)
    }
    throw exit(.noAnswer)
  }

  /// A plant's past as a table.
  func historyFile(
    of plant: SubjectName, _ quantity: String, from: EpochSeconds, to: EpochSeconds
  ) throws -> [UInt8] {
    let client = client
    do throws(ClientError) {
      return try Held.outcome { () async throws(ClientError) in
        try await client.historyFile(of: plant, quantity, from: from, to: to).bytes
      }
    } catch {
      switch error {
      case .refused(let ack):
        try report(ack, about: plant.text, done: "", json: false)
        return []
      case .damaged, .noAnswer, .noBridge:
        throw CommandEnd.saying("\(error)", .tempFail)
      default: throw exit(error)
      }
    }
  }

  private func orExit(_ body: @escaping @Sendable () async throws(ClientError) -> Ack) throws -> Ack {
    do throws(ClientError) {
      return try Held.outcome(body)
    } catch {
      if case .refused(let ack) = error { return ack }
      throw exit(error)
    }
  }

  private func orExit(_ body: @escaping @Sendable () async throws(ClientError) -> Void) throws {
    do throws(ClientError) { try Held.outcome(body) } catch { throw exit(error) }
  }

  private func exit(_ error: ClientError) -> any Error {
    switch error {
    case .notConnected, .forbidden: return place.broker.exit(transport.failure ?? .timedOut)
    case .invalid: return CommandEnd.saying("\(error)", .usage)
    case .noAnswer, .noBridge, .refused, .cancelled, .damaged:
      return CommandEnd.saying(
        "the bridge did not answer; the command may still be taken when it is back, once",
        .tempFail)
    }
  }

  /// Prints what became of a command; a refusal ends with exit code 1.
  ///
  /// - Parameter name: what the command was about; a name like it is offered where the bridge knows none of that name.
  func report(_ ack: Ack, about name: String? = nil, done: String, json: Bool) throws {
    if json {
      print(String(decoding: try DocumentCodec.encode(ack), as: UTF8.self))
    } else if ack.ok {
      print(ack.code == .alreadyDone ? alreadyDone(ack) : done)
    } else {
      let isUnknown =
        [.unknownPlant, .unknownControl].contains(ack.code) || ack.why?.word == .unknownValve
      let help = isUnknown ? name.flatMap { NearestName.help(for: $0, among: names) } : nil
      let words = ack.refusal { Words.date($0) }
      let start = help == nil || !words.hasSuffix(".") ? words : String(words.dropLast())
      StandardError.write("refused: " + [start, help].compactMap(\.self).joined(separator: "; "))
    }
    if !ack.ok { throw ExitCode(1) }
  }

  /// Of all that can be named on the command line.
  private var names: [String] {
    let valves = client.plants.compactMap { plant -> String? in
      let detail: PlantDetail? = document(.detail(plant.id))
      return detail?.watering?.valve.text
    }
    return client.plants.map(\.id.text) + client.controls.map(\.id.text) + valves
  }

  private func alreadyDone(_ ack: Ack) -> String {
    let words = ack.reason { Words.date($0) } ?? "already done"
    return ack.by.map { "\(words) (first by \($0))" } ?? words
  }
}
