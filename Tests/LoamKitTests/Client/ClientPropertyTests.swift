import LoamKit
import Testing

/// A link that loses, doubles, reorders and breaks, by seed: what a client promises all the same.
@Suite(.serialized, .timeLimit(.minutes(15))) struct ClientPropertyTests {
  /// The bridge behind the link: one answer to each id, always the same.
  private struct Bridge {
    var answers: [MessageID: Ack] = [:]
    var acted: [MessageID: Int] = [:]

    /// What it says, each under its topic.
    mutating func take(
      _ publication: ClientPublication, dice: inout MutationTests.Dice
    ) throws -> [(topic: String, payload: [UInt8])] {
      if publication.topic.hasSuffix("/up/send") { return try pass(publication) }
      guard publication.topic.hasSuffix("/up/action") else { return [] }
      let action = try DocumentCodec.decode(ActionMessage.self, from: publication.payload)
      let answer: Ack
      if let earlier = answers[action.id] {
        answer = earlier
      } else {
        acted[action.id, default: 0] += 1
        answer = Ack(re: action.id, code: Bool.random(using: &dice) ? .accepted : .busy, ts: Paper.now)
        answers[action.id] = answer
      }
      return [(Paper.down(.ack), try DocumentCodec.encode(answer))]
    }

    /// The other device answers what it is asked, and the bridge says that it has passed it on.
    private func pass(_ publication: ClientPublication) throws -> [(topic: String, payload: [UInt8])] {
      let asked = try DocumentCodec.decode(MessageToDevice.self, from: publication.payload)
      let answer = MessageFromDevice(
        id: ClientPropertyTests.answer(to: asked.id), .immediate, from: Paper.token("anna-watch"),
        re: asked.id, identifier: "Answer", content: MessageContent(), ts: Paper.now,
        exp: Paper.now.advanced(by: 1_000_000))
      return [
        (Paper.down(.ack), try DocumentCodec.encode(Ack(re: asked.id, code: .accepted, ts: Paper.now))),
        (Paper.down(.msg), try DocumentCodec.encode(answer)),
      ]
    }
  }

  private static func answer(to id: MessageID) -> MessageID {
    Paper.token("0197f0ab" + id.text.dropFirst(8))
  }

  private static func ask(_ number: Int) -> MessageToDevice {
    MessageToDevice(
      id: Paper.id(number), .interactive, to: Paper.token("anna-watch"), identifier: "Ask", ts: Paper.now)
  }

  @Test(arguments: 0..<40)
  func `each send ends in one result, a notification is shown once a revision, the latest is held`(
    _ seed: Int
  ) async throws {
    var dice = MutationTests.Dice(state: UInt64(seed))
    let (transport, time) = (PaperTransport(), PaperTime())
    let client = Paper.client(transport, time)
    let (notes, controls) = (client.observe(NotificationMessage.self), client.observe(ControlState.self))
    let shown = Task {
      await notes.reduce(into: [String]()) {
        $0 += $1.document.map { ["\($0.note.id)/\($0.note.rev)"] } ?? []
      }
    }
    let latest = Task { await controls.reduce(into: [Topic: ControlState]()) { $0[$1.topic] = $1.document } }
    async let connecting: Void = client.connect(within: .seconds(1_000_000))
    while transport.link == nil { await Task.yield() }
    transport.tell(.online(isSessionPresent: true))
    try await connecting
    try transport.tell("plants/v1/bridge/status", Paper.status())

    let results = Held<[MessageID: [Result<Ack, ClientError>]]>([:])
    let asked = Held<[MessageID: [Result<MessageFromDevice, ClientError>]]>([:])
    let ids = (100..<112).map(Paper.id)
    let sending = Task {
      await withTaskGroup(of: Void.self) { group in
        for number in 100..<112 {
          group.addTask {
            let message = Paper.done(number)
            let result: Result<Ack, ClientError>
            do throws(ClientError) { result = .success(try await client.send(message)) } catch {
              result = .failure(error)
            }
            results.change { $0[message.id, default: []].append(result) }
          }
        }
        for number in 200..<206 {
          group.addTask {
            let question = Self.ask(number)
            let result: Result<MessageFromDevice, ClientError>
            do throws(ClientError) { result = .success(try await client.ask(question)) } catch {
              result = .failure(error)
            }
            asked.change { $0[question.id, default: []].append(result) }
          }
        }
      }
    }

    var bridge = Bridge()
    var late: [(topic: String, payload: [UInt8])] = []
    var isOnline = true
    var written: [Topic: ControlState] = [:]
    var rev = 0
    while results.value.count < ids.count || asked.value.count < 6 {
      for publication in transport.take() where Int.random(in: 0..<4, using: &dice) > 0 {
        for answer in try bridge.take(publication, dice: &dice) {
          for _ in 0..<Int.random(in: 0...2, using: &dice) { late.append(answer) }
        }
      }
      switch Int.random(in: 0..<8, using: &dice) {
      case 0: time.pass()
      case 1 where isOnline:
        transport.tell(.offline("cut"))
        isOnline = false
      case 1, 2:
        if !isOnline { transport.tell(.online(isSessionPresent: true)) }
        isOnline = true
      case 3:
        let note = Paper.notification(
          Int.random(in: 1...4, using: &dice), rev: Int.random(in: 1...3, using: &dice))
        late.append((Paper.down(.notify), try DocumentCodec.encode(note)))
      case 4 where isOnline:
        // Retained: the broker keeps the order of a topic.
        rev += 1
        let control = Paper.control(20, rev: rev, id: ["basil-dry-below", "fern-dry-below"][rev % 2])
        written[.control(control.id)] = control
        try transport.tell(Paper.topic(control), control)
      default:
        if isOnline, let place = late.indices.randomElement(using: &dice) {
          let message = Bool.random(using: &dice) ? late[place] : late.remove(at: place)
          transport.tell(.message(topic: message.topic, payload: message.payload))
        }
      }
      await Task.yield()
    }
    await sending.value
    let ended = results.value
    #expect(Set(ended.keys) == Set(ids) && ended.values.allSatisfy { $0.count == 1 })
    for (id, result) in ended {
      switch result.first {
      case .success(let ack): #expect(ack == bridge.answers[id] && ack.ok)
      case .failure(.refused(let ack)): #expect(ack == bridge.answers[id] && !ack.ok)
      case .failure(.noAnswer), .failure(.notConnected): break
      case let other: #expect(Bool(false), "\(id): \(String(describing: other))")
      }
    }
    #expect(asked.value.values.allSatisfy { $0.count == 1 })
    for (id, result) in asked.value {
      switch result.first {
      case .success(let message): #expect(message.re == id)
      case .failure(.noAnswer), .failure(.notConnected): break
      case let other: #expect(Bool(false), "\(id): \(String(describing: other))")
      }
    }
    // What was told before the end of the stream is taken before it.
    await client.disconnect()
    while written.contains(where: { topic, control in client.document(topic) != control }) {
      await Task.yield()
    }
    shown.cancel()
    latest.cancel()
    let handed = await shown.value
    #expect(handed.count == Set(handed).count, "seed \(seed): \(handed)")
    #expect(await latest.value == written, "seed \(seed)")
  }
}
